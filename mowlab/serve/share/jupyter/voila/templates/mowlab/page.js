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
  const slow = setTimeout(() => say("This takes longer than usual. You can go on waiting, or reload the page."), 45000);
  window.voila_heartbeat = () => {};
  const say = (text) => { if (find("loading_text")) find("loading_text").textContent = text; };
  window.voila_process = (cell, cells) => {
    if (!find("mow-meter")) return;
    find("mow-meter").style.width = `${10 + (75 * cell) / cells}%`;
    say(cells > 2 ? `Laying out the page: part ${cell} of ${cells} …` : "Laying out the table …");
  };
  window.update_loading_text = window.voila_process;
  window.voila_finish = window.display_cells = () => {
    if (!window.themeLoaded) {  // Voila's script calls again when it has loaded
      window.cellLoaded = true;
      say("Drawing it …");
      return;
    }
    clearTimeout(slow);
    find("loading")?.remove();
    find("rendered_cells").style.display = "";
    excuse();
    mend(30);
    sign();
    watch();
  };

  window.mow_failed = () => {  // mowlab/serve/renderer.py
    clearTimeout(slow);
    find("loading")?.remove();
    tell("This page could not be started. What you did is kept in this browser.", "Try again");
    stop();  // what else would be loaded finds no kernel
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

  // A cell that failed stops all after it: say what can be done, with something to press.
  function excuse() {
    const broken = document.querySelector('#rendered_cells [data-mime-type="application/vnd.jupyter.error"], #rendered_cells [data-mime-type="application/vnd.jupyter.stderr"]');
    if (broken?.textContent.includes("There was an error when executing")) tell("A part of this page did not work, so it is not complete.", "Try again");
  }

  // On a very busy computer Voila may look for a widget before it has it, and never again: the page then loads anew, once.
  function mend(looks) {
    const lost = [...document.querySelectorAll("#rendered_cells .jupyter-widgets")].some((one) => one.textContent.startsWith("Error displaying widget"));
    try {
      if (lost && !sessionStorage.getItem("mowlab/again")) {
        sessionStorage.setItem("mowlab/again", "1");
        return location.reload();
      }
      if (!lost && !looks) sessionStorage.removeItem("mowlab/again");
    } catch {
      // storage is switched off
    }
    if (lost) tell("A part of this page did not work, so it is not complete.", "Try again");
    else if (looks) setTimeout(mend, 1000, looks - 1);
  }

  // The gallery shows first what was open last.
  function sign() {
    try {
      const visits = JSON.parse(localStorage.getItem("mowlab/visits")) ?? {};
      visits[decodeURIComponent(location.pathname.split("/voila/render/")[1])] = Date.now();
      localStorage.setItem("mowlab/visits", JSON.stringify(visits));
    } catch {
      // storage is switched off
    }
  }

  function tell(text, press = "") {
    const alert = find("mow-alert");
    alert.hidden = !text;
    alert.querySelector("p").textContent = text;
    alert.querySelector("button").textContent = press;
  }
  addEventListener("click", (event) => { if (event.target.closest("#mow-alert button")) location.reload(); });

  const EVERY = 10_000; // ms between two looks
  const ASLEEP = ["This page fell asleep while you were away. What you did is kept in this browser.", "Wake it up"];
  const DEAD = ["The program behind this page has stopped. What you did is kept in this browser.", "Go on from there"];
  const SILENT = ["The computer that runs mowlab does not answer. Start mowlab again there, then reload.", "Reload"];

  function watch() {
    const kernel = kernelAt("api/kernels/");
    let leaving = false;
    let bad = false;
    let looked = Date.now();
    let well = Date.now(); // when the kernel was last seen
    const look = async () => {
      if (document.hidden || leaving) return;
      looked = Date.now();
      try {
        const answer = await fetch(kernel, { cache: "no-store" });
        if (leaving) return;
        const gone = answer.status === 404;
        // The server takes only pages off that have been gone for minutes; one that was here just now has lost its kernel.
        if (gone) tell(...(Date.now() - well < 6 * EVERY ? DEAD : ASLEEP));
        else if (bad) tell("");
        if (!gone) well = Date.now();
        bad = gone;
      } catch {
        if (!leaving) tell(...SILENT);
        bad = true;
      }
    };
    const lookSoon = () => { if (Date.now() - looked > EVERY / 4) setTimeout(look, 500); };
    addEventListener("pagehide", () => { leaving = true; });
    addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) look(); });
    addEventListener("online", look);
    addEventListener("click", lookSoon, true); // what was pressed gets no answer: say why at once
    document.addEventListener("visibilitychange", look);
    setInterval(look, EVERY);
  }
})();
