"use strict";
/* What happened, decision by decision, as far as a seat knows it. */

const MOST_CLAUSES = 200;  // listed at once
const USUAL_MODES = ["normal", "anywhere"];  // ways that go without saying

class Log {
  constructor(host, actions) {
    this.actions = actions;  // goto(index), clause(id), why(index)
    this.list = make("div.log", { tabIndex: 0, role: "log", "aria-label": "What happened" });
    this.routine = make("input", { type: "checkbox", checked: Memory.read("routine") === true, onchange: () => this.showRoutine() });
    this.empty = make("p.none", "Nothing has happened yet.");
    host.replaceChildren(make("label.switch", { title: "Also show routine rolls" }, this.routine, "all rolls"), this.list);
    this.showRoutine();
    this.clear();
    new ResizeObserver(() => this.keepInSight()).observe(this.list);
  }

  clear() {
    this.groups = new Map();
    this.round = this.before = this.told = -1;
    this.begun = this.marked = null;
    this.list.replaceChildren(this.empty);
  }

  showRoutine() {
    Memory.write("routine", this.routine.checked);
    this.list.classList.toggle("all", this.routine.checked);
  }

  /* Adds a frame, if it tells anything, under the round in which it was decided. */
  add(index, frame, sides) {
    if (index <= this.told) return;
    const round = index ? this.before : frame.round;
    this.before = frame.round;
    this.told = index;
    if (!frame.log.length && !frame.what) return;
    this.empty.remove();
    if (round !== this.round && round > 0) this.list.append(make("h5", `Round ${round}`));
    this.round = round;
    const words = this.wordsOf(index, frame);
    const group = make("div", { vars: { "--c": frame.side >= 0 ? sideColour(sides[frame.side]) : "var(--accent)" } }, this.head(index, { ...frame, what: words }, sides),
      frame.log.map(([told, clause, , , tone]) => this.line(told, clause, tone)));
    if (!frame.what && frame.log.every((row) => row[4] === "routine")) group.classList.add("routine");
    this.groups.set(index, group);
    this.list.append(group);
  }

  /* What was decided. The parts of one choice are told as one: what they were begun with makes way for the whole. */
  wordsOf(index, { who, what, said = what, log }) {
    const { begun } = this, goesOn = begun && begun.who === who && begun.at === index - 1 && what.startsWith(`${begun.verb} `);
    const verb = goesOn ? begun.verb : said, part = what.slice(verb.length + 1), parts = [...(goesOn ? begun.parts : []), ...(part ? [part] : [])];
    if (goesOn) { this.groups.get(begun.at).remove(); this.groups.delete(begun.at); }
    this.begun = who && !log.length ? { who, verb, parts, at: index } : null;
    return [verb, parts.filter((one) => !USUAL_MODES.includes(one)).join(", ")].filter(Boolean).join(" ");
  }

  head(index, frame, sides) {
    const side = sides[frame.side], isNpc = side && !side.human;
    if (!frame.what && !side) return null;
    const why = isNpc ? make("button.why", { title: "What it considered", onclick: () => this.actions.why(index) }, "why?") : null;
    const words = make("button.what", { title: "Show the board after this", onclick: () => this.actions.goto(index) },
      frame.who || !frame.what ? make("strong", frame.who || side.name) : null, frame.who ? `: ${frame.what}` : sentence(frame.what));
    return make("div.head", words, why);
  }

  line(words, clause, tone) {
    const button = clause ? make("button.clause", { title: `The rule: ${clause}`, onclick: () => this.actions.clause(clause) }, clause) : null;
    return make(`p${tone ? `.${tone}` : ""}`, words, " ", button);
  }

  /* Marks the last group up to a frame, and keeps it in sight. */
  mark(index) {
    if (this.marked) this.marked.classList.remove("now");
    const known = [...this.groups.keys()].filter((one) => one <= index);
    this.marked = this.groups.get(known[known.length - 1]);
    if (!this.marked) return;
    this.marked.classList.add("now");
    this.keepInSight();
  }

  keepInSight() {
    if (!this.marked) return;
    const top = this.marked.offsetTop, end = top + this.marked.offsetHeight;
    if (end > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = end - this.list.clientHeight + 12;
    if (top < this.list.scrollTop) this.list.scrollTop = top - 12;
  }
}

/* All units by side, as a list one may choose from. */
class Roster {
  constructor(host, choose) {
    this.host = host;
    this.choose = choose;
  }

  show(view, state) {
    const sides = view.sides.map((side, number) => {
      const rows = Object.keys(view.units).filter((row) => view.units[row].side === number && state[row]);
      return make("div.side", { vars: { "--c": sideColour(side) } }, make("h3", make("i.dot"), side.name, make("span", side.human ? "Human" : side.player)),
        rows.length ? make("ul", rows.map((row) => make("li", this.entry(view.units[row], row, state[row])))) : make("p.note", "No units in sight."));
    });
    this.host.replaceChildren(...sides);
  }

  entry(unit, row, state) {
    const out = state[4], condition = out ? "out of the battle" : state[5];
    return make(`button${out ? ".out" : ""}`, { onclick: () => this.choose(Number(row)) }, make("span", unit.name, condition ? make("small", condition) : null),
      unit.most ? meter(state[3], unit.most, out) : null);
  }
}

/* The clauses of a ruleset, to look one up. */
class Rules {
  constructor(host, server, open) {
    this.host = host;
    this.server = server;
    this.open = open;
  }

  async show(slug) {
    if (this.slug === slug) return;
    const found = await tried(() => this.server.get(`/api/rules/${slug}`));
    if (!found) return;
    this.slug = slug;
    const list = make("ul.clauses"), search = make("input", { type: "search", placeholder: "charge, armour, fear \u2026", "aria-label": "Search the rules" });
    const fill = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const hits = found.clauses.filter((one) => words.every((word) => `${one.id} ${one.title} ${one.heading}`.toLowerCase().includes(word)));
      list.replaceChildren(...hits.slice(0, MOST_CLAUSES).map((one) => make("li",
        make("button", { onclick: () => this.open(one.id) }, make("span", one.title || one.id), make("small", one.id)))));
      if (!hits.length) list.append(make("li", make("p.none", "No clause contains these words.")));
    };
    search.oninput = fill;
    fill();
    this.host.replaceChildren(make("div.search", search), list);
  }
}
