// Draws a Vega-Lite spec with rows that may change, its summary in words, and the table behind it.

const WAIT_MS = 20000; // for the chart library to arrive
const NARROW = 520; // px; below it the legend goes under the chart
const TABLE_ROWS = 200;

// Distinct also for colour-blind eyes and on either ground; a chart never rests on colour alone.
const PALETTE = {
  light: ["#1f6fb2", "#c05f0a", "#23805a", "#a6447a", "#7458bd", "#86690f", "#59656e"],
  dark: ["#7ab8ef", "#f2a65a", "#6fcf9f", "#e59ac0", "#b7a2f0", "#dfc363", "#b5bcc2"],
};

// ---- the library: the host widget's module puts it on the page, this takes it from there

function library(model, host) {
  if (globalThis.__mowVega) return Promise.resolve(globalThis.__mowVega);
  return new Promise((resolve, reject) => {
    (globalThis.__mowVegaWaiting ??= []).push(resolve);
    setTimeout(() => reject(new Error("the chart library did not arrive; reload the page")), WAIT_MS);
    host?.getModel(model.get("host")).catch(reject);
  });
}

// ---- look: colours and font of the page

function isDark(el) {
  const scheme = getComputedStyle(el).colorScheme;
  return scheme.includes("dark") && !scheme.includes("light");
}

function look(el, narrow) {
  const style = getComputedStyle(el);
  const colour = (name) => style.getPropertyValue(`--mow-${name}`).trim() || undefined;
  const [ink, soft, line, strong] = ["ink", "ink-soft", "line", "line-strong"].map(colour);
  const palette = PALETTE[isDark(el) ? "dark" : "light"];
  const words = { labelColor: soft, labelFontSize: 13, labelLimit: narrow ? 110 : 220, titleColor: ink, titleFontSize: 13, titleFontWeight: 600 };
  return {
    background: "transparent",
    font: style.fontFamily,
    padding: 4,
    view: { stroke: null, continuousHeight: 260, discreteHeight: { step: 34 } },
    axis: { ...words, gridColor: line, domainColor: strong, tickColor: strong, labelOverlap: true },
    legend: { ...words, labelLimit: narrow ? 150 : 220, orient: narrow ? "bottom" : "right", columns: narrow ? 2 : 1, symbolSize: 120 },
    header: words,
    title: { color: ink, fontSize: 17, fontWeight: 700, anchor: "start", subtitleColor: soft, subtitleFontSize: 13 },
    mark: { color: palette[0] },
    text: { color: ink, fontSize: 13 },
    rule: { color: soft },
    tick: { thickness: 2 },
    range: { category: palette, ordinal: { scheme: isDark(el) ? "darkgreen" : "greens" } },
    aria: false,
  };
}

// A single view without a width fills its place; several views side by side keep their own and scroll.
function fitted(spec, rows) {
  const own = structuredClone(spec);
  const several = ["hconcat", "vconcat", "concat", "facet", "repeat"].some((key) => key in own);
  if (!several && own.width === undefined) {
    own.width = "container";
    own.autosize = { type: "fit-x", contains: "padding" };
  }
  own.data ??= { name: "rows" };
  own.datasets = { ...own.datasets, rows: structuredClone(rows) };
  return own;
}

// ---- the table behind the chart

const element = (tag, text = "", name = "") => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  if (name) node.className = name;
  return node;
};

function shown(value, digits) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  return value.toLocaleString("en", digits === undefined ? { maximumFractionDigits: 3 }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function tableOf(columns, rows) {
  const table = element("table");
  const line = (cells, tag) => {
    const tr = element("tr");
    tr.append(...cells.map((cell) => element(tag, cell)));
    return tr;
  };
  const head = element("thead");
  head.append(line(columns.map((column) => column.title), "th"));
  for (const th of head.querySelectorAll("th")) th.scope = "col";
  const body = element("tbody");
  for (const row of rows.slice(0, TABLE_ROWS)) {
    const tr = line(columns.map((column) => shown(row[column.field], column.digits)), "td");
    columns.forEach((column, index) => tr.cells[index].classList.toggle("mc-text", typeof row[column.field] === "string"));
    body.append(tr);
  }
  columns.forEach((column, index) =>
    head.rows[0].cells[index].classList.toggle("mc-text", typeof rows[0]?.[column.field] === "string"));
  table.append(head, body);
  return table;
}

// A text that a spreadsheet could take for a formula gets an apostrophe.
function csvOf(columns, rows) {
  const cell = (value) => {
    const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value ?? "");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map((column) => column.field), ...rows.map((row) => columns.map((column) => row[column.field]))];
  return lines.map((cells) => cells.map(cell).join(",")).join("\r\n") + "\r\n";
}

function save(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// All texts of each column, each once, in their order.
function labelsOf(rows) {
  const found = {};
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value === "string") (found[name] ??= new Set()).add(value);
  return JSON.stringify(Object.entries(found).map(([name, values]) => [name, ...values]));
}

// ---- the widget

function render({ model, el, host }) {
  const figure = element("figure", "", "mow-chart");
  const box = element("div", "", "mc-box");
  const error = element("p", "", "mc-error");
  const caption = element("figcaption", "", "mc-summary");
  const behind = element("details", "", "mc-behind");
  const title = element("summary");
  const scroller = element("div", "", "mc-scroll");
  const button = element("button", "Save as CSV", "mc-save");
  box.setAttribute("aria-hidden", "true"); // the figure is read by its caption, the summary
  error.setAttribute("role", "alert");
  error.hidden = true;
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-label", `The numbers behind the chart: ${model.get("name").replace(/[-_]+/g, " ")}`);
  button.type = "button";
  for (const node of [title, scroller, button]) node.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab's
  behind.append(title, scroller, button);
  figure.append(box, error, caption, behind);
  el.append(figure);

  let api = null;
  let narrow = null;
  let width = 0;
  let labels = "";
  let stale = new Set(); // what the next pass must renew: "spec", "rows", "size"
  let busy = false;
  let gone = false;

  const embed = async () => {
    const draw = await library(model, host);
    if (gone) return;
    narrow = box.clientWidth < NARROW;
    width = box.clientWidth;
    labels = labelsOf(model.get("rows"));
    api?.finalize();
    api = null;
    if (!width) return; // not on the page yet, or hidden: no colours and no width to go by; drawn once it has a place
    if (!Object.keys(model.get("spec")).length) return box.replaceChildren();
    api = await draw(box, fitted(model.get("spec"), model.get("rows")), {
      actions: false, renderer: "svg", mode: "vega-lite", config: look(el, narrow), tooltip: { theme: isDark(el) ? "dark" : "light" },
    });
    if (gone) api.finalize();
  };
  const push = async () => {
    // Labels that stay would keep their old places and new ones come last: then the chart is drawn anew.
    if (labelsOf(model.get("rows")) !== labels) return embed();
    const { view } = api;
    await view.change("rows", view.changeset().remove(() => true).insert(structuredClone(model.get("rows")))).resize().runAsync();
  };
  const resize = async () => {
    width = box.clientWidth;
    if (!width || model.get("spec").width !== undefined) return;
    await api.view.width(width).resize().runAsync();
  };

  const renew = async (what) => {
    stale.add(what);
    if (busy) return;
    busy = true;
    try {
      while (stale.size && !gone) {
        const now = stale;
        stale = new Set();
        if (!api || now.has("spec")) await embed();
        else {
          if (now.has("size")) await resize();
          if (now.has("rows")) await push();
        }
      }
      error.hidden = true;
    } catch (problem) {
      console.warn("mowlab chart", problem);
      error.textContent = `The chart could not be drawn: ${problem.message ?? problem}`;
      error.hidden = false;
      stale.clear();
    } finally {
      busy = false;
    }
  };

  const words = () => { caption.textContent = model.get("summary"); };
  const fill = () => {
    const columns = model.get("columns");
    const rows = model.get("rows");
    behind.hidden = !columns.length;
    title.textContent = `The numbers (${rows.length.toLocaleString("en")} ${rows.length === 1 ? "row" : "rows"})`;
    if (!behind.open || !columns.length) return;
    const more = rows.length - TABLE_ROWS;
    scroller.replaceChildren(tableOf(columns, rows),
      ...(more > 0 ? [element("p", `… and ${more.toLocaleString("en")} more rows in the CSV file.`)] : []));
  };
  const onRows = () => { renew("rows"); fill(); };
  const onSpec = () => renew("spec");
  behind.addEventListener("toggle", fill);
  button.addEventListener("click", () => save(model.get("name"), csvOf(model.get("columns"), model.get("rows"))));
  for (const [event, react] of [["spec", onSpec], ["rows", onRows], ["columns", fill], ["summary", words]]) model.on(`change:${event}`, react);

  const sized = new ResizeObserver(() => {
    if (!box.clientWidth || box.clientWidth === width) return;
    renew(api && box.clientWidth < NARROW === narrow ? "size" : "spec");
  });
  sized.observe(figure);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", onSpec);
  const themed = new MutationObserver(onSpec); // JupyterLab's own theme switch
  themed.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });

  words();
  fill();
  renew("spec");
  return () => {
    gone = true;
    for (const [event, react] of [["spec", onSpec], ["rows", onRows], ["columns", fill], ["summary", words]]) model.off(`change:${event}`, react);
    sized.disconnect();
    themed.disconnect();
    scheme.removeEventListener("change", onSpec);
    api?.finalize();
  };
}

export default { render };
