"use strict";
/* What stands beside the board of the editor: ground and borders, units, the battle as a whole, the text. */

/* A value as YAML on one line. */
function yamlOf(value) {
  if (typeof value === "string") return /^[A-Za-z_][\w .-]*$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(yamlOf).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, one]) => `${yamlOf(key)}: ${yamlOf(one)}`).join(", ")}}`;
  return String(value);
}

const plainWords = (name) => name.replaceAll("_", " ");

/* A field of a form. given: what the text says, undefined for nothing; usual: what holds then; change gets one change of the
   text, without its path. */
function formField(field, given, usual, change) {
  const isPlain = given === undefined || ["number", "string", "boolean"].includes(typeof given) || (field.kind === "many" && Array.isArray(given) && given.every((one) => typeof one === "string"));
  const put = (value) => change(value === undefined ? { do: "take" } : { do: "put", value });
  const write = (text) => change(text.trim() ? { do: "write", text } : { do: "take" });
  const hint = usual === undefined ? "" : yamlOf(usual);
  if (field.kind === "list" && (given === undefined || (Array.isArray(given) && given.every((one) => typeof one === "string" || isMapping(one))))) return listField(field, given || [], put);
  if (field.kind === "sides" && !isMapping(given)) return sidesField(field, given, put);
  if (!isPlain || ["yaml", "list", "sides"].includes(field.kind)) return make("input", { value: given === undefined ? "" : yamlOf(given), placeholder: hint, onchange: (event) => write(event.target.value), title: "As YAML" });
  if (field.kind === "flag") return choiceOf([["true", "yes"], ["false", "no"]], given === undefined ? "" : String(given), hint, (value) => put(value === "" ? undefined : value === "true"));
  if (field.kind === "side" || (field.kind === "one" && field.names.length < 80)) return choiceOf(field.names.map((name) => [name, (field.words || plainWords)(name)]), given === undefined ? "" : String(given), hint, (value) => put(value === "" ? undefined : value));
  if (field.kind === "many") return make("input", { value: (given || []).join(", "), placeholder: Array.isArray(usual) ? usual.join(", ") : hint, title: `Any of: ${field.names.slice(0, 80).join(", ")}`, onchange: ({ target }) => put(target.value.trim() ? target.value.split(",").map((one) => one.trim()).filter(Boolean) : given === undefined ? undefined : []) });
  if (field.kind === "number") {
    const bounds = Object.fromEntries(["min", "max"].filter((end) => Number.isFinite(field[end])).map((end) => [end, field[end]]));
    return make("input", { type: "number", step: field.broken ? "any" : 1, ...bounds, value: given === undefined ? "" : given, placeholder: hint, onchange: ({ target }) => put(target.value === "" ? undefined : Number(target.value)) });
  }
  return make("input", { value: given === undefined ? "" : given, placeholder: hint, onchange: ({ target }) => put(target.value === "" ? undefined : target.value) });
}

function choiceOf(pairs, value, hint, change) {
  const select = make("select", { onchange: () => change(select.value) }, make("option", { value: "" }, hint ? `${plainWords(hint)} (usual)` : "as usual"), pairs.map(([one, words]) => make("option", { value: one }, words)));
  if (value && !pairs.some(([one]) => one === value)) select.append(make("option", { value }, value));
  select.value = value;
  return select;
}

/* A form: rows of fields that the text names, and a search for others. Redrawing keeps the focus. */
class FieldForm {
  constructor(change, about, isExplained = false, key = "") {
    this.key = key;  // what tells its fields from those of other forms on the page
    this.isExplained = isExplained;  // whether what fields mean stands below them
    this.change = change;  // change(name, one change without its path)
    this.about = about;
    this.host = make("div.ed-form");
    this.rows = make("div.ed-fields");
    this.hits = make("ul.knobhits");
    this.search = make("input", { type: "search", oninput: () => this.find() });
    this.host.append(this.rows, this.search, this.hits);
  }

  /* fields: all there are; given: what the text says; usual: what holds otherwise; shown: names that are always shown. */
  draw(fields, given, usual, shown = []) {
    Object.assign(this, { fields, given, usual });
    const names = [...shown, ...Object.keys(given).filter((name) => !shown.includes(name))].filter((name) => fields.some((field) => field.name === name));
    const focus = this.host.contains(document.activeElement) ? document.activeElement.id : "";
    this.rows.replaceChildren(...names.map((name) => this.row(fields.find((field) => field.name === name))));
    this.search.placeholder = `${this.about} (${fields.length})`;
    this.search.setAttribute("aria-label", this.about);
    this.search.hidden = fields.length <= names.length;
    this.find();
    if (focus) byId(focus)?.focus();
  }

  row(field) {
    const input = formField(field, this.given[field.name], this.usual[field.name], (change) => this.change(field.name, change)), isGiven = field.name in this.given;
    input.id = `ed-field-${this.key}${field.name}`;
    return make("div.ed-field", make("label", { for: input.id, title: field.about }, sentence(plainWords(field.name))), input,
      isGiven && field.name !== "name" ? make("button.ed-drop", { "aria-label": `Reset ${plainWords(field.name)}`, title: "Reset", onclick: () => this.change(field.name, { do: "take" }) }, "\u00d7") : make("span"), this.isExplained && field.about ? make("small", sentence(field.about)) : null);
  }

  find() {
    const words = this.search.value.toLowerCase().split(/[\s_]+/).filter(Boolean);
    const of = words.length ? this.fields.filter((field) => !(field.name in this.given) && words.every((word) => `${field.name} ${field.about}`.toLowerCase().includes(word))) : [];
    this.hits.replaceChildren(...of.slice(0, 8).map((field) => make("li", this.row(field), field.about ? make("p.note", field.about) : null)));
    if (words.length && !of.length) this.hits.append(make("li", make("p.note", "Nothing else matches.")));
  }
}

class GroundPanel {
  constructor(editor) {
    this.editor = editor;
    this.host = make("div.ed-tab");
    this.last = null;
    this.height = 1;
  }

  draw() {
    const { kit, told } = this.editor;
    if (!kit) { this.host.replaceChildren(make("p.none", "Choose a ruleset first: the kinds of ground depend on it.")); return; }
    const key = `${kit.slug}|${!!kit.swatches}`;
    if (key !== this.drawn) this.build(kit);
    this.drawn = key;
    const size = told.size || [0, 0];
    if (document.activeElement !== this.wide) this.wide.value = size[0];
    if (document.activeElement !== this.high) this.high.value = size[1];
    this.toolChanged();
  }

  build(kit) {
    const tile = (one, k, sort) => {
      const look = kit.swatches && kit.swatches[sort][k], tool = { do: sort === "borders" ? "border" : "paint", value: one.value, words: one.words };
      return make("button.ed-tile", { "aria-pressed": "false", title: one.meaning || one.words, "data-tool": JSON.stringify([tool.do, tool.value]), onclick: () => this.pick(tool) }, look ? swatch(look, sort === "borders") : null, make("span", one.words));
    };
    const nothing = make("button.ed-tile", { "aria-pressed": "false", "data-tool": JSON.stringify(["border", null]), onclick: () => this.pick({ do: "border", value: null, words: "nothing" }) }, make("i.ed-swatch.bare"), make("span", "nothing"));
    this.wide = make("input", { type: "number", min: 2, max: kit.most[0], "aria-label": "columns" });
    this.high = make("input", { type: "number", min: 2, max: kit.most[1], "aria-label": "rows" });
    const resize = () => this.editor.amend({ do: "resize", cells: [[Number(this.wide.value), Number(this.high.value)]] });
    this.host.replaceChildren(make("h3", "Ground"), make("div.ed-tiles", kit.ground.map((one, k) => tile(one, k, "ground"))), kit.height ? this.heights(kit.height) : "",
      ...(kit.borders.length ? [make("h3", "Between cells"), make("div.ed-tiles", kit.borders.map((one, k) => tile(one, k, "borders")), nothing)] : []),
      make("h3", "Size of the board"), make("div.ed-row", this.wide, make("span", "\u00d7"), this.high, make("button", { onclick: resize }, "Change")));
  }

  heights({ name, most }) {
    const input = make("input", { type: "number", min: 0, max: most, value: this.height, "aria-label": "height", oninput: () => { this.height = Number(input.value) || 0; pick(); } });
    const pick = () => this.pick({ do: "paint", value: { [name]: this.height }, words: `height ${this.height}` });
    this.heightTile = make("button.ed-tile", { "aria-pressed": "false", onclick: pick }, make("i.ed-swatch.high", "\u25b2"), make("span", `height, 0 to ${most}`));
    return make("div.ed-row.ed-heights", this.heightTile, input);
  }

  pick(tool) {
    if (tool.do === "paint") this.last = tool;
    this.editor.use(tool);
  }

  toolChanged() {
    const { tool } = this.editor, key = JSON.stringify([tool.do, tool.value]);
    for (const tile of this.host.querySelectorAll(".ed-tile")) tile.setAttribute("aria-pressed", String(tile.dataset.tool === key));
    if (this.heightTile) this.heightTile.setAttribute("aria-pressed", String(tool.do === "paint" && !!tool.value && typeof tool.value === "object" && this.editor.kit.height.name in tool.value && Object.keys(tool.value).length === 1));
  }
}

class UnitsPanel {
  constructor(editor) {
    this.editor = editor;
    this.side = 0;
    this.picker = make("div.ed-picker");
    this.search = make("input", { type: "search", placeholder: "search units", "aria-label": "Search units", oninput: () => this.drawTemplates() });
    this.templates = make("div.ed-templates");
    this.card = make("div.ed-card");
    this.roster = make("div");
    this.form = new FieldForm((name, change) => this.editor.amend({ ...change, path: ["units", this.editor.chosen, name] }), "change something else");
    this.host = make("div.ed-tab", this.card, make("h3", "Put on the board"), this.picker, this.search, this.templates, make("h3", "On the board"), this.roster);
  }

  draw() {
    const { editor } = this, { kit } = editor;
    if (!kit) { this.templates.replaceChildren(); return; }
    this.side = Math.min(this.side, editor.sides.length - 1);
    this.picker.replaceChildren(...editor.sides.map((name, k) => {
      const side = editor.sideOf(name);
      return make("button.toggle.ed-side", { "aria-pressed": String(k === this.side), vars: { "--c": sideColour(side) }, onclick: () => { this.side = k; this.again(); } }, make("i.dot"), sentence(side.name));
    }), make("button", { title: "The box in which units without a place start", onclick: () => editor.use({ do: "zone", side: editor.sides[this.side] }) }, "Zone"));
    this.search.hidden = kit.templates.length < 16;
    this.drawTemplates();
    this.drawRoster();
    this.drawCard();
  }

  /* The side is another; the tool places for it. */
  again() {
    const { tool } = this.editor;
    if (tool.do === "place") this.editor.use({ ...tool, side: this.editor.sides[this.side] });
    this.draw();
  }

  toolChanged() { this.drawTemplates(); }

  drawTemplates() {
    const { kit, tool, sides } = this.editor, words = this.search.value.toLowerCase();
    if (!kit) return;
    this.templates.replaceChildren(...kit.templates.filter((one) => plainWords(one.name).includes(words)).map((one) =>
      make("button.toggle", { "data-template": one.name, "aria-pressed": String(tool.do === "place" && tool.template === one.name), onclick: () => this.editor.use({ do: "place", template: one.name, side: sides[this.side] }) }, plainWords(one.name), one.points ? make("small", `${one.points}`) : null)));
  }

  drawRoster() {
    const { editor } = this, { units } = editor;
    const wrong = new Set(editor.told.problems.map((one) => /^units\[(\d+)\]/.exec(one.key)).filter(Boolean).map((found) => Number(found[1])));
    const groups = editor.sides.map((name) => {
      const side = editor.sideOf(name), of = units.map((unit, k) => [unit, k]).filter(([unit]) => unit.side === name);
      const row = ([unit, k]) => make("li", make("button", { "aria-pressed": String(k === editor.chosen), onclick: () => editor.select(k) }, make("span", plainWords(String(unit.name || unit.template || "unit"))),
        make("small", wrong.has(k) ? "has a problem" : Array.isArray(unit.at) ? `${unit.at.join(", ")}` : unit.count ? `${yamlOf(unit.count)} at random` : "placed later")));
      return make("div.ed-group", { vars: { "--c": sideColour(side) } }, make("h4", make("i.dot"), sentence(side.name), make("span", several(of.length, "unit"))), make("ul", of.map(row)));
    });
    const drawn = ["choose", "place"].some((key) => editor.data[key]) ? make("p.note", "More units are drawn at random for each battle. ", make("button.link", { onclick: () => editor.showTab("random") }, "See how")) : null;
    this.roster.replaceChildren(...groups, ...(drawn ? [drawn] : []));
  }

  drawCard() {
    const { editor } = this, { chosen, kit } = editor, unit = editor.units[chosen];
    if (!unit) { this.card.replaceChildren(); this.shown = -1; return; }
    const usual = (kit.templates.find((one) => one.name === unit.template) || { given: {} }).given, put = (name) => ({ target }) => editor.amend(target.value === "" ? { do: "take", path: ["units", chosen, name] } : { do: "put", path: ["units", chosen, name], value: target.value });
    const side = editor.sideOf(unit.side), first = this.shown !== chosen;
    const select = (value, pairs, name) => { const made = make("select", { "aria-label": name, onchange: put(name) }, pairs.map(([one, words]) => make("option", { value: one }, words))); made.value = value; return made; };
    const act = (words, key, doing) => make("button", { onclick: doing }, words, make("kbd", key));
    const head = make("div.ed-cardhead", { vars: { "--c": sideColour(side) } }, make("h3", plainWords(String(unit.name || unit.template || "unit"))), make("button.ed-drop", { "aria-label": "Close", onclick: () => editor.select(-1) }, "\u00d7"));
    const top = make("div.ed-two", select(unit.template || "", [["", "written out"], ...kit.templates.map((one) => [one.name, plainWords(one.name)])], "template"), select(unit.side || "", editor.sides.map((name) => [name, sentence(editor.sideOf(name).name)]), "side"));
    const acts = make("div.ed-row", editor.map.rowOf(chosen) !== undefined && editor.map.facingOf(chosen) < 0 ? null : act("Turn", "R", () => editor.turn()), act("Copy", "D", () => editor.copy()), act("Remove", "Del", () => editor.remove()));
    if (first) {
      this.raw = make("textarea.ed-raw", { "aria-label": "This unit as YAML", onchange: () => editor.amend({ do: "write", path: ["units", editor.chosen], text: this.raw.value }) });
      this.form.search.value = "";
      this.more = make("details", make("summary", "As text"), this.raw);
    }
    const given = Object.fromEntries(Object.entries(unit).map(([name, value]) => [name, value]));
    this.form.draw(kit.fields.unit, given, usual, ["name", "facing"]);
    this.raw.value = yamlOf(unit);
    const focus = this.card.contains(document.activeElement) ? document.activeElement.id : "";
    this.card.replaceChildren(head, acts, top, this.form.host, this.more);
    if (focus) byId(focus)?.focus();
    if (first) this.host.parentElement?.scrollTo(0, 0);
    this.shown = chosen;
  }
}

class BattlePanel {
  constructor(editor) {
    this.editor = editor;
    const at = (...path) => (name, change) => editor.amend({ ...change, path: [...path, name] });
    this.whole = new FieldForm(at(), "other settings");
    this.circumstances = new FieldForm(at("battle"), "other circumstances", true);
    this.about = make("textarea", { id: "ed-about", "aria-label": "Description", onchange: () => editor.amend(this.about.value ? { do: "put", path: ["description"], value: this.about.value } : { do: "take", path: ["description"] }) });
    this.sides = make("div.ed-sides");
    this.rules = make("div.ed-rules");
    this.find = make("input", { type: "search", "aria-label": "Search the book's numbers", oninput: () => this.findKnobs() });
    this.hits = make("ul.knobhits");
    this.host = make("div.ed-tab", make("h3", "Scenario"), this.whole.host, make("label.field", { for: "ed-about" }, make("span", "Description"), this.about), make("h3", "Sides"), this.sides,
      this.heading = make("h3", "Circumstances"), this.circumstances.host, make("h3", "House rules"), this.rules, this.find, this.hits);
  }

  draw() {
    const { editor } = this, { kit, data } = editor;
    if (!kit) return;
    const isMap = (one) => (one && typeof one === "object" && !Array.isArray(one) ? one : {}), fields = kit.fields.scenario.filter((field) => field.name !== "description");
    const limits = fields.map((field) => field.name).filter((name) => !["name", "round_limit"].includes(name) || (name === "round_limit" && !fields.some((field) => field.name === "max_rounds")));
    const usual = Object.fromEntries(fields.map((field) => [field.name, (kit.knobs.find((knob) => field.about === `the knob ${knob.address}`) || {}).value]));
    this.whole.draw(fields, data, usual, ["name", ...limits]);
    this.circumstances.draw(kit.fields.battle, isMap(data.battle), {}, kit.fields.battle.map((field) => field.name));
    this.heading.hidden = !kit.fields.battle.length;
    if (document.activeElement !== this.about) this.about.value = typeof data.description === "string" ? data.description : "";
    this.drawSides();
    this.drawRules(isMap(data.rules));
  }

  drawSides() {
    const { editor } = this, { sides, kit } = editor;
    const allies = (Array.isArray(editor.data.allies) ? editor.data.allies : []).filter(Array.isArray), shown = JSON.stringify([sides, allies]), focus = this.sides.contains(document.activeElement) ? document.activeElement.id : "";
    if (focus && this.sidesShown === shown) return;
    this.sidesShown = shown;
    const rename = (k, word) => {
      const name = word.trim().toLowerCase().replace(/[^a-z0-9_]+/g, "_");
      if (!name || sides.includes(name)) return;
      const changes = editor.units.map((unit, n) => (unit.side === sides[k] ? { do: "put", path: ["units", n, "side"], value: name } : null)).filter(Boolean);
      changes.push(...this.renamed(sides[k], name));
      if (changes.length > 60) { Notices.say("That would rename more than 60 units. Rename them in the text instead."); return; }
      editor.amend({ do: "put", path: ["sides"], value: sides.map((one, n) => (n === k ? name : one)) }, ...changes);
    };
    const drop = (k) => editor.amend({ do: "put", path: ["sides"], value: sides.filter((one, n) => n !== k) });
    const add = () => editor.amend({ do: "put", path: ["sides"], value: [...sides, ["gold", "green", "third", "fourth"].find((name) => !sides.includes(name))] });
    this.sides.replaceChildren(...sides.map((name, k) => make("div.ed-field", { vars: { "--c": sideColour(editor.sideOf(name)) } }, make("label", { for: `ed-side-${k}` }, make("i.dot"), `Side ${k + 1}`),
      make("input", { id: `ed-side-${k}`, value: name, maxLength: 32, onchange: ({ target }) => rename(k, target.value) }), sides.length > 2 && k > 1 ? make("button.ed-drop", { "aria-label": `No side ${name}`, onclick: () => drop(k) }, "\u00d7") : make("span"))),
    sides.length < kit.sides ? make("button", { onclick: add }, "Add a side") : "", ...(sides.length > 2 ? [make("div.ed-picker", { role: "group", "aria-label": "Allies" }, this.pairs(sides, allies))] : []));
    if (focus) byId(focus)?.focus();
  }

  /* A switch for each two sides that could be allied. */
  pairs(sides, allies) {
    const { editor } = this, found = [];
    sides.forEach((one, i) => sides.slice(i + 1).forEach((other) => {
      const at = allies.findIndex((pair) => pair.includes(one) && pair.includes(other)), words = `${sentence(editor.sideName(one))} and ${editor.sideName(other)} are allied`;
      const join = () => ({ do: "put", ...(allies.length ? { path: ["allies", allies.length], value: [one, other] } : { path: ["allies"], value: [[one, other]] }) });
      const part = () => ({ do: "take", path: allies.length > 1 ? ["allies", at] : ["allies"] });
      found.push(make("button.toggle", { id: `ed-ally-${i}-${sides.indexOf(other)}`, "aria-pressed": String(at >= 0), onclick: () => editor.amend(at >= 0 ? part() : join()) }, words));
    }));
    return found;
  }

  /* What else names a side, with its new name. */
  renamed(old, name) {
    const { data } = this.editor, to = (one) => (one === old ? name : one), isMap = (one) => one && typeof one === "object" && !Array.isArray(one), changes = [];
    if (isMap(data.deploy) && old in data.deploy) changes.push({ do: "put", path: ["deploy"], value: Object.fromEntries(Object.entries(data.deploy).map(([key, zone]) => [to(key), zone])) });
    if (Array.isArray(data.allies)) data.allies.forEach((pair, k) => { if (Array.isArray(pair) && pair.includes(old)) changes.push({ do: "put", path: ["allies", k], value: pair.map(to) }); });
    [data.choose ?? []].flat().forEach((entry, k) => {
      if (isMap(entry) && [entry.side].flat().includes(old)) changes.push({ do: "put", path: [...(Array.isArray(data.choose) ? ["choose", k] : ["choose"]), "side"], value: Array.isArray(entry.side) ? entry.side.map(to) : name });
    });
    if (isMap(data.objectives) && data.objectives.attacker === old) changes.push({ do: "put", path: ["objectives", "attacker"], value: name });
    if (isMap(data.place) && data.place.side === old) changes.push({ do: "put", path: ["place", "side"], value: name });
    return changes;
  }

  drawRules(rules) {
    const { editor } = this, knobs = editor.kit.knobs;
    this.find.placeholder = `Search ${several(knobs.length, "number")} of the book`;
    this.rules.replaceChildren(...Object.entries(rules).map(([address, value]) => this.knob(knobs.find((one) => one.address === address) || { address, names: {} }, value)));
    this.findKnobs();
  }

  findKnobs() {
    const { editor } = this, words = this.find.value.toLowerCase().split(/[\s._]+/).filter(Boolean), rules = editor.data.rules || {};
    const of = words.length ? editor.kit.knobs.filter((knob) => !(knob.address in rules) && words.every((word) => `${knob.address} ${knob.title || ""}`.toLowerCase().includes(word))) : [];
    this.hits.replaceChildren(...of.slice(0, 8).map((knob) => make("li", this.knob(knob))));
  }

  knob(knob, given) {
    const names = Object.keys(knob.names || {}), field = { name: knob.address, kind: names.length ? "one" : "number", names, min: knob.min, max: knob.max };
    const usual = names.find((name) => knob.names[name] === knob.value) || knob.value;
    const input = formField(field, given, usual, (change) => this.editor.amend({ ...change, path: ["rules", knob.address] }));
    return make("label.knob", make("span", knob.title || knob.address, make("small", `${knob.address}, book: ${usual}`)), make("span.ed-knob", input, given === undefined ? null : make("button.ed-drop", { "aria-label": `Reset ${knob.address}`, onclick: () => this.editor.amend({ do: "take", path: ["rules", knob.address] }) }, "\u00d7")));
  }
}

/* The text itself, with numbers of lines, those with problems marked. */
class TextPanel {
  constructor(editor) {
    this.editor = editor;
    this.lines = make("div.ed-lines", { "aria-hidden": "true" });
    this.area = make("textarea.ed-text", { "aria-label": "The scenario as YAML", oninput: () => { editor.type(this.area.value); this.number(); } });
    this.area.spellcheck = false;
    this.area.setAttribute("wrap", "off");
    this.area.addEventListener("scroll", () => { this.lines.scrollTop = this.area.scrollTop; });
    this.area.addEventListener("keydown", (event) => this.tab(event));
    this.host = make("div.ed-tab.ed-textbox", this.lines, this.area);
  }

  draw() {
    if (this.area.value !== this.editor.text) {
      const { selectionStart, selectionEnd, scrollTop } = this.area;
      this.area.value = this.editor.text;
      this.area.setSelectionRange(selectionStart, selectionEnd);
      this.area.scrollTop = scrollTop;
    }
    this.number();
  }

  number() {
    const { problems, warnings } = this.editor.told, wrong = new Set(problems.map((one) => one.line)), warned = new Set(warnings.map((one) => one.line));
    this.lines.replaceChildren(...this.area.value.split("\n").map((_, k) => make(wrong.has(k + 1) ? "span.wrong" : warned.has(k + 1) ? "span.warned" : "span", { title: problems.filter((one) => one.line === k + 1).map((one) => one.what).join("; ") }, String(k + 1))));
    this.lines.scrollTop = this.area.scrollTop;
  }

  /* Tab writes two blanks, Escape gives the focus back. */
  tab(event) {
    if (event.key === "Escape") this.area.blur();
    if (event.key !== "Tab" || event.shiftKey) return;
    event.preventDefault();
    this.area.setRangeText("  ", this.area.selectionStart, this.area.selectionEnd, "end");
    this.editor.type(this.area.value);
  }

  goTo(line) {
    const before = this.area.value.split("\n").slice(0, Math.max(0, line - 1)).join("\n").length + (line > 1 ? 1 : 0), end = this.area.value.indexOf("\n", before);
    this.area.focus();
    this.area.setSelectionRange(before, end < 0 ? this.area.value.length : end);
    this.area.scrollTop = (line - 5) * 20;
  }
}
