"use strict";
/* The first page: which rules, which scenario, who plays, which dice, which house rules; and battles that were saved. */

/* What each book is like, for those who know none of them. */
const BOOKS = {
  wfrp1: "Gritty duels and brawls: percentile dice, hit locations, parries, and wounds that last.",
  owh: "Heroes on a battle mat: initiative dealt from cards, two actions each, tricks, spells and fate.",
  tow: "Regiments in rank and file: wheels, charges, volleys, and break tests.",
  woin: "Dice pools you build, spend and trade: cover, crossfire, overwatch and exploits.",
  heimr: "Melees in tight spaces: standing defences, fatigue, guards and triggers.",
};
const EMBLEMS = {
  wfrp1: "M8 8L34 34M40 8L14 34M8 40l8 -8M40 40l-8 -8M6 34l8 8M42 34l-8 8",
  owh: "M13 6h22v36h-22zM24 15l7 9l-7 9l-7 -9z",
  tow: "M6 12h8v8h-8zM20 12h8v8h-8zM34 12h8v8h-8zM6 28h8v8h-8zM20 28h8v8h-8zM34 28h8v8h-8z",
  woin: "M8 14l14 -7l14 7v16l-14 7l-14 -7zM8 14l14 7l14 -7M22 21v16",
  heimr: "M24 6c9 5 15 5 15 5c0 18 -6 26 -15 31c-9 -5 -15 -13 -15 -31c0 0 6 0 15 -5zM24 6v36",
};

const HUMAN = "human", USUAL = ["guardian", "opportunist"];
const GROUPS = { people: "People", levels: "Levels", behaviours: "Behaviours", searches: "Searches", networks: "Networks" };
/* What a player is called in the menu: "Hard", or as on a command line. */
const nameOf = (players, spec) => ((players || []).find((one) => one.spec === spec) || { name: spec === HUMAN ? "Human" : spec }).name;
/* The players of a ruleset as the groups of a menu. */
const playerGroups = (players) => Object.entries(GROUPS).map(([group, title]) => [title, players.filter((one) => one.group === group)])
  .filter(([, of]) => of.length).map(([title, of]) => make("optgroup", { label: title }, of.map((one) => make("option", { value: one.spec }, one.name))));
const drawSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

class Setup {
  constructor(host, server, begin) {
    this.host = host;
    this.server = server;
    this.begin = begin;  // begin(matched, wish)
    this.rules = new Map();  // changed knobs: address -> value
    this.knobs = {};
    this.fit = new Map();  // who can play a scenario, by its address
    this.named = new Set();  // the sides whose player was chosen by hand
  }

  async open() {
    this.host.replaceChildren(make("p.wait", { role: "status" }, make("i.spinner"), "Loading rulesets and scenarios \u2026"));
    const setup = await tried(() => this.server.get("/api/setup"));
    this.host.replaceChildren();
    if (!setup) return;
    this.setup = setup;
    this.wish = this.firstWish();
    for (const side of (this.wish.players || []).keys()) this.named.add(side);
    this.draw();
    this.choose(this.wish.ruleset, this.wish.scenario);
  }

  /* What was wanted on the command line, else what was played last, else the first of everything. */
  firstWish() {
    const last = Memory.read("wish") || {}, wanted = this.setup.wanted || last, books = this.setup.rulesets;
    const book = books.find((one) => one.slug === wanted.ruleset) || books[0];
    const scenario = book.scenarios.find((one) => one.name === wanted.scenario) || book.scenarios.find((one) => one.name === "duel") || book.scenarios[0];
    return { ruleset: book.slug, scenario: scenario.name, players: last.ruleset === book.slug ? last.players : null };
  }

  get book() { return this.setup.rulesets.find((one) => one.slug === this.wish.ruleset); }
  get scenario() { return this.book.scenarios.find((one) => one.name === this.wish.scenario); }

  draw() {
    this.books = make("div.books", { role: "radiogroup", "aria-label": "Rules" });
    this.scenes = make("div.scenes", { role: "radiogroup", "aria-label": "Scenario" });
    this.sides = make("div.seats");
    this.seed = make("input", { id: "seed", inputMode: "numeric", pattern: "[0-9]*", placeholder: "random", maxLength: 10, autocomplete: "off" });
    this.chips = make("ul.chips");
    this.house = make("div.house");
    this.go = make("button.primary.big", { onclick: () => this.play() }, "Play");
    this.short = make("small");
    const table = make("section.seatcard", make("h2", { id: "chosen" }), this.sides,
      make("label.field", { for: "seed" }, make("span", "Seed"), this.seed), make("div.field", make("span", { id: "house-words" }, "House rules"), this.house), this.chips,
      make("div.gobar", this.short, this.go));
    const hero = make("div.hero", make("h1", "Play a battle"), make("p", "By the book or with house rules, against a friend, a scripted player, a search or a trained network."));
    this.host.replaceChildren(make("div.choosing", make("div.lists", hero, this.savedList(), make("h2", "Rules"), this.books,
      make("div.headline", make("h2", "Scenario"), this.editLink()), this.scenes), table));
    this.host.onkeydown = (event) => this.arrow(event);
  }

  editLink() {
    return window.openEditor ? make("button.link", { onclick: () => window.openEditor(this.server) }, "Edit a scenario") : null;
  }

  savedList() {
    const saved = this.setup.saved;
    if (!saved.length) return make("div");
    const row = (one) => make("li", make("button.savedrow", { onclick: () => this.resume(one.file) }, make("b", one.title),
      make("span", `${one.players.map((spec) => nameOf(this.setup.players[one.ruleset], spec)).join(" against ")} \u00b7 ${several(one.decisions, "decision")}`),
      make("em", one.over ? one.result : "continue")));
    const open = saved.filter((one) => !one.over), over = saved.filter((one) => one.over);
    const first = open.slice(0, 4), others = [...open.slice(4), ...over];
    return make("section.savedbox", make("h2", "Saved battles"), first.length ? make("ul", first.map(row)) : null,
      others.length ? make("details", make("summary", `${first.length ? "More" : "Finished"} (${others.length})`), make("ul", others.map(row))) : null);
  }

  card(sort, isChosen, choose, ...parts) {
    return make(`button.${sort}`, { role: "radio", "aria-checked": String(isChosen), tabIndex: isChosen ? 0 : -1, onclick: choose }, ...parts);
  }

  /* Arrow keys move within a group of cards. */
  arrow(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key], group = event.target.closest && event.target.closest("[role=radiogroup]");
    if (!by || !group) return;
    event.preventDefault();
    const cards = [...group.children], to = cards[(cards.indexOf(event.target) + by + cards.length) % cards.length];
    to.click();
    const chosen = group.querySelector("[aria-checked=true]");
    if (chosen) chosen.focus();
  }

  choose(slug, name) {
    const isOther = slug !== this.wish.ruleset;
    this.wish = { ruleset: slug, scenario: name, players: isOther ? null : this.wish.players };
    if (isOther) { this.rules.clear(); this.named.clear(); }
    this.drawBooks();
    this.drawScenes();
    this.drawSeats();
    this.fitSeats();
    this.drawHouse();
  }

  /* Networks that cannot play the scenario are not offered; who was not named by hand is the best there is. */
  async fitSeats() {
    const { ruleset, scenario } = this.wish, path = `/api/opponents/${ruleset}/${encodeURIComponent(scenario)}`;
    if (!this.fit.has(path)) this.fit.set(path, await tried(() => this.server.get(path)));
    const found = this.fit.get(path);
    if (!found || ruleset !== this.wish.ruleset || scenario !== this.wish.scenario) return;
    for (const [side, select] of [...this.sides.querySelectorAll("select")].entries()) {
      for (const one of select.options) one.disabled = this.groupOf(one.value) === "networks" && !found.networks.includes(one.value);
      const isUnnamed = side > 0 && !this.named.has(side);
      if (select.selectedOptions[0].disabled || (isUnnamed && found.best)) select.value = found.best || this.opponent();
    }
    this.remember();
  }

  groupOf(spec) { return (this.setup.players[this.wish.ruleset].find((one) => one.spec === spec) || {}).group; }

  drawBooks() {
    const slug = this.wish.ruleset;
    this.books.replaceChildren(...this.setup.rulesets.map((book) => {
      const emblem = draw("svg", { viewBox: "0 0 48 48", class: "emblem", "aria-hidden": "true" });
      draw("path", { d: EMBLEMS[book.slug] || EMBLEMS.owh }, emblem);
      const first = book.scenarios.find((one) => one.name === "duel") || book.scenarios[0];
      return this.card("book", book.slug === slug, () => this.choose(book.slug, first.name), { "data-name": book.slug },
        emblem, make("b", book.slug), make("span", book.title), make("small", BOOKS[book.slug] || ""));
    }));
  }

  drawScenes() {
    this.scenes.replaceChildren(...this.book.scenarios.map((one) => this.card("scene", one.name === this.wish.scenario, () => this.choose(this.wish.ruleset, one.name),
      { "data-name": one.name }, make("b", one.title),
      make("small", `${one.name} \u00b7 ${one.size.join(" \u00d7 ")} \u00b7 ${several(one.sides.length, "side")}`), make("span", one.about))));
  }

  drawSeats() {
    const { scenario, book } = this, before = this.wish.players || [];
    byId("chosen").textContent = scenario.title;
    this.sides.replaceChildren(...scenario.sides.map((name, number) => {
      const wanted = before[number] || (number ? this.opponent() : HUMAN);
      return make("label.field.seat", { vars: { "--c": `var(--side${number})` } }, make("span", make("i.dot"), sentence(name)),
        this.playerChoice(wanted, number), make("small"));
    }));
    this.hot = make("p.note");
    this.sides.append(this.hot);
    this.remember();
  }

  /* Whom one plays against unless one says otherwise. */
  opponent() {
    const specs = this.setup.players[this.wish.ruleset].filter((one) => one.group === "behaviours").map((one) => one.spec);
    return USUAL.find((spec) => specs.includes(spec)) || specs[0] || HUMAN;
  }

  playerChoice(wanted, number) {
    const players = this.setup.players[this.wish.ruleset], select = make("select", { onchange: () => { this.named.add(number); this.remember(); } });
    select.append(...playerGroups(players));
    select.value = wanted;
    if (select.selectedIndex < 0) select.value = number ? this.opponent() : HUMAN;
    return select;
  }

  remember() {
    const players = [...this.sides.querySelectorAll("select")].map((one) => one.value), people = players.filter((one) => one === HUMAN).length;
    this.wish.players = players;
    const named = new Map(this.setup.players[this.wish.ruleset].map((one) => [one.spec, one]));
    [...this.sides.querySelectorAll(".seat small")].forEach((note, k) => { note.textContent = sentence((named.get(players[k]) || {}).title || ""); });
    this.short.textContent = `${this.scenario.title}: ${players.map((spec) => nameOf(this.setup.players[this.wish.ruleset], spec)).join(" against ")}`;
    this.hot.textContent = people > 1 ? "Shared screen: the board is covered when the turn passes to another player." : people ? "" : "No human players: you watch.";
  }

  /* House rules: a field to search the numbers of the book, and those that were changed. */
  async drawHouse() {
    const slug = this.wish.ruleset;
    this.house.replaceChildren(make("p.note", "Loading the book's numbers \u2026"));
    const found = this.knobs[slug] ||= (await tried(() => this.server.get(`/api/rules/${slug}`)) || { knobs: [] }).knobs;
    if (slug !== this.wish.ruleset) return;
    const search = make("input", { type: "search", placeholder: `search ${several(found.length, "number")}`, "aria-labelledby": "house-words" });
    const hits = make("ul.knobhits");
    search.oninput = () => this.findKnobs(search, hits, found);
    this.house.replaceChildren(search, hits);
    this.drawChips(found);
  }

  findKnobs(search, hits, knobs) {
    const words = search.value.toLowerCase().split(/[\s._]+/).filter(Boolean);
    const of = words.length ? knobs.filter((knob) => words.every((word) => `${knob.address} ${knob.title || ""}`.toLowerCase().includes(word))) : [];
    hits.replaceChildren(...of.slice(0, 8).map((knob) => make("li", this.knobField(knob, knobs))));
    if (of.length > 8) hits.append(make("li", make("p.note", `and ${of.length - 8} more; keep typing`)));
    if (words.length && !of.length) hits.append(make("li", make("p.note", "No number in the book matches.")));
  }

  knobField(knob, knobs) {
    const now = this.rules.get(knob.address) ?? knob.value, names = Object.keys(knob.names || {});
    const field = names.length ? make("select", names.map((name) => make("option", { value: knob.names[name] }, name.replaceAll("_", " "))))
      : make("input", { type: "number", step: 1 });
    for (const end of ["min", "max"]) if (!names.length && Number.isFinite(knob[end])) field[end] = knob[end];
    field.value = now;
    field.onchange = () => this.change(knob, field, knobs);
    const range = rangeWords(knob);
    return make("label.knob", make("span", knob.title, make("small", `${knob.address}, book: ${knob.value}${range ? `, ${range}` : ""}`)), field);
  }

  change(knob, field, knobs) {
    const value = Number(field.value);
    if (field.value === "" || !field.checkValidity()) { Notices.say(`${knob.address} takes a number${rangeWords(knob) ? ` from ${rangeWords(knob)}` : ""}.`); return; }
    if (value === knob.value) this.rules.delete(knob.address); else this.rules.set(knob.address, value);
    this.drawChips(knobs);
  }

  drawChips(knobs) {
    this.chips.replaceChildren(...[...this.rules].map(([address, value]) => {
      const knob = knobs.find((one) => one.address === address);
      const drop = () => { this.rules.delete(address); this.drawChips(knobs); };
      return make("li", make("span", `${knob.title} = ${value}`), make("small", `book ${knob.value}`),
        make("button", { "aria-label": `Reset ${address}`, onclick: drop }, "\u00d7"));
    }));
  }

  async play() {
    const typed = this.seed.value.trim();
    if (typed && !/^\d{1,10}$/.test(typed)) { Notices.say("A seed is a whole number of up to ten digits. Leave it empty for a random one."); return; }
    const wish = { ...this.wish, seed: typed ? Number(typed) : drawSeed(), rules: Object.fromEntries(this.rules) };
    Memory.write("wish", { ruleset: wish.ruleset, scenario: wish.scenario, players: wish.players });
    await this.busy(() => startMatch(this.server, wish, this.begin));
  }

  async resume(file) {
    await this.busy(() => tried(async () => this.begin(await compiled(this.server, "/api/matches/resume", { file, players: null }), null)));
  }

  /* Nothing else is begun meanwhile. */
  async busy(doing) {
    if (this.go.disabled) return;
    Notices.clear();
    this.go.disabled = true;
    this.go.textContent = "Setting up the board \u2026";
    await doing();
    this.go.disabled = false;
    this.go.textContent = "Play";
  }
}

/* Begins a match as wished. */
async function startMatch(server, wish, begin) {
  const { ruleset, scenario, players, seed, rules } = wish;
  await tried(async () => begin(await compiled(server, "/api/matches", { ruleset, scenario, players, seed, rules }), wish));
}

/* Asks until the rules are compiled, which the server begins by itself. */
async function compiled(server, path, body) {
  const at = location.hash;
  for (;;) {
    const answer = await server.post(path, body);
    if (!answer.compiling) return answer;
    Notices.say(`Compiling the rules of ${answer.compiling}. This happens once and takes about a minute.`, "lasting");
    await wait(1500);
    if (location.hash !== at) throw new Refusal("You left the page, so the battle was not begun.", 0);
  }
}
