// A panel of controls and texts, described by data (mowlab/ui/panel.py).  It is drawn afresh at every change; what was
// typed, what is unfolded and where the focus is stay.  Text only becomes text nodes.

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return node;
}

// «Rulebook: How to Play; ruling M6» in short: the section is enough to look it up.
const section = (rule) => rule.split(";")[0].replace(/^Rulebook:/, "Rule:");

const ANSWER_MS = 4000; // after this long without a sign of the kernel the panel says so
const NO_ANSWER = "The computer that runs mowlab does not answer. Start mowlab again there, then reload this page.";

const NUMBER = /^[−\d][−\d.,]*( %)?( \([−\d., %]+( to [−\d., %]+)?\)\*?)?$/; // «31 % (28 to 34)»: never broken

const TICKED = "yes"; // as in panel.py
const SIGNS = { info: "i", good: "✓", bad: "✗" };

class Drawing {
  constructor(prefix, draft, unfolded, send) {
    Object.assign(this, { prefix, draft, unfolded, send });
  }

  blocks(blocks = []) {
    return blocks.map((block) => this[block.kind](block));
  }

  heading({ text, big }) {
    return h("h3", { class: big ? "mp-title" : null }, text); // a tab's own heading is the h2 above (tabs.js)
  }

  text({ text, tone, rule, soft, name, lead }) {
    const sign = tone && h("b", { class: "mp-sign", "aria-hidden": "true" }, SIGNS[tone]);
    return h("p", { class: `mp-text${tone ? ` mp-tone mp-${tone}` : ""}${soft ? " mp-soft" : ""}`, "data-name": name }, sign, h("span", {}, lead && h("b", {}, `${lead} `), text, rule && h("small", { title: rule }, ` ${section(rule)}`)));
  }

  list({ items }) {
    return h("ul", { class: "mp-list" }, items.map((item) => h("li", {}, item)));
  }

  button({ id, label, tone, disabled, expanded, hint }) {
    const button = h("button", { type: "button", class: `mp-button mp-${tone ?? "plain"}`, "data-id": id, disabled,
      "aria-expanded": expanded === undefined || expanded === null ? null : String(expanded), title: hint }, label);
    button.addEventListener("click", () => this.send(id));
    return button;
  }

  field(block, control, extra) {
    const about = block.hint ? `${this.prefix}-${block.id}-hint` : null;
    control.id = `${this.prefix}-${block.id}`;
    control.dataset.id = block.id;
    if (about) control.setAttribute("aria-describedby", about);
    return h("div", { class: `mp-field mp-field-${block.kind}` }, h("label", { for: control.id }, block.label), control, extra,
      block.hint && h("small", { id: about }, block.hint));
  }

  select(block) {
    const value = this.draft.value(block);
    const control = h("select");
    let under = control;
    for (const [key, label] of block.options) {
      if (block.headings[key]) control.append(under = h("optgroup", { label: block.headings[key] }));
      under.append(h("option", { value: key, selected: key === value }, label));
    }
    control.addEventListener("change", () => {
      this.draft.keep(block.id, control.value);
      this.send(block.id);
    });
    return this.field(block, control);
  }

  input(block) {
    const control = h("input", { type: "text", inputmode: block.numeric ? "numeric" : null, value: this.draft.value(block),
      placeholder: block.placeholder, maxlength: block.longest, autocomplete: "off", spellcheck: "false" });
    control.addEventListener("input", () => this.draft.keep(block.id, control.value));
    control.addEventListener("keydown", (event) => { if (event.key === "Enter") this.send(block.id); });
    return this.field(block, control);
  }

  tick(block) {
    const about = block.hint ? `${this.prefix}-${block.id}-hint` : null;
    const control = h("input", { type: "checkbox", "data-id": block.id, "aria-describedby": about });
    control.checked = this.draft.value(block) === TICKED;
    control.addEventListener("change", () => {
      this.draft.keep(block.id, control.checked ? TICKED : "");
      this.send(block.id);
    });
    const label = h("label", {}, control, h("span", {}, block.label));
    return h("div", { class: "mp-tick" }, label, block.hint && h("small", { id: about }, block.hint));
  }

  area(block) {
    const control = h("textarea", { rows: block.rows ?? 6, readonly: block.readonly, spellcheck: "false", placeholder: block.placeholder });
    control.value = this.draft.value(block);
    control.addEventListener("input", () => this.draft.keep(block.id, control.value));
    return this.field(block, control);
  }

  file(block) {
    const control = h("input", { type: "file", accept: block.accept });
    control.addEventListener("change", async () => {
      const [file] = control.files;
      if (!file) return;
      const text = file.size <= block.limit ? await file.text() : null;
      this.send(block.id, { name: file.name, size: file.size, text });
      control.value = "";
    });
    return this.field(block, control);
  }

  download({ label, name, text, media }) {
    return h("a", { class: "mp-button mp-plain", download: name, href: `data:${media};charset=utf-8,${encodeURIComponent(text)}` }, label);
  }

  copy({ label, text, done, tone }) {
    const button = h("button", { type: "button", class: `mp-button mp-${tone}` }, label);
    button.addEventListener("click", async () => {
      button.textContent = (await copied(text)) ? done : label;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
    return button;
  }

  table({ caption, header, rows, mark, note }) {
    const row = (cells, index) => h("tr", { class: index === mark ? "mp-mark" : null }, cells.map((cell, column) =>
      h(column ? "td" : "th", column ? { class: NUMBER.test(cell) ? "mp-number" : null } : { scope: "row" }, cell)));
    return h("div", { class: "mp-table", tabindex: "0", role: "group", "aria-label": caption }, h("table", {}, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, header.map((cell) => h("th", { scope: "col" }, cell)))),
      h("tbody", {}, rows.map(row))), note && h("p", { class: "mp-text mp-soft" }, note));
  }

  row({ blocks, name }) {
    const scrolls = name === "reasons" && { tabindex: "0", role: "group", "aria-label": "Reasons" }; // by keyboard, too
    return h("div", { class: `mp-row${name ? ` mp-row-${name}` : ""}`, ...scrolls }, this.blocks(blocks));
  }

  group({ title, blocks, name }) {
    return h("section", { class: `mp-group${name ? ` mp-group-${name}` : ""}`, "aria-label": title }, title && h("h3", {}, title), this.blocks(blocks));
  }

  fold({ id, title, blocks, open }) {
    const isOpen = this.unfolded.get(id) ?? Boolean(open);
    const fold = h("details", { class: "mp-fold", open: isOpen }, h("summary", { "data-id": id }, title), h("div", {}, this.blocks(blocks)));
    fold.addEventListener("toggle", () => this.unfolded.set(id, fold.open));
    return fold;
  }
}

// Copies a text; also where the page has no right to the clipboard (plain http from another device).
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    const worked = document.execCommand("copy");
    area.remove();
    return worked;
  }
}

// What was typed or chosen here, until the kernel says another value.
class Draft {
  constructor() {
    this.entries = new Map();
    this.drawn = new Set();
  }

  value(block) {
    this.drawn.add(block.id);
    const entry = this.entries.get(block.id);
    if (entry && entry.given === block.value) return entry.value;
    this.entries.set(block.id, { given: block.value, value: block.value ?? "" });
    return block.value ?? "";
  }

  keep(id, value) {
    this.entries.get(id).value = value;
  }

  all() {
    return Object.fromEntries([...this.drawn].map((id) => [id, this.entries.get(id).value]));
  }
}

function render({ model, el }) {
  const prefix = `mp-${Math.random().toString(36).slice(2)}`;
  const root = h("div", { class: "mow-panel", "data-lm-suppress-shortcuts": "true" });
  const live = h("div", { class: "mp-spoken", role: "status" }); // messages are read out, as the table's are
  const draft = new Draft();
  const unfolded = new Map();
  let spoken = "";
  el.append(root, live);

  const lost = h("div", { class: "mp-lost", role: "alert", hidden: true });
  el.append(lost);
  let waiting = null;

  const send = (id, file) => {
    const nonce = `${Date.now()}-${Math.random()}`;
    waiting = nonce;
    setTimeout(() => { if (waiting === nonce) giveUp(); }, ANSWER_MS);
    model.set("event", { id, values: draft.all(), file: file ?? null, nonce });
    model.save_changes();
  };

  const giveUp = () => {
    const reload = h("button", { type: "button", class: "mp-button mp-primary" }, "Reload");
    reload.addEventListener("click", () => location.reload());
    lost.replaceChildren(h("div", { class: "mow-panel" }, h("p", { class: "mp-text mp-tone mp-bad" },
      h("b", { class: "mp-sign", "aria-hidden": "true" }, SIGNS.bad), h("span", {}, NO_ANSWER)), h("div", { class: "mp-row" }, reload)));
    lost.hidden = false;
  };

  const heard = () => {
    waiting = null;
    lost.hidden = true;
  };

  const byId = (id) => (id ? root.querySelector(`[data-id="${CSS.escape(id)}"]`) : null);

  const draw = () => {
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const caret = focused?.matches("textarea, input[type=text]") ? [focused.selectionStart, focused.selectionEnd] : null;
    draft.drawn.clear();
    root.replaceChildren(...new Drawing(prefix, draft, unfolded, send).blocks(model.get("blocks")));
    const again = byId(focused?.dataset.id);
    (again ?? (focused && root.querySelector("button, select")))?.focus({ preventScroll: true }); // never back to the page's top
    if (again && caret) again.setSelectionRange(...caret);
    const words = [...root.querySelectorAll(".mp-tone")].map((message) => message.lastChild.textContent).join(" ");
    if (words !== spoken) live.textContent = words;
    spoken = words;
  };

  const goTo = () => queueMicrotask(() => byId(model.get("focused"))?.focus());

  model.on("change:blocks", draw);
  model.on("change:focused", goTo);
  model.on("change:heard", heard);
  draw();
  return () => {
    model.off("change:blocks", draw);
    model.off("change:focused", goTo);
    model.off("change:heard", heard);
  };
}

export default { render };
