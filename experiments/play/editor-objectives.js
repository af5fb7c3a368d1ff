"use strict";
/* What a battle is about besides the rules, as forms: zones to hold, the points and the round that end it, and what decides. */

const VERDICTS = [["score,staying", "points, then staying power"], ["score", "points"], ["staying,score", "staying power, then points"], ["staying", "staying power"]];
const MOST_ZONES = 8;

class ObjectivesPanel {
  constructor(editor) {
    this.editor = editor;
    this.typed = {};  // names that zones cannot have: the zone's own name -> [what was typed, what is wrong with it]
    this.zones = make("div.ed-drawn");
    this.more = make("button", { onclick: () => this.drawZone(this.freeName()) }, "Add a zone");
    this.end = make("div.ed-fields");
    this.wrong = make("div");
    this.host = make("div.ed-tab", make("h3", "Zones"), make("p.note", "At the end of a round, a zone gives a point to the side that stands in it without enemies."), this.zones, make("div.ed-row", this.more),
      make("h3", "End of the battle"), make("p.note", "The battle still ends when its rules say so."), this.end, this.wrong);
  }

  get given() { return isMapping(this.editor.data.objectives) ? this.editor.data.objectives : {}; }

  get names() { return isMapping(this.given.zones) ? Object.keys(this.given.zones) : []; }

  draw() {
    const { editor, given, names } = this, active = this.host.contains(document.activeElement) ? document.activeElement : null, focus = active ? active.id : "";
    const typing = active && active.tagName === "INPUT" && active.value !== active.defaultValue ? active.value : null;
    const { problems } = editor.told, of = names.map((name) => problems.filter((one) => isAt(one.key, `objectives.zones.${name}`)));
    for (const name of Object.keys(this.typed)) if (!names.includes(name)) delete this.typed[name];
    this.zones.replaceChildren(...names.map((name, number) => this.zone(name, number, of[number])));
    this.more.hidden = names.length >= MOST_ZONES;
    this.end.replaceChildren(this.field("to_win", "Points to win", "A side with this many points wins at once, if no enemy has as many.", ["to_win"], given.to_win),
      this.field("rounds", "Last round", "The battle ends after this round.", ["rounds"], given.rounds), this.attacker(), this.verdict());
    const fields = ["to_win", "rounds", "attacker", "verdict"], known = new Set([...of.flat(), ...problems.filter((one) => fields.some((key) => isAt(one.key, `objectives.${key}`)))]);
    this.wrong.replaceChildren(...this.complaints(problems.filter((one) => isAt(one.key, "objectives") && !known.has(one))));
    for (const input of this.host.querySelectorAll("input")) input.defaultValue = input.value;
    if (!focus || !byId(focus)) return;
    byId(focus).focus();
    if (typing !== null) byId(focus).value = typing;
  }

  complaints(problems) {
    return problems.map((one) => make("p.ed-wrong", sentence(one.what), one.allowed ? make("small", `allowed: ${one.allowed}`) : null));
  }

  /* --- zones */

  zone(name, number, problems) {
    const { editor } = this, [typed, wrong] = this.typed[name] || [name, ""], id = `ed-zone-${number}`;
    const input = make("input", { id, value: typed, maxLength: 60, "aria-label": `Name of zone ${number + 1}`, onchange: () => this.rename(name, input.value) });
    const drop = make("button.ed-drop", { "aria-label": `Remove ${name}`, title: "Remove", onclick: () => editor.amend({ do: "take", path: ["objectives", "zones", name] }) }, "\u00d7");
    return make("div.ed-entry", { "data-zone": name }, make("div.ed-row.ed-zone", input, make("button", { onclick: () => this.drawZone(name) }, "Draw"), drop), make("small", whereWords(this.given.zones[name])),
      wrong ? make("p.ed-wrong", wrong) : null, this.complaints(problems));
  }

  drawZone(name) {
    this.editor.use({ do: "zone", path: ["objectives", "zones", name], isCorners: true, words: `where ${name} lies` });
    if (isNarrow()) this.editor.boardHost.scrollIntoView({ block: "nearest" });
  }

  /* Gives a zone another name; one that it cannot have stays in the field, with what is wrong. */
  rename(name, text) {
    const to = text.trim(), isTaken = to !== name && this.names.includes(to);
    if (to && !isTaken) delete this.typed[name]; else this.typed[name] = [text, isTaken ? `There is already a zone called "${to}".` : "A zone needs a name."];
    if (to && !isTaken && to !== name) this.editor.amend({ do: "rename", path: ["objectives", "zones", name], text: to }); else this.draw();
  }

  freeName() {
    let number = this.names.length + 1;
    while (this.names.includes(`zone ${number}`)) number += 1;
    return `zone ${number}`;
  }

  /* --- the end */

  row(key, words, title, input) {
    input.id = `ed-objectives-${key}`;
    return make("div.ed-field", make("label", { for: input.id, title }, words), input, make("span"), make("small", title),
      this.complaints(this.editor.told.problems.filter((one) => isAt(one.key, `objectives.${key}`))));
  }

  /* A number, written as it is typed: the check says what is wrong with it. */
  field(key, words, title, path, given) {
    return this.row(key, words, title, formField({ name: key, kind: "yaml" }, given, "none", (change) => this.editor.amend({ ...change, path: ["objectives", ...path] })));
  }

  choice(key, words, title, pairs, given, usual) {
    const put = (value) => this.editor.amend(value === undefined ? { do: "take", path: ["objectives", key] } : { do: "put", path: ["objectives", key], value });
    const isOther = given !== undefined && !pairs.some(([one]) => one === String(given));
    const select = choiceOf(pairs, given === undefined ? "" : String(given), usual, (value) => put(value === "" ? undefined : key === "verdict" ? value.split(",") : value));
    if (isOther) select.lastChild.textContent = yamlOf(given);
    return this.row(key, words, title, select);
  }

  attacker() {
    const { editor } = this;
    return this.choice("attacker", "Attacker", "The attacker and its allies lose ties. Without an attacker, a tie is a draw.", editor.sides.map((name) => [name, sentence(editor.sideName(name))]), this.given.attacker, "nobody");
  }

  verdict() {
    return this.choice("verdict", "Decided by", "When the rules name no winner.", VERDICTS, this.given.verdict, this.names.length ? "points" : "staying power");
  }
}

/* Whether a problem is about an entry or about something in it. */
const isAt = (key, entry) => key === entry || key.startsWith(`${entry}.`) || key.startsWith(`${entry}[`);

const isCell = (one) => Array.isArray(one) && one.length === 2 && one.every(Number.isInteger);

/* The cells of a zone as a text gives it, as far as they can be read. */
function zoneCells(zone) {
  const given = Array.isArray(zone) ? { cells: zone } : isMapping(zone) ? zone : {};
  const isBox = isCell(given.from) && isCell(given.to) && [...given.from, ...given.to].every((one) => Math.abs(one) < 1000);
  return [...(Array.isArray(given.cells) ? given.cells.filter(isCell) : []), ...(isBox ? cellsOfBox(given.from, given.to) : [])];
}

function whereWords(zone) {
  const cells = zoneCells(zone), [columns, rows] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  if (!cells.length) return "not on the board yet";
  const [x0, y0, x1, y1] = [Math.min(...columns), Math.min(...rows), Math.max(...columns), Math.max(...rows)];
  return `${several(new Set(cells.map(String)).size, "cell")}, ${x0 === x1 && y0 === y1 ? `${x0},${y0}` : `${x0},${y0} to ${x1},${y1}`}`;
}
