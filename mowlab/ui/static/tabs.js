// The tab bar of an app.  The sections are boxes beside it in the page; this marks them as its panels for screen readers.
// Which tab is open is kept in the browser, and on a page of its own also in the address (…#play).

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const ownsAddress = () => document.body.dataset.voila === "voila";

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}

function render({ model, el }) {
  const tabs = model.get("tabs");
  const keys = tabs.map((tab) => tab.key);
  const key = model.get("storage_key");
  const prefix = `ma-${Math.random().toString(36).slice(2)}`;
  const list = h("div", { class: "ma-tabs", role: "tablist", "aria-label": model.get("label") });
  const buttons = tabs.map((tab) => h("button", { type: "button", role: "tab", id: `${prefix}-${tab.key}`, "data-tab": tab.key,
    title: tab.hint }, tab.title));
  list.append(...buttons);
  const heading = h("h2", { class: "mp-spoken" }); // what the sections' own headings stand below
  el.append(list, heading);

  const draw = () => {
    const current = model.get("current");
    for (const button of buttons) {
      const on = button.dataset.tab === current;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on || (!keys.includes(current) && button === buttons[0]) ? 0 : -1;
    }
    heading.textContent = tabs.find((tab) => tab.key === current)?.title ?? "";
    if (!current) return;
    try {
      localStorage.setItem(key, current);
    } catch {
      // storage is switched off: the tab is not remembered
    }
    if (ownsAddress()) history.replaceState(null, "", `#${current}`);
  };

  // The sections come into the page after the tabs; true once all are there and marked.
  const mark = () => keys.every((tab) => {
    const panel = document.querySelector(`.${model.get("panels")}-${tab}`);
    panel?.setAttribute("role", "tabpanel");
    panel?.setAttribute("aria-labelledby", `${prefix}-${tab}`);
    return panel;
  });
  const arrivals = new MutationObserver(() => { if (mark()) arrivals.disconnect(); });
  if (!mark()) arrivals.observe(document.body, { childList: true, subtree: true, attributeFilter: ["class"] });

  const open = (tab) => {
    model.set("current", tab);
    model.save_changes();
  };

  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tab]");
    if (button) open(button.dataset.tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const button = buttons[(to + buttons.length) % buttons.length];
    button.focus();
    open(button.dataset.tab);
  });
  const follow = () => {
    const tab = location.hash.slice(1);
    if (keys.includes(tab) && tab !== model.get("current")) open(tab);
  };
  if (ownsAddress()) window.addEventListener("hashchange", follow);

  model.on("change:current", draw);
  draw();
  if (!model.get("current")) {
    const asked = [ownsAddress() ? location.hash.slice(1) : "", remembered(key)].find((tab) => keys.includes(tab));
    open(asked ?? keys[0]);
  }
  return () => {
    arrivals.disconnect();
    window.removeEventListener("hashchange", follow);
    model.off("change:current", draw);
  };
}

export default { render };
