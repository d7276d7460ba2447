// The progress bar of a job: draws `shown`, counts presses of Cancel in `asked`.

const element = (tag, name, attributes = {}) => {
  const node = document.createElement(tag);
  node.className = name;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

function render({ model, el }) {
  const root = element("div", "mow-job");
  const track = element("div", "mj-track", { role: "progressbar", "aria-label": "Progress", "aria-valuemin": 0, "aria-valuemax": 100 });
  const fill = element("div", "mj-fill");
  const text = element("p", "mj-text");
  const live = element("p", "mj-spoken", { role: "status" }); // speaks only when the state changes, not at every step
  const cancel = element("button", "mj-cancel", { type: "button", "data-lm-suppress-shortcuts": "true" }); // JupyterLab's
  track.append(fill);
  root.append(track, cancel, text, live);
  el.append(root);
  let before = null;

  const draw = () => {
    const { state, fraction, text: words } = model.get("shown");
    root.hidden = state === "new";
    root.dataset.state = state;
    fill.style.width = `${(100 * fraction).toFixed(1)}%`;
    track.setAttribute("aria-valuenow", Math.round(100 * fraction));
    text.textContent = words;
    if (document.activeElement === cancel && state !== "running") text.focus();
    cancel.style.visibility = state === "running" ? "visible" : "hidden";
    if (state !== "running") cancel.textContent = "Cancel";
    if (state !== before) live.textContent = words;
    before = state;
  };

  text.tabIndex = -1; // takes the focus when the pressed Cancel goes away
  cancel.addEventListener("click", () => {
    cancel.textContent = "Stopping …";
    model.set("asked", model.get("asked") + 1);
    model.save_changes();
  });
  model.on("change:shown", draw);
  draw();
  return () => model.off("change:shown", draw);
}

export default { render };
