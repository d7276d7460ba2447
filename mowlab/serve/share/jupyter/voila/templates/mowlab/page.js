/* The waiting room, a goodbye to the kernel, and a look now and then whether the page still has it. */
(() => {
  const find = (id) => document.getElementById(id);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
    document.body.dataset.jpThemeName = dark.matches ? "JupyterLab Dark" : "JupyterLab Light";
  };
  follow();
  dark.addEventListener("change", follow);

  // Voila calls these while it runs the cells; their names are its own.
  const slow = setTimeout(() => {
    if (find("loading_text")) find("loading_text").textContent = "This takes longer than usual. You can reload the page.";
  }, 45000);
  window.voila_heartbeat = () => {};
  window.voila_process = (cell, cells) => { if (find("mow-meter")) find("mow-meter").style.width = `${(90 * cell) / cells}%`; };
  window.update_loading_text = window.voila_process;
  window.voila_finish = window.display_cells = () => {
    if (!window.themeLoaded) {  // Voila's script calls again when it has loaded
      window.cellLoaded = true;
      return;
    }
    clearTimeout(slow);
    find("loading")?.remove();
    find("rendered_cells").style.display = "";
    watch();
  };

  const kernelAt = (path) => {
    const config = JSON.parse(find("jupyter-config-data")?.textContent ?? "null");
    return config && `${config.baseUrl}${path}${config.kernelId}`;
  };

  // Voila says goodbye too, but only when it has loaded, and at an event that phones do not send.
  addEventListener("pagehide", () => {
    const address = kernelAt("voila/api/shutdown/");
    if (address) navigator.sendBeacon(address);
  });

  function watch() {
    const kernel = kernelAt("api/kernels/");
    const alert = find("mow-alert");
    let leaving = false;
    const say = (text, press = "") => {
      alert.hidden = !text;
      alert.querySelector("p").textContent = text;
      alert.querySelector("button").textContent = press;
    };
    const look = async () => {
      if (document.hidden || leaving) return;
      try {
        const answer = await fetch(kernel, { cache: "no-store" });
        if (!leaving) say(...(answer.status === 404 ? ["This page fell asleep while you were away.", "Wake it up"] : [""]));
      } catch {
        if (!leaving) say("The computer that runs mowlab does not answer. Start mowlab again there, then reload.", "Reload");
      }
    };
    alert.querySelector("button").addEventListener("click", () => location.reload());
    addEventListener("pagehide", () => { leaving = true; });
    addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) look(); });
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    setInterval(look, 20000);
  }
})();
