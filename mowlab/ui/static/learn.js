// The words of a lesson (mowlab/ui/learn.py): "head" has progress, title and text, "foot" the buttons and the list of
// steps.  Drawn afresh at every change; focus and the unfolded list stay.  Text only becomes text nodes.

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child));
  return node;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// «Rulebook: How to Play; ruling M6» in short: the section is enough to look it up.
const section = (rule) => rule.split(";")[0].replace(/^Rulebook:/, "Rule:");

function head(page) {
  return [
    h("p", { class: "ml-count" }, h("b", {}, page.chapter), h("span", {}, [page.count, page.task].filter(Boolean).join(" · "))),
    h("div", { class: "ml-bar", role: "progressbar", "aria-label": "Progress", "aria-valuemin": 0, "aria-valuemax": 100,
      "aria-valuenow": Math.round(100 * page.fraction) }, h("span", { style: `width:${100 * page.fraction}%` })),
    h("h3", {}, page.title),
    h("p", { class: "ml-text" }, page.text),
    page.note && h("p", { class: "ml-note" }, page.note),
  ];
}

function foot(page, ask, isOpen) {
  const button = (what, at, label, tone = "plain", more = {}) => {
    const node = h("button", { type: "button", class: `ml-button ml-${tone}`, "data-id": `${what}${at}`, ...more }, label);
    node.addEventListener("click", () => ask(what, at));
    return node;
  };
  const entry = (step, at) => h("li", { class: step.done ? "ml-done" : null },
    h("i", { "aria-hidden": "true" }, step.done ? "✓" : String(at + 1)),
    button("go", at, step.title, "link", { "aria-current": step.here ? "step" : null }),
    step.done && h("span", { class: "ml-spoken" }, "done"));
  const chapters = [...new Set(page.steps.map((step) => step.chapter))];
  const list = chapters.flatMap((chapter) => [h("h4", {}, chapter),
    h("ol", {}, page.steps.map((step, at) => (step.chapter === chapter ? entry(step, at) : null)))]);
  const here = page.steps.findIndex((step) => step.here);
  return [
    page.review.length > 0 && h("section", { class: "ml-review" }, h("h4", {}, "Look again at"),
      page.review.map((step) => button("go", step.at, capital(step.title)))),
    page.rule && h("p", { class: "ml-rule", title: page.rule }, section(page.rule)),
    h("div", { class: "ml-nav" }, page.back && button("go", here - 1, "‹ Previous"),
      page.next && button("next", 0, page.solved ? `${page.next} ›` : page.next)),
    h("details", { class: "ml-list", open: isOpen }, h("summary", { "data-id": "list" },
      page.summary), ...list),
  ];
}

function render({ model, el }) {
  const part = model.get("part");
  const root = h("div", { class: `mow-pane mow-pane-${part}`, "data-lm-suppress-shortcuts": "true" });
  const live = h("div", { class: "ml-spoken", role: "status", "aria-live": "polite" });
  const body = h("div", { class: "ml-body" });
  root.append(body, live);
  el.append(root);
  let key = null;

  const ask = (what, at) => {
    model.set("asked", { what, at, nonce: `${Date.now()}-${Math.random()}` });
    model.save_changes();
  };

  const draw = () => {
    const page = model.get("page");
    if (!page.steps) return;
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const isOpen = body.querySelector("details")?.open ?? false;
    const parts = part === "head" ? head(page) : foot(page, ask, isOpen);
    body.replaceChildren(...parts.filter(Boolean));
    if (focused) {
      const again = body.querySelector(`[data-id="${CSS.escape(focused)}"]`) ?? body.querySelector(".ml-nav button:last-child");
      again?.focus({ preventScroll: true });
    }
    if (part === "head" && key !== null && key !== page.key) arrive(page);
    key = page.key;
  };

  // Another step: say so, and bring its title into view if it is not.
  const arrive = (page) => {
    live.textContent = [page.count, page.title, page.text].filter(Boolean).join(". ");
    const top = root.getBoundingClientRect().top;
    if (top < 0 || top > innerHeight * 0.6) root.scrollIntoView({ block: "start" });
  };

  model.on("change:page", draw);
  draw();
  return () => model.off("change:page", draw);
}

export default { render };
