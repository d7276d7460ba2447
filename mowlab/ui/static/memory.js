// Keeps one text in the browser under a key (mowlab/ui/memory.py); draws nothing.

function render({ model, el }) {
  const key = model.get("storage_key");
  el.hidden = true;
  const guarded = (task) => {
    try {
      return task();
    } catch (error) {
      console.warn("mowlab: this browser keeps nothing", error); // private window, storage switched off or full
      return null;
    }
  };
  const store = () => {
    const text = model.get("to_store");
    if (key && text !== null) guarded(() => (text ? localStorage.setItem(key, text) : localStorage.removeItem(key)));
  };
  model.on("change:to_store", store);
  store();
  if (key && model.get("stored") === null) {
    model.set("stored", guarded(() => localStorage.getItem(key)) ?? "");
    model.save_changes();
  }
  return () => model.off("change:to_store", store);
}

export default { render };
