"use strict";
/* One question of the game: its complete choices, what has been picked of them so far, and the letters that give them. */

const ON_BOARD = ["unit", "cell", "direction"];
const ENDS = /^(end|pass|done|finish|stop|wait|skip|hold|nothing|none)\b/;
const SAFE = /^(hold|decline|keep|stand|stay|no|none|nothing|refuse)\b/;
const RESERVED = "u";  // letters the page itself wants
const FEW = 6;         // complete choices without a place on the board that are buttons of their own
const LISTED = 12;     // choices of a verb that are listed beside the board

const NEIGHBOURS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];  // by direction, from north

const samePart = (one, other) => one.kind === other.kind && String(one.value) === String(other.value);
const onBoard = (choice) => choice.parts.filter((part) => ON_BOARD.includes(part.kind));
const valuesOf = (parts, kind) => parts.filter((part) => part.kind === kind).map((part) => part.value);
const isSafe = (choice) => SAFE.test((choice.verb || choice.words).replaceAll("_", " "));
const isEnding = (choice) => ENDS.test((choice.verb || choice.words).replaceAll("_", " "));

/* How promising a choice is by what stands beside it: its first percentage; -1 for none. */
function promise(choice) {
  const found = /(\d+(?:\.\d+)?)\s*%/.exec(choice.hint || "");
  return found ? Number(found[1]) : -1;
}

class Question {
  /* `actor` is the state of the unit that is asked, if it is one. */
  constructor(asked, actor = null) {
    this.asked = asked;
    this.actor = actor && actor[0] >= 0 ? actor : null;
    this.choices = asked.choices || [];
    this.verb = "";
    this.picked = [];
    this.wanted = null;  // of several with the same picks: those a menu has named
  }

  /* The choices that hold all that has been picked. */
  get open() {
    const from = this.wanted || this.choices;
    return from.filter((choice) => (!this.verb || choice.verb === this.verb) && this.holds(choice));
  }

  get isNarrowed() { return !!(this.verb || this.picked.length || this.wanted); }

  holds(choice) {
    return this.picked.every((want) => choice.parts.some((part) => samePart(part, want)));
  }

  /* The next part of a choice that is picked on the board, if any. */
  next(choice) {
    return onBoard(choice).find((part) => !this.picked.some((one) => samePart(one, part))) || null;
  }

  /* What may be picked next of a kind: its values, each once. */
  values(kind) {
    const found = new Map();
    for (const choice of this.open) {
      const part = this.next(choice);
      if (part && part.kind === kind) found.set(String(part.value), part.value);
    }
    return [...found.values()];
  }

  /* The cells that may be picked: those that most verbs reach, and those beyond. */
  reach() {
    const counts = new Map(), verbs = new Set();
    for (const choice of this.open) {
      const part = this.next(choice);
      if (!part || part.kind !== "cell") continue;
      verbs.add(choice.verb);
      const key = String(part.value);
      if (!counts.has(key)) counts.set(key, { cell: part.value, by: new Set() });
      counts.get(key).by.add(choice.verb);
    }
    const cells = [...counts.values()], isNear = ({ by }) => by.size * 2 > verbs.size;
    const [near, far] = [cells.filter(isNear), cells.filter((one) => !isNear(one))].map((some) => some.map(({ cell }) => cell));
    return [[...near, ...this.ahead().filter((cell) => !counts.has(String(cell)))], far];
  }

  /* The open choices whose next part is one of these. */
  holding(parts) {
    return this.open.filter((choice) => {
      const next = this.next(choice);
      return next && parts.some((part) => samePart(part, next));
    });
  }

  /* The cell in the middle of who is asked. */
  get centre() {
    if (!this.actor) return null;
    const [x, y] = this.actor, width = this.actor[9], height = this.actor[10];
    return [x + Math.floor((width - 1) / 2), y + Math.floor((height - 1) / 2)];
  }

  /* The direction in which a neighbouring cell lies from a unit of one cell; -1 for none. */
  directionOf([x, y]) {
    if (!this.actor || this.actor[9] > 1 || this.actor[10] > 1) return -1;
    return NEIGHBOURS.findIndex(([dx, dy]) => this.actor[0] + dx === x && this.actor[1] + dy === y);
  }

  /* The neighbouring cells that stand for directions which may be picked. */
  ahead() {
    if (!this.actor || this.actor[9] > 1 || this.actor[10] > 1) return [];
    return this.values("direction").map((direction) => NEIGHBOURS[direction].map((step, k) => this.actor[k] + step));
  }

  /* What a click on a place of the board stands for, as parts: units, the cell, the direction of a neighbouring cell. */
  partsAt(what) {
    if (what.direction >= 0) return [{ kind: "direction", value: what.direction }];
    return [...what.rows.map((row) => ({ kind: "unit", value: row })), { kind: "cell", value: what.cell }, { kind: "direction", value: this.directionOf(what.cell) }];
  }

  /* Verbs as they are asked for: [{verb, choices}], those that end something last. */
  verbs() {
    const found = new Map();
    for (const choice of this.open) {
      const name = choice.verb || choice.words;
      if (!found.has(name)) found.set(name, []);
      found.get(name).push(choice);
    }
    const all = [...found].map(([verb, choices]) => ({ verb, choices }));
    return [...all.filter((one) => !isEnding(one.choices[0])), ...all.filter((one) => isEnding(one.choices[0]))];
  }

  /* The one choice that Enter gives: the one that gives nothing away (hold, not flee); without such, the only one that ends nothing. */
  get default() {
    const safe = this.open.filter(isSafe), sensible = safe.length ? safe : this.open.filter((choice) => !isEnding(choice));
    return sensible.length === 1 && !sensible[0].more ? sensible[0] : null;
  }

  narrow(verb) { this.back(true); this.verb = verb; }

  /* Narrows the question to an entry of several choices: by its part on the board, else by its verb. */
  choose(entry) {
    if (entry.part) this.picked.push({ kind: entry.part.kind, value: entry.part.value }); else this.verb = entry.verb;
    this.wanted = entry.choices;
  }

  /* One step back, or all the way. */
  back(fully = false) {
    if (fully || !this.picked.length) this.verb = "";
    if (fully) this.picked = []; else this.picked.pop();
    this.wanted = null;
  }

  /* Puts what a placeholder stood for in its place. */
  replace(placeholder, choices) {
    this.choices = this.choices.flatMap((one) => one === placeholder ? choices : [one]);
  }
}

/* Choices as entries of a menu: those that differ in what is picked on the board alone are one entry.
   Grouped by verb; in a verb the most promising first. */
function entriesOf(choices, question) {
  const groups = new Map();
  for (const choice of choices) {
    const next = question.next(choice), later = onBoard(choice).some((part) => part !== next && !question.picked.some((one) => samePart(one, part)));
    const rest = choice.parts.filter((part) => !ON_BOARD.includes(part.kind) || part === next);
    const key = later ? JSON.stringify([choice.verb, rest.map((part) => [part.kind, part.value])]) : JSON.stringify(choice.give);
    if (!groups.has(key)) groups.set(key, { verb: choice.verb, part: next, choices: [] });
    groups.get(key).choices.push(choice);
  }
  const entries = [...groups.values()];
  const verbs = [...new Set(entries.map((entry) => entry.verb))];
  const best = (entry) => Math.max(...entry.choices.map(promise));
  return verbs.flatMap((verb) => entries.filter((entry) => entry.verb === verb).sort((a, b) => best(b) - best(a)));
}

/* Choices by what is picked next on the board, where they are too many to be listed one by one. */
function targetsOf(choices, question) {
  const groups = new Map();
  for (const choice of choices) {
    const part = question.next(choice), key = JSON.stringify([part.kind, part.value]);
    if (!groups.has(key)) groups.set(key, { verb: choice.verb, part, words: part.words, choices: [] });
    groups.get(key).choices.push(choice);
  }
  return [...groups.values()];
}

/* What an entry says: its own words, those of its only choice, or what all of its choices share. */
function entryWords(entry) {
  if (entry.choices.length === 1) return entry.choices[0].words;
  if (entry.words) return entry.words;
  const named = entry.choices[0].parts.filter((part) => part === entry.part || !ON_BOARD.includes(part.kind));
  return [entry.verb.replaceAll("_", " "), ...named.map((part) => part.words)].filter(Boolean).join(" ");
}

/* Letters for verbs, each its own: the one it had before, one of its name, any other. */
class Letters {
  constructor() { this.before = new Map(); }

  assign(names) {
    const taken = new Set(RESERVED), given = new Map();
    const take = (name, letters) => {
      const free = [...letters].find((one) => /[a-z]/.test(one) && !taken.has(one));
      if (free && !given.has(name)) { taken.add(free); given.set(name, free); this.before.set(name, free); }
    };
    for (const name of names) if (this.before.has(name)) take(name, this.before.get(name));
    for (const name of names) take(name, name.toLowerCase().split(/[\s_]+/).map((word) => word[0]).join(""));
    for (const name of names) take(name, name.toLowerCase());
    for (const name of names) take(name, "abcdefghijklmnopqrstvwxyz");
    return given;
  }
}
