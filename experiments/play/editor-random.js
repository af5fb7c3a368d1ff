"use strict";
/* What is drawn for every battle anew, as forms: rosters, terrain, and the distance from which a side comes. */

const DRAWN_FIELDS = { choose: () => ["side", "count", "from", "budget"], place: () => ["distance", "direction", "side"],
  generate: ({ kind }) => (kind === "walls" ? ["kind", "type", "count", "length", "mirror"] : ["kind", "flag", "share", "patch", "mirror"]) };
const isMapping = (one) => !!one && typeof one === "object" && !Array.isArray(one);

class RandomPanel {
  constructor(editor) {
    this.editor = editor;
    this.forms = { choose: [], generate: [], place: [] };
    this.lists = { choose: make("div.ed-drawn"), generate: make("div.ed-drawn"), place: make("div.ed-drawn") };
    this.none = make("p.note", "In this ruleset every side starts in its zone or at fixed places.");
    this.more = { choose: make("button", { onclick: () => this.add("choose") }, "Add a roster"), generate: make("button", { onclick: () => this.add("generate") }, "More terrain"),
      place: make("button", { onclick: () => this.add("place") }, "Add an opening distance") };
    this.host = make("div.ed-tab", make("h3", "Rosters"), make("p.note", "Units drawn from a list for each battle; they deploy in their side's zone."), this.lists.choose, this.more.choose,
      make("h3", "Terrain"), make("p.note", "Random ground and borders that never cut off a unit."), this.lists.generate, this.more.generate,
      make("h3", "Opening distance"), make("p.note", "How far away the arriving side starts, for units without a place or a zone."), this.none, this.lists.place, this.more.place);
  }

  draw() {
    const { editor } = this, { kit } = editor;
    if (!kit) return;
    const focus = this.host.contains(document.activeElement) ? document.activeElement.id : "";
    for (const key of ["choose", "generate", "place"]) {
      const entries = this.entries(key);
      this.forms[key].length = Math.min(this.forms[key].length, entries.length);
      this.lists[key].replaceChildren(...entries.map((entry, number) => this.card(key, entry, number)));
    }
    this.none.hidden = kit.fields.place.length > 0;
    this.more.place.hidden = !kit.fields.place.length || this.entries("place").length > 0;
    if (focus) byId(focus)?.focus();
  }

  /* What the text says under a key, as a list; a single entry may stand there without one. */
  entries(key) {
    const given = this.editor.data[key];
    return (Array.isArray(given) ? given : given === undefined || given === null ? [] : [given]).map((one) => (isMapping(one) ? one : {}));
  }

  pathOf(key, number) { return Array.isArray(this.editor.data[key]) ? [key, number] : [key]; }

  card(key, entry, number) {
    const { editor } = this, { kit } = editor, path = this.pathOf(key, number), written = path.length > 1 ? `${key}[${number}]` : key;
    const form = this.forms[key][number] ||= new FieldForm((name, change) => this.editor.amend({ ...change, path: [...this.pathOf(key, number), name] }), "change something else", true, `${key}-${number}-`);
    const fields = kit.fields[key].map((field) => ({ ...field, names: field.kind.startsWith("side") ? editor.sides : field.names, words: (name) => (field.kind.startsWith("side") ? editor.sideName(name) : plainWords(name)) }));
    const usual = Object.fromEntries(fields.filter((field) => "usual" in field).map((field) => [field.name, field.usual]));
    form.draw(fields, entry, usual, DRAWN_FIELDS[key](entry));
    const wrong = editor.told.problems.filter((one) => one.key === written || one.key.startsWith(`${written}.`) || one.key.startsWith(`${written}[`));
    const area = key === "generate" ? make("button", { onclick: () => editor.use({ do: "zone", path: [...path, "area"], words: "where this terrain may lie" }) }, "Only in a box") : null;
    return make("div.ed-entry", { "data-entry": written }, make("div.ed-cardhead", make("h3", this.title(key, entry)), make("button.ed-drop", { "aria-label": `Remove ${this.title(key, entry)}`, title: "Remove", onclick: () => this.drop(key, number) }, "\u00d7")),
      wrong.map((one) => make("p.ed-wrong", sentence(one.what))), form.host, area);
  }

  title(key, entry) {
    const { editor } = this, spread = (value) => (isMapping(value) && "from" in value ? `${value.from} to ${value.to}` : Array.isArray(value) ? value.join(" or ") : String(value));
    if (key === "place") return `From ${entry.distance === undefined ? "?" : plainWords(spread(entry.distance))}`;
    if (key === "generate") return `${entry.kind === "walls" ? "Walls" : "Scattered"}: ${plainWords(yamlOf(entry.kind === "walls" ? entry.type ?? entry.flag ?? "?" : entry.flag ?? "?"))}`;
    const sides = [entry.side ?? []].flat().map((name) => editor.sideName(String(name)));
    return `${sentence(listed(sides))}: ${entry.count === undefined ? "as many as the budget allows" : spread(entry.count)}`;
  }

  add(key) {
    const { editor } = this, { kit, sides, data } = editor, given = data[key];
    const made = { choose: () => ({ side: sides[sides.length - 1], count: 1, from: [kit.templates[0].name] }), generate: () => ({ kind: "scatter", flag: kit.ground[0].value, share: .1 }), place: () => ({ distance: 6 }) }[key]();
    if (key === "place") editor.amend({ do: "put", path: [key], value: made });
    else if (Array.isArray(given) && given.length) editor.amend({ do: "put", path: [key, given.length], value: made });
    else editor.amend({ do: "put", path: [key], value: [...(isMapping(given) ? [given] : []), made] });
  }

  drop(key, number) {
    this.forms[key].splice(number);
    this.editor.amend({ do: "take", path: this.entries(key).length > 1 ? [key, number] : [key] });
  }
}

/* A field that takes several of many names, each as often as one likes: those there are, and a list to add others from. What is
   written out stays as it is; its chip is called after its template. */
function listField(field, given, put) {
  const add = make("select", { "aria-label": `Add to ${plainWords(field.name)}`, onchange: () => put([...given, add.value]) }, make("option", { value: "" }, "add \u2026"), field.names.map((name) => make("option", { value: name }, (field.words || plainWords)(name))));
  const chip = (one, k) => {
    const words = (field.words || plainWords)(isMapping(one) ? String(one.name || one.template || "unit") : one);
    return make("button", { title: `${isMapping(one) ? `${yamlOf(one)}: ` : ""}remove`, "aria-label": `Remove ${words}`, onclick: () => put(given.filter((_, n) => n !== k)) }, words, isMapping(one) && Object.keys(one).length > 1 ? "*" : "", make("span", "\u00d7"));
  };
  return make("div.ed-chips", given.map(chip), add);
}

/* Which sides get the same draw: one of them, all, or some of several. */
function sidesField(field, given, put) {
  const all = "*", names = [given ?? []].flat().map(String), isAll = names.length === field.names.length && field.names.every((name) => names.includes(name));
  if (names.length > 1 && !isAll) return listField(field, names, put);
  return choiceOf([...field.names.map((name) => [name, sentence(field.words(name))]), [all, "All sides, same draw"]], isAll ? all : names[0] || "", "", (picked) => put(picked === "" ? undefined : picked === all ? field.names : picked));
}
