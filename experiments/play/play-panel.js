"use strict";
/* Beside the board: who decides about what, the choices as buttons, and how the battle ended. */

const LONG = 34;  // letters of a choice from which what it leads to is told smaller

/* The first word of verbs that share it with others: {name: word}. */
function familiesOf(names) {
  const first = (name) => name.split(/[\s,]/)[0], count = new Map();
  for (const name of names) count.set(first(name), (count.get(first(name)) || 0) + 1);
  return new Map(names.filter((name) => count.get(first(name)) > 1).map((name) => [name, first(name)]));
}

class Panel {
  /* `table` is told what is done: give, take, narrow, back, undo; its `pointing` what the pointer rests on. */
  constructor(table) {
    this.table = table;
    this.letters = new Letters();
    this.keys = new Map();     // letter -> what it does
    this.numbered = [];        // the entries that 1 to 9 stand for
    this.isForAll = false;
  }

  clear() {
    const parts = ["banner", "options", "extras"].map(byId), hadFocus = parts.some((part) => part.contains(document.activeElement));
    this.keys.clear();
    this.numbered = [];
    for (const part of parts) part.replaceChildren();
    if (hadFocus) byId("options").focus({ preventScroll: true });
  }

  banner(side, ...parts) {
    const banner = byId("banner");
    banner.style.setProperty("--c", side ? sideColour(side) : "var(--line)");
    banner.replaceChildren(...parts.filter(Boolean));
  }

  /* Somebody else is deciding, or nobody yet. */
  waiting(words, side = null, instead = null) {
    this.clear();
    if (instead) byId("options").append(make(`button.choice${instead[2] ?? ""}`, { onclick: instead[1] }, make("span", instead[0])));
    this.banner(side, make("p.wait", make("i.spinner"), words));
  }

  /* The server does not answer, or refuses; 404: it has no such battle. */
  stalled(again, error = null) {
    const isUnknown = error instanceof Refusal && error.status === 404;
    this.clear();
    this.banner(null, make("p",
      make("b", isUnknown ? "Battle not found" : error instanceof Refusal ? "The server refused" : "No connection to the server"),
      make("span", isUnknown ? "The server has no battle at this address."
        : this.table.isAlone ? "Try again, or ask the host whether tactica play still runs." : "Your battle is saved. Run tactica play to continue.")));
    byId("options").replaceChildren(make("button.choice", { onclick: again }, make("span", "Try again")));
  }

  /* The question of the game. */
  ask(view, question) {
    const { asked } = view, side = view.sides[asked.side];
    this.clear();
    const alike = asked.alike.length > 1 ? make("small", `Same order for: ${listed(asked.alike)}`) : null;
    this.banner(side, make("p", make("b", sentence(asked.whoWords || side.name)), make("span", asked.prompt)), alike);
    this.options(question);
    this.extras(view);
  }

  options(question) {
    const host = byId("options"), hadFocus = host.contains(document.activeElement);
    this.keys.clear();
    this.numbered = [];
    for (const one of byId("banner").querySelectorAll(".endings")) one.remove();
    const verbs = question.verbs(), isOne = question.isNarrowed || verbs.length === 1;
    host.replaceChildren(...(isOne ? this.listed(question, verbs) : this.verbs(question, verbs)));
    if (hadFocus) host.focus({ preventScroll: true });
  }

  /* A button for each verb; for each choice where a verb has few and none is on the board. */
  verbs(question, verbs) {
    const wanted = verbs.flatMap(({ verb, choices }) => {
      const isPlain = choices.length <= FEW && choices.every((choice) => !onBoard(choice).length);
      const unlike = choices.filter((choice, k) => choices.findIndex((one) => one.words === choice.words) === k);
      return isPlain ? unlike.map((choice) => ({ name: choice.words, choice })) : [{ name: verb.replaceAll("_", " "), verb, choices }];
    });
    return this.lettered(question, wanted, true);
  }

  /* The choices that are left, one below the other; where they are many, what to do on the board. */
  listed(question, verbs) {
    const open = question.open, all = entriesOf(open, question), areOnBoard = open.every((choice) => question.next(choice));
    const entries = all.length > LISTED && areOnBoard ? targetsOf(open, question) : all, few = entries.length <= LISTED || !areOnBoard;
    const parts = question.isNarrowed ? [this.crumb(question, verbs, few)] : [];
    if (!few && !question.isNarrowed) parts.push(make("p.note", this.hintOf(question)));
    if (!few) return parts;
    const isPlain = !question.isNarrowed && entries.length <= FEW;
    if (isPlain) return this.lettered(question, entries.map((entry) => ({ name: entryWords(entry), entry })));
    this.numbered = entries.slice(0, 9);
    return [...parts, make("div.entries", entries.map((entry, i) => this.button(question, { name: entryWords(entry), entry }, i < 9 ? String(i + 1) : "")))];
  }

  /* The number of the entry that picks a part of the board; empty for none. */
  numberOf(kind, value) {
    const found = this.numbered.findIndex((entry) => entry.part && samePart(entry.part, { kind, value }));
    return found < 0 ? "" : String(found + 1);
  }

  hintOf(question) {
    const kinds = [["unit", "a ringed unit"], ["cell", "a tinted cell"], ["direction", "an arrow"]].filter(([kind]) => question.values(kind).length);
    return kinds.length ? `Pick ${kinds.map(([, words]) => words).join(" or ")}.` : "";
  }

  crumb(question, verbs, few) {
    const words = [question.verb || (verbs.length === 1 ? verbs[0].verb : ""), ...question.picked.map((part) => this.partWords(question, part))].filter(Boolean).join(" ");
    return make("div.crumb", make("p", make("b", sentence(words.replaceAll("_", " "))), few ? null : make("span", this.hintOf(question))),
      make("button", { onclick: () => this.table.back() }, make("kbd", "Esc"), "back"));
  }

  partWords(question, picked) {
    const part = question.choices.flatMap((choice) => choice.parts).find((one) => samePart(one, picked));
    return part ? part.words : "";
  }

  /* Buttons with letters. Of verbs, those that begin with the same word stand in one family, and what ends a turn beside the title. */
  lettered(question, wanted, areVerbs = false) {
    const letters = this.letters.assign(wanted.map((one) => one.name)), families = areVerbs ? familiesOf(wanted.map((one) => one.name)) : new Map();
    const parts = new Map(), ends = [];
    for (const one of wanted) {
      const key = letters.get(one.name) || "", family = families.get(one.name), made = this.button(question, one, key, family);
      if (key) this.keys.set(key, () => made.click());
      if (made.classList.contains("ending")) { ends.push(made); continue; }
      const host = parts.get(family || one.name);
      if (host) host.append(made); else parts.set(family || one.name, family ? this.family(family, one.name === family, made) : made);
    }
    if (!areVerbs || !parts.size) return [...parts.values(), ...ends];
    if (ends.length) byId("banner").append(make("div.endings", ends));
    return [...parts.values()];
  }

  /* A row for verbs with the same first word; where one of them is that word alone, it stands for the title. */
  family(word, isTitled, first) {
    return make(`div.family${isTitled ? ".short" : ""}`, { role: "group", "aria-label": sentence(word) }, isTitled ? null : make("b", sentence(word)), first);
  }

  button(question, { name, choice, entry, verb, choices }, key, family = "") {
    const all = choice ? [choice] : entry ? entry.choices : choices, only = all.length === 1 ? all[0] : null;
    const act = () => {
      if (this.table.pointing.question !== question) return;  // it is answered already, or is not what is shown
      if (only) this.table.give(only); else if (entry) this.table.take(entry); else this.table.narrow(verb);
    };
    const isDefault = only && question.default === only, hint = only ? only.hint : this.countOf(question, all);
    const [words, ...rest] = this.shortened(only && only.words.startsWith(name) ? only.words : name), inFamily = words.slice(family.length).replace(/^[\s,]+/, "");
    const made = make(`button.choice${only && isEnding(only) ? ".ending" : ""}${isDefault ? ".primary" : ""}`, { onclick: act, "data-verb": all[0].verb || name, ...(family && inFamily ? { "aria-label": sentence(words) } : {}) },
      key ? make("kbd", key) : null, make("span", sentence(family && inFamily ? inFamily : words)), rest.length ? make("small.rest", rest.join(", ")) : null,
      hint ? make("small", family && !only ? { title: hint } : {}, family && !only ? hint.split(" ")[0] : hint) : null, isDefault ? make("kbd.enter", "Enter") : null);
    if (only) {
      made.onmouseenter = made.onfocus = () => this.table.pointing.consider(only, made);
      made.onmouseleave = made.onblur = () => this.table.pointing.consider(null, made);
      made.oncontextmenu = (event) => { event.preventDefault(); this.table.pointing.consider(only, made, true); };
    }
    return made;
  }

  /* How many there are to choose from, by what is picked next; of a single target, in how many ways. */
  countOf(question, choices) {
    const next = choices.map((choice) => question.next(choice)), kind = next[0] && next.every((part) => part && part.kind === next[0].kind) ? next[0].kind : "";
    const count = kind ? new Set(next.map((part) => String(part.value))).size : choices.length;
    return count > 1 ? several(count, { unit: "target", cell: "place", direction: "direction" }[kind] || "way") : several(choices.length, "way");
  }

  /* Long words: what is chosen, and what it leads to. */
  shortened(words) { return words.length > LONG ? words.split(", ") : [words]; }

  extras(view) {
    const { asked } = view, host = byId("extras");
    const undo = view.undo ? make("button", { onclick: () => this.table.undo() }, make("kbd", "u"), "Undo") : null;
    this.isForAll = false;
    this.all = asked.alike.length > 1 ? make("button.toggle", { "aria-pressed": "false", title: asked.alike.join(", "), onclick: () => this.toggleAll() },
      make("kbd", "."), `Same for all ${asked.alike.length}`) : null;
    const missing = (asked.missing || []).filter((one) => one.reason);
    const why = missing.length ? make("details.missing", make("summary", `Not allowed now (${missing.length})`),
      make("dl", this.byReason(missing).flatMap(([reason, verbs]) => [make("dt", verbs.join(", ")), make("dd", reason)]))) : null;
    host.replaceChildren(...[undo, this.all, why].filter(Boolean));
  }

  /* What is missing for the same reason is told together: [[reason, verbs]], the reasons of few first. */
  byReason(missing) {
    const found = new Map();
    for (const { verb, reason } of missing) found.set(reason, [...(found.get(reason) || []), verb.replaceAll("_", " ")]);
    return [...found].sort(([, some], [, others]) => some.length - others.length);
  }

  toggleAll() {
    if (!this.all) return;
    this.isForAll = !this.isForAll;
    this.all.setAttribute("aria-pressed", String(this.isForAll));
  }

  /* How it ended, and what one may do then. */
  end(view, actions, fallen) {
    this.clear();
    const { over } = view, first = winnersOf(view);
    this.banner(first.length === 1 ? view.sides[first[0]] : null, make("p.ended", make("b", sentence(over.result)), make("span", sentence(over.ending))));
    const ranks = view.sides.length > 2 ? make("ol.ranks", view.sides.map((side, k) => ({ side, rank: over.ranks[k] })).sort((a, b) => a.rank - b.rank)
      .map(({ side }) => make("li", { vars: { "--c": sideColour(side) } }, make("i.dot"), side.name))) : null;
    const buttons = actions.map(([words, act, isFirst]) => make(`button.choice${isFirst ? ".primary" : ""}`, { onclick: act }, make("span", words)));
    const losses = fallen.length ? make("details.fallen", { open: fallen.length <= FEW }, make("summary", `Losses (${fallen.length})`), make("ol", fallen.map((one) =>
      make("li", { vars: { "--c": sideColour(view.sides[one.side]) } }, make("button", { onclick: () => this.table.goto(one.at) }, make("i.dot"), make("b", one.words), make("small", one.how)))))) : null;
    byId("options").replaceChildren(...(ranks ? [ranks] : []), ...buttons, ...(losses ? [losses] : []));
  }

  /* Nobody is a person: how to go on watching. */
  watch(side, actions) {
    this.clear();
    this.banner(side, make("p", make("b", side ? sentence(side.name) : "The battle"), make("span", "No human players: just watch")));
    byId("options").replaceChildren(...this.watching(actions));
  }

  watching(actions) {
    return actions.map(([key, words, act, isFirst]) => {
      this.keys.set(key, act);
      return make(`button.choice${isFirst ? ".primary" : ""}${words === "Pause" ? ".pause" : ""}`, { onclick: act }, make("kbd", key), make("span", words));
    });
  }
}
