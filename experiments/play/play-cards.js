"use strict";
/* What is looked up: a unit, a clause of the rules, what an NPC weighed, the chances of a choice, help. */

const MOST_TOLD = 5;  // of several choices that a click could mean
const REST = 120;  // milliseconds a pointer rests before chances are asked for
const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/* The card of a unit as a seat knows it. */
function showUnit(host, view, row, state) {
  const unit = view.units[row];
  host.replaceChildren();
  host.hidden = !unit || !state;
  if (host.hidden) return;
  const [x, y, facing, wounds, out, condition, said] = state, side = view.sides[unit.side];
  const place = [x < 0 ? "not on the board" : `at ${x}, ${y}`, facing >= 0 && !out && x >= 0 ? `facing ${COMPASS[facing]}` : ""].filter(Boolean).join(", ");
  host.append(make("div.unithead", { vars: { "--c": `var(--side${unit.hue})` } },
    make("span.coin", unit.code), make("div", make("h2", unit.name), make("p", [side ? side.name : "", place].filter(Boolean).join(", ")))));
  if (unit.most) host.append(meter(wounds, unit.most, out));
  const statuses = condition ? condition.split(", ") : [];
  if (out) statuses.unshift("out of the battle");
  if (statuses.length) host.append(make("ul.chips", statuses.map((word) => make("li", word))));
  const more = condition && said.endsWith(condition) ? said.slice(0, -condition.length).replace(/, $/, "") : said;
  if (more) host.append(make("p.said", more));
}

/* What is left of a unit, as a bar with its numbers. */
function meter(wounds, most, out) {
  const share = Math.max(0, Math.min(1, wounds / most));
  const health = out ? "out" : share > .6 ? "well" : share > .3 ? "hurt" : "grave";
  return make(`div.meter.${health}`, { vars: { "--w": `${100 * share}%` } }, make("i"), make("b", `${wounds} of ${most}`));
}

/* The sheets of units, as a seat knew them after so many decisions: asked for once each, when a card rests on a unit. */
class Sheets {
  constructor(ask) {
    this.ask = ask;
    this.known = new Map();
    this.timer = 0;
  }

  /* After undo, other numbers stand behind the same decisions. */
  forget() { this.known = new Map(); this.leave(); }

  /* No card is shown any more. */
  leave() { this.wanted = ""; clearTimeout(this.timer); }

  /* Adds to a card what its unit carries and has left, and a way to the whole sheet. */
  brief(host, row, at, name) {
    const key = `${row}:${at}`, { known } = this;
    clearTimeout(this.timer);
    this.wanted = key;
    if (known.has(key)) { this.add(host, known.get(key), name); return; }
    this.timer = setTimeout(async () => {
      const sheet = await tried(() => this.ask(row, at));
      if (!sheet) return;
      known.set(key, sheet);
      if (this.known === known && this.wanted === key) this.add(host, sheet, name);
    }, REST);
  }

  add(host, sheet, name) {
    if (host.hidden || ![sheet.now, sheet.is, sheet.profile, sheet.has].some((part) => part.length)) return;
    const head = host.querySelector(".unithead"), lines = sheet.now.map((line) => make("span", { title: sentence(line.meaning) }, `${line.name} `, make("b", line.value)));
    head.append(make("button.link", { onclick: () => openSheet(name, sheet) }, "Unit sheet"));
    if (lines.length) host.append(make("p.brief", lines));
  }
}

/* All that is known of a unit, with what each line means. */
function openSheet(name, sheet) {
  const line = (one) => make("tr", make("th", { scope: "row" }, sentence(one.name)), make("td.num", one.value || ""), make("td", sentence(one.meaning)));
  const part = (title, lines) => lines.length ? make("div.ruling", make("h3", title), make("div.scroll", make("table.lines", make("tbody", lines.map(line))))) : null;
  openPage(sentence(name), part("Now", sheet.now), part("Conditions", sheet.is), part("Profile", sheet.profile), part("Traits and skills", sheet.has));
}

/* A page over the others, with a title and a way to close it. */
function openPage(title, ...parts) {
  const page = byId("page");
  page.replaceChildren(make("div.pagehead", make("h2", { id: "page-title" }, title),
    make("button", { "aria-label": "Close", onclick: () => page.close() }, "\u00d7")), make("div.pagebody", ...parts));
  page.onclick = (event) => { if (event.target === page) page.close(); };
  if (!page.open) page.showModal();
  page.scrollTop = 0;
}

/* The rule card of a clause: statement, ruling, its numbers. */
async function openClause(server, slug, clause) {
  const card = await tried(() => server.get(`/api/rules/${slug}/${encodeURIComponent(clause)}`));
  if (!card) return;
  const where = [card.id, card.title ? card.heading : ""].filter(Boolean).join(" \u00b7 ");
  openPage(card.title || card.heading || card.id, make("p.id", where), make("p.statement", card.statement),
    card.ruling ? make("div.ruling", make("h3", "Ruling"), make("p", card.ruling)) : null,
    card.why ? make("div.ruling", make("h3", "Why"), make("p", card.why)) : null,
    card.knobs && card.knobs.length ? make("div.ruling", make("h3", "Numbers you can change"), knobTable(card.knobs)) : null);
}

function knobTable(knobs) {
  const rows = knobs.map((knob) => make("tr", make("th", { scope: "row" }, knob.address), make("td.num", String(knob.value)),
    make("td.num", rangeWords(knob))));
  return make("div.scroll", make("table.knobs", make("thead", make("tr", make("th", "knob"), make("th.num", "value"), make("th.num", "range"))),
    make("tbody", rows)));
}

const rangeWords = (knob) => Number.isFinite(knob.min) && Number.isFinite(knob.max) ? `${knob.min} to ${knob.max}` : "";

/* What an NPC weighed when it decided: its choices, what each scored, and from what. */
async function openWhy(server, match, seat, at) {
  const told = await tried(() => server.get(`/api/matches/${match}/why?at=${at}&seat=${seat}`));
  if (!told) return;
  if (told.error) { Notices.say(told.error); return; }
  const score = (value) => Number(value).toLocaleString("en", { maximumFractionDigits: 2, signDisplay: "negative" });
  const choice = (one) => make(`details.weighed${one.taken ? ".taken" : ""}`, { open: one.taken },
    make("summary", make("b.score", score(one.score)), make("span", one.text), one.taken ? make("em", "taken") : null),
    one.parts.length ? make("table.features", make("thead", make("tr", make("th", "feature"), make("th.num", "value"), make("th.num", "adds"))),
      make("tbody", one.parts.map(([feature, value, adds]) => make("tr", make("th", { scope: "row" }, feature.replaceAll("_", " ")),
        make("td.num", score(value)), make("td.num", score(adds)))))) : make("p.note", "No feature applies to this choice."));
  openPage(`Why ${told.decider} chose this`, make("p.id", [told.prompt, told.doctrine].filter(Boolean).join(" \u00b7 ")), told.choices.map(choice));
}

/* What the page can do, on demand. */
function openHelp() {
  const keys = [["letters", "what the unit can do; each button shows its letter"], ["arrow keys, Enter", "move over the board and pick a cell"],
    ["1 to 9", "an entry of a menu or a list"], ["Enter", "the choice marked Enter"], ["Esc", "one step back"], [".", "give all listed units the same order"],
    ["u", "undo your last choice, unless it rolled dice, units are hidden from you, or another player has decided since"], ["[ and ]", "step back and forward through the battle"], ["Space", "skip what is being shown"],
    ["+ \u2212 0", "board larger, smaller, whole"], ["?", "this page"]];
  openPage("How to play",
    make("p", "Click a tinted cell to move there, or a ringed unit to act on it. If a click could mean several things, a small menu asks which. "
      + "Hover over a choice to see its chances, and faintly where units would stand if that is certain; on a touch screen, press and hold."),
    make("dl.keys", keys.flatMap(([key, words]) => [make("dt", make("kbd", key)), make("dd", words)])),
    make("p", "The log explains every roll. Click a clause to open the rule, with the numbers you can change as house rules. "
      + "Every decision is saved: you can close the page at any time."));
}

/* What may be expected of an entry, where one knows. */
const hintOf = ({ choices: [first, ...others] }) => (!others.length && first.hint ? `: ${first.hint}` : "");

/* The chances of choices: asked for once, shown where the pointer rests. */
class Chances {
  /* `ghosts` are shown and hidden along. */
  constructor(ask, ghosts) {
    Object.assign(this, { ask, ghosts });
    this.known = new Map();
    this.timer = 0;
  }

  /* For another position: what is still on its way belongs to the one before. */
  forget() { this.known = new Map(); this.ghosts.forget(); this.hide(); }

  hide() {
    clearTimeout(this.timer);
    this.shown = "";
    this.ghosts.hide();
    byId("tip").hidden = true;
  }

  /* Shows a choice: at once what it says of itself, and its chances when they are there. */
  show(choice, spot) {
    const key = JSON.stringify(choice.give), { known } = this;
    clearTimeout(this.timer);
    this.shown = key;
    this.ghosts.show(choice);
    this.tell(choice, known.get(key), spot);
    if (known.has(key) || choice.more) return;
    this.timer = setTimeout(async () => {
      const told = await this.asked(choice);
      if (told) known.set(key, told);
      if (told && this.known === known && this.shown === key) this.tell(choice, told, spot);
    }, REST);
  }

  /* What the server tells of a choice; nothing where it refuses, because the position has moved on or there is nothing to tell. */
  async asked(choice) {
    try { return await this.ask(choice); } catch (error) {
      if (error instanceof Refusal) return { lines: [], how: "", note: "" };
      Notices.trouble(error);
      return null;
    }
  }

  /* Several things a click could mean. */
  list(entries, spot) {
    this.hide();
    const host = byId("tip");
    host.replaceChildren(make("b", several(entries.length, "choice")), make("ul", entries.slice(0, MOST_TOLD).map((entry) => make("li", entryWords(entry), hintOf(entry)))),
      ...(entries.length > MOST_TOLD ? [make("small", `and ${entries.length - MOST_TOLD} more`)] : []));
    this.place(host, spot);
  }

  /* Why what was pointed at is not to be had: the reasons, each with its verbs. */
  deny(reasons, spot) {
    this.hide();
    const host = byId("tip");
    host.replaceChildren(make("b", "Not allowed"),
      make("dl", reasons.flatMap(([reason, verbs]) => [make("dt", sentence(verbs.join(", "))), make("dd", reason)])));
    this.place(host, spot);
  }

  tell(choice, told, spot) {
    const host = byId("tip"), lines = told ? told.lines : [];
    const isPlain = spot.isLeft || spot.isAbove || !choice.parts.some((part) => part.kind === "unit");
    if (isPlain && !lines.length && !choice.hint) { host.hidden = true; return; }
    host.replaceChildren(make("b", sentence(choice.words)));
    if (lines.length) host.append(make("dl", lines.flatMap((line) => [make("dt", line.words), make("dd", line.value)])));
    else if (choice.hint) host.append(make("p", choice.hint));
    const how = lines.length ? [told.how, told.note].filter(Boolean).join("; ") : "";
    if (how) host.append(make("small", how));
    this.place(host, spot);
  }

  /* Beside a spot {x, y}, to its left or above it where it says so, inside the window. */
  place(host, spot) {
    host.hidden = false;
    const { width, height } = host.getBoundingClientRect(), gap = 16;
    const x = spot.isLeft || spot.x + gap + width > innerWidth ? spot.x - gap - width : spot.x + gap;
    const y = spot.isAbove || spot.y + gap + height > innerHeight ? spot.y - gap - height : spot.y + gap;
    host.style.left = `${Math.max(8, x)}px`;
    host.style.top = `${Math.max(8, y)}px`;
  }
}
