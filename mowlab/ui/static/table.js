// Draws a scene (mowlab/ui/scene.py) and reports choices.  Every scene is rendered afresh and then carried over into
// the page by `morph`, so elements that stay keep focus, scroll position and open state.  Text only becomes text nodes.

const SVG = "http://www.w3.org/2000/svg";
const ANSWER_MS = 4000; // after this long without an answer the table takes choices again and says that none came
const NO_ANSWER = "The computer that runs mowlab does not answer.";
const SAVED = " What you did so far is saved here: start mowlab again, then reload this page.";

// ---- building elements

const OURS = "data-lm-suppress-shortcuts"; // keys pressed here are no commands for JupyterLab; it looks at the focused element

function h(tag, attributes = {}, ...children) {
  const node = ["svg", "use"].includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, String(value));
  }
  if (tag === "button" || tag === "summary" || "tabindex" in attributes) node.setAttribute(OURS, "true");
  node.append(...children.flat().filter(Boolean));
  return node;
}

const keyOf = (node) => node.dataset?.key;
const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

// Makes `live` look like `fresh`, keeping live elements of the same kind and key.
function morph(live, fresh) {
  if (live.nodeType === Node.TEXT_NODE) {
    if (live.data !== fresh.data) live.data = fresh.data;
    return;
  }
  for (const { name } of [...live.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") live.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "open" && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  const keyed = new Map([...live.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = live.firstChild;
  for (const want of [...fresh.childNodes]) {
    const have = keyOf(want) ? keyed.get(keyOf(want)) : at;
    if (have && sameKind(have, want)) {
      if (have === at) at = at.nextSibling;
      else live.insertBefore(have, at);
      morph(have, want);
    } else {
      if (want.dataset?.key) want.classList.add("mt-new");
      live.insertBefore(want, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// ---- art: each picture once per table as a <symbol>, drawn by <use>

function sprite(art, prefix) {
  const sheet = h("svg", { class: "mt-sprite", "aria-hidden": "true" });
  for (const [key, text] of Object.entries(art)) {
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.setAttribute("id", `${prefix}-${key}`);
    symbol.setAttribute("viewBox", picture.getAttribute("viewBox") ?? "0 0 100 100");
    symbol.append(...[...picture.childNodes].map((child) => document.importNode(child, true)));
    sheet.append(symbol);
  }
  return sheet;
}

// ---- the parts of a scene

class Painter {
  constructor(prefix, art, picked, lost, typo) {
    this.lost = lost;
    this.typo = typo;
    this.prefix = prefix;
    this.art = art;
    this.picked = picked;
  }

  icon(key, name) {
    if (!key || !(key in this.art)) return null;
    return h("svg", { class: name, "aria-hidden": "true" }, h("use", { href: `#${this.prefix}-${key}` }));
  }

  face(face = {}) {
    const pips = face.pips ?? 0;
    const pip = face.pip ?? "fly";
    return [
      face.title && h("span", { class: `mt-corner${face.struck ? " mt-struck" : ""}` }, face.title),
      face.title && h("span", { class: "mt-corner mt-corner-right" }, face.title),
      this.icon(face.emblem, "mt-emblem"),
      face.emblems?.length > 0 && h("span", { class: `mt-emblems${face.emblems.length > 1 ? " mt-several" : ""}` },
        face.emblems.map((key) => this.icon(key, "mt-small"))),
      this.icon(face.badge, "mt-badge-art"),
      face.lines?.length > 0 && h("span", { class: "mt-facelines" },
        face.lines.map((line) => h("span", {}, this.icon(line.art, "mt-icon"), line.text))),
      face.caption && h("span", { class: "mt-caption" }, face.caption),
      face.arrow && h("span", { class: `mt-arrow mt-arrow-${face.arrow}` }),
      face.foot && h("span", { class: "mt-foot" }, face.foot),
      pips > 0 && h("span", { class: `mt-pips${pips > 3 ? " mt-crowd" : ""}` }, h("b", {}, String(pips)),
        Array.from({ length: pips }, () => this.icon(pip, "mt-pip"))),
    ].filter(Boolean).map((part) => {
      part.setAttribute("aria-hidden", "true");
      return part;
    });
  }

  // A card is a button when the game names an action for it, or when picking it opens choices of its own.
  card(card, zone, own) {
    const opens = own.some((choice) => choice.card === card.id);
    const plays = Number.isInteger(card.action);
    const hue = [
      `mt-hue-${card.face?.hue ?? "grey"}`, card.kind in { slip: 1, spot: 1 } && `mt-${card.kind}`, card.mark && `mt-mark-${card.mark}`,
    ].filter(Boolean).join(" ");
    const parts = [
      ...this.face(card.face),
      card.tokens?.length && h("span", { class: "mt-tokens", "aria-hidden": "true" }, card.tokens.map((token) =>
        h("span", { class: `mt-token mt-hue-${token.hue ?? "grey"}`, title: token.label ?? token.text }, token.text))),
    ];
    const label = [card.label, card.price, ...(card.tokens ?? []).map((token) => token.label ?? token.text), card.tag].filter(Boolean).join(", ");
    if (card.kind === "gap") return h("div", { class: "mt-gap", role: "img", "aria-label": label }, ...parts);
    if (!plays && !opens) {
      return h("div", { class: `mt-card ${hue}`, role: "img", "aria-label": label, title: card.why || card.label }, ...parts);
    }
    const picked = opens && this.picked === card.id;
    const looks = card.legal === undefined || card.legal === null ? "mt-open-question" : card.legal ? "mt-legal" : "mt-muted";
    return h("button", {
      type: "button",
      class: `mt-card ${hue} ${looks}`,
      "data-focus": `${zone.id}/${card.id}`,
      "data-action": plays && !opens ? card.action : null,
      "data-pick": opens ? card.id : null,
      "aria-label": label,
      "aria-disabled": looks === "mt-muted" ? "true" : null,
      "aria-expanded": opens ? String(picked) : null,
      "aria-description": card.why || null,
      title: card.why || card.label,
    }, ...parts);
  }

  // A card with what lies on it; x and y are places in a grid, counted from the zone's corner.
  place(card, zone, own, corner) {
    const style = corner ? `grid-column:${(card.x ?? 0) - corner.x + 1};grid-row:${(card.y ?? 0) - corner.y + 1}` : null;
    const above = (card.on_top ?? []).map((top) => this.card(top, zone, own));
    const gap = card.kind === "gap";
    return h("li", { "data-key": card.id, class: `mt-place${above.length ? " mt-stack" : ""}${gap ? " mt-narrow" : ""}${card.kind === "slip" ? " mt-loose" : ""}`,
      style }, this.card(card, zone, own), ...above, card.tag && h("span", { class: "mt-tag", "aria-hidden": "true" }, card.tag));
  }

  marker(marker, tag = "span") {
    const slot = marker.at === "start" || marker.at === "end";
    const open = slot ? (marker.open ? " mt-open" : " mt-closed") : "";
    return h(tag, { class: (slot ? "mt-slot" : "mt-marker") + open, "data-key": slot ? `slot-${marker.at}` : null },
      this.icon(marker.art, "mt-icon"),
      h("span", marker.label ? { "aria-hidden": "true" } : {}, marker.text),
      marker.label && h("span", { class: "mt-spoken" }, marker.label));
  }

  pile(zone) {
    const count = zone.count ?? zone.cards?.length ?? 0;
    const top = zone.cards?.at(-1) ?? { id: "top", label: "", face: { hue: "back", emblem: "back" } };
    const label = `${zone.title}: ${count}${top.label ? `, ${top.label}` : ""}`;
    return h("div", { class: `mt-pile${count > 1 ? " mt-thick" : ""}${count ? "" : " mt-none"}`, role: "img",
      "aria-label": label },
      count ? h("div", { class: `mt-card mt-hue-${top.face?.hue ?? "grey"}` }, ...this.face(top.face)) : null,
      h("span", { class: "mt-count", "aria-hidden": "true" }, String(count)));
  }

  zone(zone, choices) {
    const cards = zone.cards ?? [];
    const at = (where) => (zone.markers ?? []).filter((marker) => (marker.at ?? "head") === where);
    const grid = zone.layout === "grid" || zone.layout === "map";
    const corner = grid ? { x: Math.min(...cards.map((card) => card.x ?? 0)), y: Math.min(...cards.map((card) => card.y ?? 0)) } : null;
    const columns = grid && cards.length ? Math.max(...cards.map((card) => card.x ?? 0)) - corner.x + 1 : 0;
    const rows = grid && cards.length ? Math.max(...cards.map((card) => card.y ?? 0)) - corner.y + 1 : 1;
    const slots = at("start").length + at("end").length;
    const title = h("h4", {}, zone.title);
    const body = zone.layout === "pile" ? this.pile(zone)
      : cards.length || slots
        ? h("ol", { class: "mt-cards", style: `--n:${Math.max(1, columns || cards.length + slots)};--rows:${rows}` },
          at("start").map((marker) => this.marker(marker, "li")),
          cards.map((card) => this.place(card, zone, choices, corner)),
          at("end").map((marker) => this.marker(marker, "li")))
        : h("p", { class: "mt-empty" }, zone.empty ?? "");
    return h("section", { class: `mt-zone mt-${zone.layout}${zone.active ? " mt-active" : ""}${zone.full ? " mt-full" : ""}`, "data-key": `zone-${zone.id}`,
      "data-zone": zone.id, role: "group", "aria-label": zone.title + (zone.active ? " (here)" : "") },
      h("header", {}, title, zone.note && h("span", { class: "mt-note" }, zone.note), at("head").map((marker) => this.marker(marker))),
      body);
  }

  piece(token) {
    return h("i", { class: `mt-piece mt-hue-${token.hue ?? "grey"}`, "aria-hidden": "true" }, token.text);
  }

  seat(seat, index) {
    const facts = (seat.facts ?? []).map((fact) => (fact.art
      ? h("span", { class: "mt-fact-art", title: fact.label }, this.icon(fact.art, "mt-icon"),
        h("span", { class: "mt-spoken" }, `${fact.label} `), h("b", {}, fact.value))
      : h("span", {}, `${fact.label} `, h("b", {}, fact.value))));
    return h("li", { class: `mt-seat${seat.active ? " mt-active" : ""}${seat.is_you ? " mt-you" : ""}`, "data-key": `seat-${index}`,
      "aria-current": seat.active ? "true" : null },
      h("p", { class: "mt-name" }, seat.token && this.piece(seat.token), h("span", {}, seat.name), seat.is_you && h("em", {}, "you"),
        seat.active && h("span", { class: "mt-spoken" }, " to move")),
      h("p", { class: "mt-facts" }, ...facts, seat.badge && h("span", { class: "mt-badge" }, seat.badge)));
  }

  choice(choice) {
    const legal = choice.legal ?? true;
    return h("button", {
      type: "button",
      class: `mt-choice mt-${choice.tone ?? "plain"}${legal ? "" : " mt-muted"}`,
      "data-key": `choice-${choice.action}`,
      "data-focus": `choices/${choice.action}`,
      "data-action": choice.action,
      "aria-disabled": legal ? null : "true",
    }, h("span", {}, choice.label), choice.hint && h("small", {}, choice.hint));
  }

  // Choices of the same group stand together under its word.
  choices(choices) {
    const parts = [];
    for (const choice of choices) {
      const last = parts.at(-1);
      if (choice.group && last?.group === choice.group) last.choices.push(choice);
      else parts.push({ group: choice.group, choices: [choice] });
    }
    return parts.flatMap(({ group, choices: some }) => (group
      ? h("div", { class: "mt-group", role: "group", "aria-label": group, "data-key": `group-${group}` },
        h("span", { "aria-hidden": "true" }, group), some.map((choice) => this.choice(choice)))
      : some.map((choice) => this.choice(choice))));
  }

  // What to do now, and the answer to the last try; always there, so that an answer shifts nothing under the finger.
  // Praise is read before what comes next; a refusal after what was to be done.
  say(scene) {
    const ask = this.picked && (scene.zones ?? []).flatMap((zone) => zone.cards ?? []).find((card) => card.id === this.picked)?.ask;
    const trouble = this.lost || this.typo;
    const message = trouble ? { text: trouble, tone: "bad" } : ask || !scene.message?.text ? null : scene.message;
    const beside = (scene.choices ?? []).filter((choice) => choice.beside);
    const status = h("p", { class: "mt-status", "data-key": "status" }, ask || (scene.status ?? ""));
    const answer = message && h("p", { class: "mt-message", id: `${this.prefix}-answer`, "data-key": "message" }, h("b", { "aria-hidden": "true" }, SIGNS[message.tone ?? "info"]),
      h("span", {}, message.text, message.rule && h("small", { title: message.rule }, ` ${section(message.rule)}`)));
    return h("div", { class: `mt-say${message ? ` mt-${message.tone ?? "info"}` : ""}`, "data-key": "say" },
      h("div", { class: "mt-words", "data-key": "words" }, message?.tone === "good" ? [answer, status] : [status, answer]),
      (beside.length > 0 || this.lost) && h("div", { class: "mt-beside", "data-key": "beside", "data-zone": "beside", role: "group", "aria-label": "Choices" },
        this.lost ? h("button", { type: "button", class: "mt-choice mt-primary", "data-key": "reload", "data-reload": true }, h("span", {}, "Reload"))
          : beside.map((choice) => this.choice(choice))),
      scene.number && this.number(scene.number, message?.tone === "bad"));
  }

  // A number to type, beside what was said about the last one.
  number(field, refused) {
    const limits = `${this.prefix}-limits`;
    return h("form", { class: "mt-ask", "data-key": `ask-${field.id}`, "data-zone": "number", novalidate: true, autocomplete: "off" },
      h("label", {}, h("span", {}, field.label), h("input", { type: "text", inputmode: "numeric", enterkeyhint: "send", maxlength: 40,
        value: field.value === undefined ? null : grouped(String(field.value)), tabindex: 0, "aria-invalid": refused ? "true" : null,
        "aria-describedby": refused ? `${this.prefix}-answer ${limits}` : limits })),
      h("button", { type: "submit", class: "mt-choice mt-primary" }, h("span", {}, field.send)),
      field.offers?.length > 0 && h("div", { class: "mt-offers", role: "group", "aria-label": "Put in" }, field.offers.map((offer) =>
        h("button", { type: "button", class: "mt-offer", "data-fill": offer.value }, h("b", {}, grouped(String(offer.value))), ` ${offer.label}`))),
      h("p", { class: "mt-note", id: limits }, field.limits ?? ""));
  }

  result(result) {
    return h("div", { class: `mt-result mt-${result.tone ?? "info"}`, "data-key": "result" }, this.icon(result.art, "mt-prize"),
      h("div", {}, h("h4", {}, result.title), result.text && h("p", {}, result.text)));
  }

  lines(lines, index) {
    const isNumber = lines.header.map((_, index) => index > 0 && lines.rows.every((cells) => NUMBER.test(cells[index])));
    const look = (index) => (isNumber[index] ? "mt-number" : null);
    const row = (cells, tag) => h("tr", {}, cells.map((cell, index) =>
      h(index ? tag : "th", index ? { class: look(index) } : { scope: "row" }, cell)));
    return h("div", { class: "mt-lines", "data-key": `lines-${index}` }, h("table", {}, h("caption", {}, lines.title),
      h("thead", {}, h("tr", {}, lines.header.map((cell, index) => h("th", { scope: "col", class: look(index) }, cell)))),
      h("tbody", {}, lines.rows.map((cells) => row(cells, "td"))),
      lines.total && h("tfoot", {}, row(lines.total, "td"))),
      lines.told?.length > 0 && h("ul", { class: "mt-told" }, lines.told.map((text) => h("li", {}, text))),
      lines.note && h("p", { class: "mt-note" }, lines.note));
  }

  log(entries) {
    const newest = entries.map((entry, index) => h("li", { class: entry.mine ? "mt-mine" : null, "data-key": `log-${index}` },
      entry.when && entry.when !== entries[index - 1]?.when && h("b", {}, entry.when), h("span", {}, entry.text))).reverse();
    return h("details", { class: "mt-log", open: true, "data-key": "log" }, h("summary", {}, "What happened"),
      h("ol", { tabindex: "0", reversed: true, "aria-label": "What happened, newest first" }, ...newest));
  }

  // Beside a map stands, where there is room, all that is done with it.
  desk(maps, work) {
    if (!maps.length) return work;
    return h("div", { class: "mt-desk", "data-key": "desk" }, h("div", { class: "mt-zones mt-maps", "data-key": "maps" }, maps),
      h("div", { class: "mt-work", "data-key": "work" }, work));
  }

  scene(scene) {
    const choices = scene.choices ?? [];
    const shown = choices.filter((choice) => !choice.beside && (!choice.card || choice.card === this.picked))
      .sort((a, b) => Boolean(b.card) - Boolean(a.card)); // those of the card just picked come first
    const own = choices.filter((choice) => choice.card);
    const zones = scene.zones ?? [];
    const isOwn = (zone) => zone.own || zone.layout === "hand";
    const hands = zones.filter(isOwn);
    const board = zones.filter((zone) => !isOwn(zone));
    // Beside a map there is much to see: the buttons come right after the status, unless cards below are to be chosen first.
    const soon = zones.some((zone) => zone.layout === "map") && !hands.some((zone) => zone.active && zone.layout === "wide");
    const buttons = h("div", { class: `mt-choices${soon ? " mt-soon" : ""}`, "data-key": "choices", "data-zone": "choices", role: "group", "aria-label": "Choices" },
      this.choices(shown));
    return h("div", { class: "mt-page" },
      h("div", { class: "mt-main", "data-key": "main" },
        (scene.title || scene.markers?.length) && h("div", { class: "mt-head", "data-key": "head" },
          scene.title && h("h3", {}, scene.title), (scene.markers ?? []).map((marker) => this.marker(marker))),
        scene.result?.title && this.result(scene.result),
        [scene.lines ?? []].flat().filter((lines) => lines.title).map((lines, index) => this.lines(lines, index)),
        this.desk(board.filter((zone) => zone.layout === "map").map((zone) => this.zone(zone, own)), [
          h("div", { class: "mt-zones", "data-key": "board" },
            board.filter((zone) => zone.layout !== "map").map((zone) => this.zone(zone, own))),
          this.say(scene),
          soon && buttons,
          h("div", { class: "mt-zones", "data-key": "hands" }, hands.map((zone) => this.zone(zone, own))),
          !soon && buttons,
        ])),
      h("div", { class: "mt-side", "data-key": "side" },
        scene.seats?.length > 0 && h("ol", { class: `mt-seats${scene.seats.length > 6 ? " mt-many" : ""}`, "data-key": "seats", "aria-label": "Players in seating order" },
          scene.seats.map((seat, index) => this.seat(seat, index))),
        scene.log?.length > 0 && this.log(scene.log)));
  }
}

const NUMBER = /^[-\u2212]?\$?-?\d[\d,]*( \(.*\))?$|^[\u2013-]$/; // «12», «-$3», «4 (1 + 3)», or a dash for none
const SIGNS = { info: "i", good: "✓", bad: "✗" };

// «Rulebook: How to Play; ruling M6» in short: the section is enough to look it up.
const section = (rule) => rule.split(";")[0].replace(/^Rulebook:/, "Rule:");

// ---- numbers that are typed

const BETWEEN = /[ ,'_\u00a0\u202f]/g; // what may stand between groups of three digits, as in core/game.py
const grouped = (text) => {
  const digits = text.replace(BETWEEN, "");
  return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : text;
};
const whole = (text) => (/^\d+$/.test(text.trim().replace(BETWEEN, "")) ? Number(text.replace(BETWEEN, "")) : null);

// Groups the digits as they are typed; the caret stays behind the digit it stood behind.
function regroup(input) {
  const text = grouped(input.value);
  if (text === input.value) return;
  let left = input.value.slice(0, input.selectionStart).replace(BETWEEN, "").length;
  let caret = 0;
  for (; left > 0; caret += 1) if (text[caret] !== ",") left -= 1;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

// ---- keyboard: one Tab stop per zone, arrow keys go to the nearest button that way, or scroll a row without any

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const buttonsOf = (zone) => [...zone.querySelectorAll("button[data-focus]")];

function neighbour(button, buttons, [dx, dy]) {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(button);
  const far = (node) => {
    const [u, v] = middle(node);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    return along > 4 ? along + 2 * across : Infinity;
  };
  const best = buttons.reduce((a, b) => (far(b) < far(a) ? b : a));
  if (far(best) < Infinity) return best;
  return buttons[buttons.indexOf(button) + dx + dy] ?? button; // end of a wrapped row: on to the next one
}

function rove(root) {
  for (const zone of root.querySelectorAll("[data-zone]")) {
    const buttons = buttonsOf(zone);
    const stop = buttons.find((b) => b === document.activeElement) ?? buttons.find((b) => b.classList.contains("mt-legal")) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
    const row = zone.matches(".mt-line, .mt-map") ? zone.querySelector(".mt-cards") : null; // what can be wider than the page
    const scrolls = row && !buttons.length && row.scrollWidth > row.clientWidth + 1;
    for (const [name, value] of [["tabindex", "0"], [OURS, "true"]]) {
      if (scrolls) row.setAttribute(name, value);
      else row?.removeAttribute(name);
    }
  }
}

// ---- the widget

const precise = () => matchMedia("(pointer: fine)").matches;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function remember(model) {
  const key = model.get("storage_key");
  if (!key) return;
  const guarded = (act) => {
    try {
      return act();
    } catch (error) {
      console.warn("mowlab: this browser keeps no games", error); // private window, storage switched off or full
      return null;
    }
  };
  if (model.get("stored") === null) {
    model.set("stored", guarded(() => localStorage.getItem(key)) ?? "");
    model.save_changes();
  }
  const write = () => {
    const text = model.get("to_store");
    if (text === null) return;
    guarded(() => (text ? localStorage.setItem(key, text) : localStorage.removeItem(key)));
  };
  model.on("change:to_store", write);
  return () => model.off("change:to_store", write);
}

function render({ model, el }) {
  const prefix = `mt-art-${Math.random().toString(36).slice(2)}`;
  const root = h("div", { class: "mow-table" });
  const live = h("div", { class: "mt-spoken", role: "status", "aria-live": "polite" });
  const page = h("div", { class: "mt-page" });
  let sheet = sprite(model.get("art"), prefix);
  let picked = null;
  let waiting = null; // nonce of the choice the game has not answered yet, by a new scene or by `answered`
  let last = null; // nonce of the last choice
  let spoken = "";
  let lost = ""; // what to say when the last choice got no answer
  let typo = ""; // what to say about a number that is none
  let shown = {}; // the scene before
  root.append(sheet, live, page);
  el.append(root);

  const speak = (text) => {
    live.textContent = "";
    setTimeout(() => { live.textContent = text; }, 40); // an emptied region is read again even if the text is the same
  };

  const draw = () => {
    const scene = model.get("scene");
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const zone = focused?.closest("[data-zone]");
    const index = zone ? buttonsOf(zone).indexOf(focused) : -1;
    if (!(scene.choices ?? []).some((choice) => choice.card === picked)) picked = null;
    morph(page, new Painter(prefix, model.get("art"), picked, lost, typo).scene(scene));
    if (focused && document.activeElement !== focused) refocus(focused, zone, index);
    rove(root);
    const words = [lost, typo, scene.message?.text, scene.message?.rule && section(scene.message.rule), scene.result?.title, scene.status]
      .filter(Boolean).join(" ");
    if (words !== spoken) speak(words);
    spoken = words;
    follow(scene);
    shown = scene;
  };

  // Bring into view what has just come: a new cow within its row, a scoring, an answer asked for far above.
  const follow = (scene) => {
    for (const row of page.querySelectorAll(".mt-line .mt-cards")) {
      const cow = row.querySelector(".mt-place.mt-new");
      if (cow && row.scrollWidth > row.clientWidth) row.scrollLeft = cow.offsetLeft + cow.offsetWidth / 2 - row.clientWidth / 2;
    }
    const comes = (scene.zones ?? []).some((zone) => zone.look && !(shown.zones ?? []).some((old) => old.id === zone.id && old.look));
    const came = scene.lines?.title && !shown.lines?.title ? ".mt-result, .mt-lines"
      : scene.message?.look && scene.message.text !== shown.message?.text ? ".mt-say"
      : comes && shown.zones?.length ? ".mt-say"
      : null;
    if (came && root.offsetParent) requestAnimationFrame(() => show(page.querySelector(came), page.querySelector(".mt-choices")));
  };

  // Scrolls no further than it must to have all from `first` to `last` in sight, or as much of it as there is room for.
  const show = (first, last) => {
    const top = first.getBoundingClientRect().top - 8;
    const bottom = last.getBoundingClientRect().bottom + 8;
    const by = top < 0 ? top : Math.min(top, Math.max(0, bottom - innerHeight));
    if (by) scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
  };

  // The focused button has moved or gone: back to it, else to its neighbour, else to the next thing to press.
  const refocus = (focused, zone, index) => {
    const nearby = zone?.isConnected ? buttonsOf(zone) : [];
    const target = focused.isConnected ? focused
      : precise() && root.querySelector(".mt-ask input") ? root.querySelector(".mt-ask input") // a phone's keyboard waits to be asked for
      : nearby[Math.min(index, nearby.length - 1)] ?? root.querySelector("button[data-focus]");
    target?.focus({ preventScroll: true });
  };

  const settle = () => {
    waiting = null;
    root.removeAttribute("aria-busy");
  };

  const giveUp = () => {
    settle();
    lost = NO_ANSWER + (model.get("storage_key") ? SAVED : "");
    draw();
  };

  const fresh = () => {
    lost = typo = "";
    settle(); // what is pressed from here on is meant for the new scene
    draw();
  };

  const choose = (action) => {
    if (waiting) return;
    const nonce = `${Date.now()}-${Math.random()}`;
    waiting = last = nonce;
    root.setAttribute("aria-busy", "true");
    setTimeout(() => { if (waiting === nonce) giveUp(); }, ANSWER_MS);
    model.set("chosen", { action, stamp: model.get("scene").stamp ?? null, nonce });
    model.save_changes();
  };

  const answered = () => {
    if (lost) fresh(); // late, but it came
    if (last !== model.get("answered")) return;
    settle();
    const message = page.querySelector(".mt-message");
    if (!message) return;
    const ask = page.querySelector(".mt-ask input");
    if (ask && precise() && ask.closest(".mt-ask").contains(document.activeElement)) ask.focus();
    speak(spoken); // the same refusal twice is still news
    if (!calm()) message.animate([{ transform: "translateX(-5px)" }, { transform: "translateX(5px)" }, { transform: "none" }], 180);
  };

  const onSubmit = (event) => {
    event.preventDefault();
    const field = model.get("scene").number;
    const input = event.target.querySelector("input");
    const n = whole(input.value);
    if (n !== null) {
      input.select(); // whatever is typed from now on is another number, even before the answer is there
      return choose(Math.min(n, field.most + 1));
    }
    typo = field.wrong;
    draw();
  };

  const onInput = (event) => {
    if (event.target.closest(".mt-ask")) regroup(event.target);
  };

  const onClick = (event) => {
    const offer = event.target.closest("[data-fill]");
    if (offer) {
      const input = offer.closest(".mt-ask").querySelector("input");
      input.value = grouped(offer.dataset.fill);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (precise()) input.focus();
      return;
    }
    if (event.target.closest("[data-reload]")) return location.reload();
    const button = event.target.closest("button[data-focus]");
    if (!button) return;
    if (button.dataset.pick === undefined) return choose(Number(button.dataset.action));
    picked = picked === button.dataset.pick ? null : button.dataset.pick;
    draw();
    if (picked) page.querySelector(".mt-choices button")?.focus();
  };

  const onKey = (event) => {
    if (event.target.closest(".mt-ask")) event.stopPropagation(); // not for the notebook around us
    const button = event.target.closest("button[data-focus]");
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = buttonsOf(button.closest("[data-zone]"));
    const target = event.key in STEPS ? neighbour(button, buttons, STEPS[event.key])
      : event.key === "Home" ? buttons[0]
      : event.key === "End" ? buttons.at(-1)
      : null;
    if (target) {
      event.preventDefault();
      target.focus();
      rove(root);
    }
    if (target || event.key === "Enter" || event.key === " ") event.stopPropagation(); // not for the notebook around us
  };

  const repaint = () => {
    const fresh = sprite(model.get("art"), prefix);
    sheet.replaceWith(fresh);
    sheet = fresh;
    draw();
  };

  root.addEventListener("click", onClick);
  root.addEventListener("submit", onSubmit);
  root.addEventListener("input", onInput);
  root.addEventListener("keydown", onKey);
  root.addEventListener("focusin", () => rove(root));
  const width = new ResizeObserver(() => rove(root));
  width.observe(root);
  model.on("change:scene", fresh);
  model.on("change:art", repaint);
  model.on("change:answered", answered);
  const forget = remember(model);
  root.classList.add("mt-still"); // the first picture does not move in
  draw();
  const ready = setTimeout(() => root.classList.remove("mt-still"), 600);
  return () => {
    clearTimeout(ready);
    width.disconnect();
    model.off("change:scene", fresh);
    model.off("change:art", repaint);
    model.off("change:answered", answered);
    forget?.();
  };
}

export default { render };
