"use strict";
/* Trying a scenario: a battle at once, or many of them to see who wins how often. */

const MANY_GAMES = [100, 1000, 10000], LOOK_AFTER = 400;

class TrialPanel {
  constructor(editor) {
    this.editor = editor;
    this.seats = make("div.seats");
    this.seed = make("input", { id: "ed-seed", inputMode: "numeric", pattern: "[0-9]*", placeholder: "random", maxLength: 10, autocomplete: "off" });
    this.go = make("button.primary.big", { onclick: () => this.play() }, "Play it");
    this.fighters = make("div.seats");
    this.games = make("select", { "aria-label": "How many battles" }, MANY_GAMES.map((count) => make("option", { value: count }, several(count, "battle"))));
    this.games.value = 1000;
    this.start = make("button", { onclick: () => this.fight() }, "Run battles");
    this.result = make("div.ed-result", { "aria-live": "polite" });
    this.says = make("p.note");
    this.host = make("div.ed-tab", make("h3", "Play"), this.says, this.seats, make("label.field", { for: "ed-seed" }, make("span", "Seed"), this.seed), this.go,
      make("h3", "Play it many times"), make("p.note", "How often does each side win?"), this.fighters, make("div.ed-row", this.games, this.start), this.result);
    this.picked = {};
    editor.trial = this;
  }

  async draw() {
    const { editor } = this, isRight = !editor.told.problems.length && !!editor.told.scene;
    this.says.textContent = isRight ? "" : "Fix the problems to play it.";
    this.go.disabled = !isRight || !this.drawn;
    this.start.disabled = !this.fighting && (!isRight || !this.drawn);
    this.players ||= await tried(async () => (await editor.server.get("/api/setup")).players) || {};
    const key = `${editor.data.ruleset}|${editor.sides}`;
    if (key !== this.drawn) this.drawPlayers();
    this.drawn = key;
    this.go.disabled = this.start.disabled = !isRight;
    if (this.fighting) this.start.disabled = false;
  }

  drawPlayers() {
    const { editor } = this;
    const players = this.players[editor.data.ruleset] || [], usual = USUAL.find((spec) => players.some((one) => one.spec === spec)) || "random";
    this.seats.replaceChildren(...this.fields(players, (k) => (k ? usual : HUMAN), "seat"));
    this.fighters.replaceChildren(...this.fields(players.filter((one) => one.spec !== HUMAN), () => usual, "fighter"));
  }

  fields(players, usual, sort) {
    return this.editor.sides.map((name, k) => {
      const side = this.editor.sideOf(name), select = make("select", { id: `ed-${sort}-${k}`, onchange: () => { this.picked[select.id] = select.value; } });
      select.append(...playerGroups(players));
      select.value = this.picked[select.id] || usual(k);
      if (select.selectedIndex < 0) select.value = usual(k);
      return make("label.field.seat", { vars: { "--c": sideColour(side) } }, make("span", make("i.dot"), sentence(side.name)), select);
    });
  }

  chosen(host) { return [...host.querySelectorAll("select")].map((one) => one.value); }

  async play() {
    const { editor } = this, typed = this.seed.value.trim(), players = this.chosen(this.seats);
    if (typed && !/^\d{1,10}$/.test(typed)) { Notices.say("A seed is a whole number of up to ten digits. Leave it empty for a random one."); return; }
    this.go.disabled = true;
    await tried(async () => {
      const seed = typed ? Number(typed) : drawSeed(), matched = await compiled(editor.server, "/api/editor/play", { yaml: editor.text, players, seed, name: editor.isSaved ? editor.name : "" });
      editor.leave.begin(matched, { ruleset: matched.ruleset, scenario: matched.scenario, players, seed, rules: {} });
    });
    this.go.disabled = false;
  }

  /* --- many battles */

  async fight() {
    if (this.fighting) { await tried(() => this.editor.server.post(`/api/editor/fight/${this.fighting}/stop`, {})); return; }
    this.start.disabled = true;
    const told = await tried(() => compiled(this.editor.server, "/api/editor/fight", { yaml: this.editor.text, players: this.chosen(this.fighters), games: Number(this.games.value) }));
    this.start.disabled = false;
    if (!told) return;
    this.show(told);
    this.result.scrollIntoView({ block: "nearest" });
    await this.follow(told);
  }

  async follow(told) {
    this.fighting = told.id;
    this.start.textContent = "Stop";
    while (told && !this.isClosed) {
      this.show(told);
      if (told.over) break;
      await wait(LOOK_AFTER);
      told = await tried(() => this.editor.server.get(`/api/editor/fight/${this.fighting}`));
      if (told && told.over) setTimeout(() => this.result.scrollIntoView({ block: "nearest" }));
    }
    this.fighting = "";
    this.start.textContent = "Run battles";
    if (!this.isClosed) this.draw();
  }

  close() {
    this.isClosed = true;
    if (this.fighting) this.editor.server.post(`/api/editor/fight/${this.fighting}/stop`, {}).catch(() => {});
  }

  show(told) {
    const percent = (share) => `${(100 * share).toFixed(told.played < 500 ? 0 : 1)} %`;
    const rows = told.sides.map((one, k) => {
      const side = this.editor.sideOf(this.editor.sides[k]);
      return make("div.ed-share", { vars: { "--c": sideColour(side) } }, make("p", make("b", make("i.dot"), sentence(side.name)), make("span", `${percent(one.share)} `, make("small", `${percent(one.low)} to ${percent(one.high)}`))), shareBar(one), make("div.ed-left", make("small", "units left"), leftBars(one.left)));
    });
    const progress = make("progress", { max: told.wanted, value: told.played, "aria-label": "battles played" });
    const found = told.played ? [make("p", make("b", told.answer)), ...rows, endingsTable(told.endings), make("p.note", `Rounds: ${told.rounds.text}.`), roundBars(told.rounds.bars)] : [];
    this.result.replaceChildren(...(told.over ? [] : [progress]), ...found,
      make("p.note", `${several(told.played, "battle")}${told.over ? "" : ` of ${told.wanted.toLocaleString("en")}`}. Ranges are 95 % confidence intervals.${told.note ? ` ${sentence(told.note)}.` : ""}`));
  }
}

/* How battles ended, and for whom. */
function endingsTable({ heads, rows }) {
  const line = (cells, kind) => make("tr", cells.map((cell, k) => make(k ? kind : "th", cell)));
  return make("div.ed-endings", make("table", make("thead", line(heads, "th")), make("tbody", rows.map((row) => line(row, "td")))));
}

/* A share with its interval. */
function shareBar({ share, low, high }) {
  const bar = draw("svg", { viewBox: "0 0 200 16", preserveAspectRatio: "none", class: "ed-sharebar", "aria-hidden": "true" });
  draw("rect", { width: 200, height: 16, rx: 4, class: "all" }, bar);
  draw("rect", { width: 200 * share, height: 16, rx: 4, class: "own" }, bar);
  draw("path", { d: `M${200 * low} 8H${200 * high}M${200 * low} 3v10M${200 * high} 3v10`, class: "range" }, bar);
  draw("path", { d: "M100 0v16", class: "even" }, bar);
  return bar;
}

/* How often how many units were left. */
function leftBars(left) {
  const last = Math.max(1, ...left.map(([units]) => units)), known = new Map(left);
  return countBars(Array.from({ length: last + 1 }, (_, units) => [String(units), known.get(units) || 0]), "units");
}

/* How many battles took how many rounds. */
function roundBars(bars) { return make("div.ed-left", { vars: { "--c": "var(--accent)" } }, make("small", "rounds"), countBars(bars, "rounds")); }

/* Upright bars: a label and how often. */
function countBars(bars, what) {
  const most = Math.max(1, ...bars.map(([, times]) => times)), wide = 12 + 6 * Math.max(...bars.map(([label]) => label.length));
  const picture = draw("svg", { viewBox: `0 0 ${bars.length * wide} 46`, class: "ed-bars", role: "img", "aria-label": bars.map(([label, times]) => `${label} ${what}: ${times} times`).join(", ") });
  bars.forEach(([label, times], k) => {
    const high = 32 * times / most;
    draw("rect", { x: k * wide + 2, y: 33 - high, width: wide - 4, height: high, rx: 2, class: "own" }, picture);
    draw("text", { x: (k + 0.5) * wide, y: 44, "text-anchor": "middle" }, picture).textContent = label;
  });
  return picture;
}
