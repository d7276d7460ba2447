/* What this browser kept of earlier visits, as a list to go on from.  The apps write it: ui/static/table.js (games and
   Learn), memory.js (lessons), page.js (when a page was last open).  Text from storage only becomes text. */
(() => {
  const OURS = "mowlab/";
  const stored = (key) => {
    try {
      return localStorage.getItem(OURS + key);
    } catch {
      return null;  // storage is switched off
    }
  };
  const read = (key) => {
    try {
      const kept = JSON.parse(stored(key));
      return kept && typeof kept === "object" ? kept : null;
    } catch {
      return null;  // not ours, or broken: the app itself says what is wrong with it
    }
  };
  const many = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
  const length = (list) => (Array.isArray(list) ? list.length : 0);

  // One thing to go on with: {what, part (section of the app)}, or null.
  const played = (kept) => kept?.moves && !kept.result && { part: "play",
    what: `your game of ${length(kept.seats)}, ${many(length(kept.moves), "move")} so far` };
  const learned = (kept) => length(kept?.done) > 0 && length(kept.done) < (kept.steps ?? Infinity) && { part: "learn",
    what: `Learn, ${length(kept.done)}${kept.steps ? ` of ${kept.steps}` : ""} steps done` };
  const studied = (kept) => kept && { part: "", what: "what you wrote and played is still there" };

  const visits = read("visits") ?? {};
  const found = [...document.querySelectorAll(".mow-card")].flatMap(({ dataset }) => [
    dataset.game && played(read(`${dataset.game}/play`)),
    dataset.game && learned(read(`${dataset.game}/learn`)),
    dataset.lesson && studied(read(`lesson/${dataset.lesson}`)),
  ].filter(Boolean).map((one) => ({ ...one, ...dataset, at: Number(visits[dataset.path]) || 0 })));
  found.sort((a, b) => b.at - a.at);

  const place = document.getElementById("mow-continue");
  for (const one of found) {
    const link = document.createElement("a");
    const name = document.createElement("b");
    name.textContent = one.title;
    link.href = one.address + (one.part && `#${one.part}`);
    link.append(name, " ", one.what);
    const item = document.createElement("li");
    item.append(link);
    place.querySelector("ul").append(item);
  }
  place.hidden = !found.length;

  const ours = () => Object.keys(localStorage).filter((key) => key.startsWith(OURS));
  const forget = document.getElementById("mow-forget");
  try {
    if (forget) forget.hidden = !ours().length;
  } catch {
    return;  // storage is switched off: nothing is kept
  }
  let sure = false;
  forget?.querySelector("button").addEventListener("click", (event) => {
    const say = (text) => { forget.querySelector("[role=status]").textContent = text; };
    if (!sure) {
      sure = true;
      event.target.textContent = "Yes, forget all games and progress";
      say("This cannot be taken back.");
      return;
    }
    for (const key of ours()) localStorage.removeItem(key);
    event.target.hidden = true;
    place.hidden = true;
    say("Done. This browser keeps nothing of mowlab any more.");
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });  // back from a game: its news
})();
