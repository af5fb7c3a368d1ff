"use strict";
/* The editor of scenarios. The text is the truth: whatever is done on the map or in a form is sent to the server as a change of
   the text, and what comes back is checked and drawn. This part holds the text, its history and what is chosen. */

const MOST_KEPT = 200, CHECK_AFTER = 300;
const EDITOR_TABS = [["ground", "Ground"], ["units", "Units"], ["random", "Random"], ["battle", "Battle"], ["objectives", "Objectives"], ["text", "Text"], ["trial", "Play"]];

class Editor {
  constructor(host, server, leave) {
    this.host = host;
    this.server = server;
    this.leave = leave;  // leave.begin(matched, wish), leave.home()
    this.past = [];
    this.future = [];
    this.name = this.text = this.kept = "";
    this.told = { problems: [], warnings: [], data: {}, scene: null };
    this.tool = { do: "select" };
    this.shape = "brush";
    this.chosen = -1;
    this.tab = "ground";
    this.chain = Promise.resolve();
    this.kits = {};
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  async open() {
    const draft = Memory.read("editor:draft", "sessionStorage");
    if (draft && draft.text) await this.load(draft.text, draft.name, draft.kept, true); else await this.choose();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    clearTimeout(this.timer);
    if (this.trial) this.trial.close();
    this.isClosed = true;
  }

  /* --- which scenario */

  /* The first page: a new board, a copy of what there is, or what was written here. */
  async choose() {
    Memory.write("editor:draft", null, "sessionStorage");
    const told = await tried(() => this.server.get("/api/editor"));
    if (!told || this.isClosed) return;
    this.host.replaceChildren(make("div.ed-choose", make("div.hero", make("h1", "Make a scenario"), make("p", "Start with an empty board, or edit a copy of an existing scenario.")),
      this.ownList(told.own), make("h2", "Rules"), this.bookList(told.rulesets)));
  }

  ownList(own) {
    if (!own.length) return null;
    return make("section.savedbox", make("h2", "Your scenarios"), make("ul", own.map((one) => make("li", make("button.savedrow", { onclick: () => this.fetch(`name=${encodeURIComponent(one.name)}`) },
      make("b", one.title), make("span", `${one.name} \u00b7 ${one.ruleset}`), make("em", one.isPlayable ? "" : "unfinished"))))));
  }

  bookList(books) {
    return make("div.ed-books", books.map((book) => {
      const [wide, high] = book.most.map((most, k) => make("input", { type: "number", min: 2, max: most, value: book.usual[k], "aria-label": k ? "rows" : "columns" }));
      const copy = make("select", { "aria-label": `Scenario of ${book.title} to copy` }, book.scenarios.map((name) => make("option", { value: name }, name.replaceAll("_", " "))));
      const begin = () => tried(async () => this.load((await this.server.post("/api/editor/new", { ruleset: book.slug, width: Number(wide.value), height: Number(high.value) })).yaml, "", ""));
      return make("section.card.ed-book", { "data-slug": book.slug }, make("h3", book.title), make("p.note", `boards up to ${book.most.join(" \u00d7 ")}`),
        make("div.ed-row", wide, make("span", "\u00d7"), high, make("button.primary", { onclick: begin }, "New board")),
        make("div.ed-row", copy, make("button", { onclick: () => this.fetch(`ruleset=${book.slug}&name=${encodeURIComponent(copy.value)}`) }, "Copy")));
    }));
  }

  async fetch(query) {
    await tried(async () => {
      const found = await this.server.get(`/api/editor/text?${query}`);
      await this.load(found.yaml, found.name, found.name ? found.yaml : "");
    });
  }

  async load(text, name, kept, isDraft = false) {
    this.isDraft = isDraft;
    this.past = [];
    this.future = [];
    this.name = name || "";
    this.kept = kept || "";
    this.text = text;
    this.chosen = -1;
    this.draw();
    await this.check();
    if (this.told.problems.some((one) => !/has no units$/.test(one.what))) this.showTab("text");
  }

  /* --- the page */

  draw() {
    const button = (words, act, title, sort = "button") => make(sort, { onclick: act, title }, words);
    this.undoButton = button("Undo", () => this.undo(), "Undo (Ctrl Z)");
    this.redoButton = button("Redo", () => this.redo(), "Redo (Ctrl Y)");
    this.heading = make("div.ed-title");
    this.state = make("span.ed-state", { role: "status" });
    const bar = make("div.ed-bar", button("\u2039 Scenarios", () => this.leaveText(), "Other scenarios"), this.heading, this.state,
      make("div.ed-acts", this.undoButton, this.redoButton, button("Save", () => this.save(), "Save in the folder (Ctrl S)"), button("Play", () => this.showTab("trial"), "Play or try it", "button.primary")));
    this.boardHost = make("div.board.ed-board");
    this.toolbar = make("div.ed-tools", { role: "toolbar", "aria-label": "Tools" });
    this.hint = make("p.note.ed-hint");
    this.faults = make("div.ed-faults");
    this.tabs = make("div.leafs", { role: "tablist", "aria-label": "What to edit" }, EDITOR_TABS.map(([id, words]) =>
      make("button", { role: "tab", id: `ed-tab-${id}`, onclick: () => this.showTab(id) }, words)));
    this.leaf = make("div.ed-leaf", { role: "tabpanel" });
    const zoom = (words, label, act) => make("button", { "aria-label": label, title: label, onclick: act }, words);
    this.zooms = make("div.zooms", { role: "group", "aria-label": "Size of the board" }, zoom("+", "Larger", () => this.map.zoom(1.25)), zoom("\u2212", "Smaller", () => this.map.zoom(.8)), zoom("\u25a1", "The whole board", () => this.map.fit()));
    this.grid = make("div.ed-grid", make("div.ed-stage", make("div.ed-top", this.toolbar, this.zooms), make("div.ed-boardbox", this.boardHost), this.hint, this.faults), make("div.ed-panel", this.tabs, this.leaf));
    this.host.replaceChildren(make("div.ed", bar, this.grid));
    this.map = new EditorMap(this, this.boardHost);
    this.panels = { ground: new GroundPanel(this), units: new UnitsPanel(this), random: new RandomPanel(this), battle: new BattlePanel(this), objectives: new ObjectivesPanel(this), text: new TextPanel(this), trial: new TrialPanel(this) };
    this.showTab(this.tab);
  }

  showTab(id) {
    this.tab = id;
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.id === `ed-tab-${id}`));
    this.leaf.setAttribute("aria-labelledby", `ed-tab-${id}`);
    this.leaf.replaceChildren(this.panels[id].host);
    this.leaf.scrollTop = 0;
    this.panels[id].draw();
    this.grid.classList.toggle("wide", id === "text");
    this.grid.classList.toggle("aside", ["random", "battle", "text", "trial"].includes(id));
    this.drawTools();
  }

  /* What a click on the board does now. */
  use(tool) {
    this.tool = tool;
    this.drawTools();
    this.panels[this.tab].toolChanged?.();
  }

  drawTools() {
    const { tool } = this, isPainting = tool.do === "paint";
    const pick = (words, key, isOn, act) => make("button.toggle", { "aria-pressed": String(isOn), onclick: act, title: `${words} (${key.toUpperCase()})` }, words);
    this.toolbar.replaceChildren(
      pick("Select", "v", tool.do === "select", () => this.use({ do: "select" })),
      ...[["brush", "Brush", "b"], ["line", "Line", "l"], ["box", "Box", "x"], ["fill", "Fill", "f"]].map(([shape, words, key]) => pick(words, key, isPainting && this.shape === shape, () => this.useShape(shape))),
      pick("Erase", "e", isPainting && tool.value === null, () => this.use({ do: "paint", value: null, words: "bare ground" })));
    this.hint.textContent = this.toolWords();
    this.boardHost.classList.toggle("painting", tool.do !== "select");
  }

  toolWords() {
    const { tool } = this, how = { brush: "Drag over cells", line: "Drag a line", box: "Drag a box", fill: "Click an area" }[this.shape];
    if (tool.do === "paint") return `${how}: ${tool.words}.`;
    if (tool.do === "border") return `Click or drag along the edges of cells: ${tool.words}.`;
    if (tool.do === "place") return `Click a cell: ${tool.template.replaceAll("_", " ")} for ${this.sideName(tool.side)}.`;
    if (tool.do === "zone") return `Drag a box, or press Enter at two corners: ${tool.words || `where ${this.sideName(tool.side)} sets up`}.`;
    return this.chosen >= 0 ? "Drag the unit to move it; R turns it, D copies it, Del removes it." : "Click a unit to select it; drag it to move it.";
  }

  useShape(shape) {
    this.shape = shape;
    if (this.tool.do !== "paint") {
      this.use(this.panels.ground.last || { do: "paint", value: null, words: "bare ground" });
      if (this.tab !== "ground") this.showTab("ground");
    } else this.drawTools();
  }

  /* --- the text and its history */

  get data() { return this.told.data || {}; }
  get units() { return Array.isArray(this.data.units) ? this.data.units.map((one) => (one && typeof one === "object" ? one : {})) : []; }
  get sides() { return Array.isArray(this.data.sides) && this.data.sides.length ? this.data.sides.map(String) : ["side0", "side1"]; }
  /* The zones to hold of the text, as far as they are on the board: [name, cells]. */
  get zones() {
    const given = isMapping(this.data.objectives) && isMapping(this.data.objectives.zones) ? this.data.objectives.zones : {};
    return Object.entries(given).map(([name, zone]) => [name, zoneCells(zone).filter((cell) => this.map.board?.isInside(cell))]).filter(([, cells]) => cells.length);
  }

  get kit() { return this.kits[this.data.ruleset]; }

  /* What a side is called on the page, and its colour. */
  sideOf(name) {
    const number = this.sides.indexOf(name), shown = this.told.scene && this.told.scene.sides[number];
    return shown || { name: /^side_?\d+$/.test(name) ? ["red", "blue", "green", "gold"][number] || name : name, hue: Math.max(number, 0) };
  }

  sideName(name) { return this.sideOf(name).name; }

  /* Does something to the text, after what is under way; one step of the history. */
  amend(...changes) {
    this.chain = this.chain.catch(() => {}).then(() => tried(async () => {
      const { text } = this, answer = await this.server.post("/api/editor/amend", { yaml: text, changes });
      if (this.isClosed || this.text !== text) return;  // typed or undone meanwhile
      if (answer.yaml !== text) this.remember();
      this.text = answer.yaml;
      this.show(answer);
    })).then(() => { if (!this.isClosed) this.map.settle(); });
    return this.chain;
  }

  remember() {
    this.past.push(this.text);
    if (this.past.length > MOST_KEPT) this.past.shift();
    this.future = [];
  }

  /* The text as it is being typed: checked when the typing pauses. */
  type(text) {
    if (!this.isTyping) this.remember();
    this.isTyping = true;
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.isTyping = false; this.check(); }, CHECK_AFTER);
  }

  async check() {
    clearTimeout(this.timer);
    const { text } = this, told = await tried(() => this.server.post("/api/editor/check", { yaml: text }));
    if (told && this.text === text && !this.isClosed) this.show(told);
  }

  undo() { this.step(this.past, this.future); }
  redo() { this.step(this.future, this.past); }

  step(from, to) {
    if (!from.length) return;
    this.isTyping = false;
    to.push(this.text);
    this.text = from.pop();
    this.check();
  }

  /* What the server says of the text. */
  async show(told) {
    this.told = told;
    Memory.write("editor:draft", { text: this.text, name: this.name, kept: this.kept }, "sessionStorage");
    if (this.chosen >= this.units.length) this.chosen = -1;
    await this.needKit();
    if (this.isClosed) return;
    this.map.show(told);
    this.drawState();
    this.panels[this.tab].draw();
    this.hint.textContent = this.toolWords();
    if (told.isCompiling) this.timer = setTimeout(() => this.check(), 1500);
  }

  /* What the ruleset of the text has to build with. */
  async needKit() {
    const slug = this.data.ruleset, has = this.kits[slug];
    if (typeof slug !== "string" || (has && (has.swatches || this.told.isCompiling)) || this.told.problems.some((one) => one.key === "ruleset")) return;
    const [kit, rules] = await Promise.all([tried(() => this.server.get(`/api/editor/kit/${encodeURIComponent(slug)}`)), has ? null : tried(() => this.server.get(`/api/rules/${encodeURIComponent(slug)}`))]);
    if (kit) this.kits[slug] = { ...kit, knobs: rules ? rules.knobs : has ? has.knobs : [] };
  }

  drawState() {
    const { problems, warnings, isCompiling } = this.told, title = String(this.data.name || "Untitled");
    this.heading.replaceChildren(make("b", title), make("span", this.name ? `${this.name}.yaml${this.text === this.kept ? "" : ", not saved"}` : "not saved"));
    this.state.textContent = problems.length ? several(problems.length, "problem") : "ready to play";
    this.state.classList.toggle("wrong", problems.length > 0);
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    const line = (kind) => (one) => make("li", make(`button.ed-fault.${kind}`, { onclick: () => this.goTo(one) }, make("b", one.line ? `line ${one.line}` : "the text"),
      make("span", `${one.key ? `${one.key}: ` : ""}${one.what}`, one.allowed ? make("small", `allowed: ${one.allowed.length > 300 ? `${one.allowed.slice(0, 300)} ...` : one.allowed}`) : null)));
    this.faults.replaceChildren(isCompiling ? make("p.wait", make("i.spinner"), "Compiling the rules (once). The board appears when that is done.") : "",
      problems.length || warnings.length ? make("ul", problems.slice(0, 30).map(line("wrong")), warnings.slice(0, 10).map(line("warned"))) : "");
    document.title = `${title} \u2013 tactica`;
  }

  /* Shows where a problem is. */
  goTo(problem) {
    const unit = /^units\[(\d+)\]/.exec(problem.key);
    if (unit && Number(unit[1]) < this.units.length && this.tab !== "text") { this.select(Number(unit[1])); return; }
    const form = /^(choose|generate|place)\b/.test(problem.key) ? "random" : /^(allies|sides)\b/.test(problem.key) ? "battle" : /^objectives\b/.test(problem.key) ? "objectives" : "";
    if (form && ![form, "text"].includes(this.tab)) { this.showTab(form); return; }
    this.showTab("text");
    this.panels.text.goTo(problem.line);
  }

  /* --- units */

  select(number, isShown = true) {
    this.chosen = number;
    this.map.ring();
    if (number >= 0 && isShown && this.tab !== "units" && this.tab !== "text") this.showTab("units"); else this.panels[this.tab].draw();
    this.hint.textContent = this.toolWords();
  }

  turn(number = this.chosen) {
    const facing = this.map.facingOf(number);
    if (number < 0) return;
    if (facing < 0) { Notices.say("Units have no facing in this ruleset.", "news"); return; }
    this.amend({ do: "put", path: ["units", number, "facing"], value: COMPASS[(facing + (this.kit ? this.kit.turn : 1)) % 8] });
  }

  remove(number = this.chosen) {
    if (number < 0) return;
    this.chosen = -1;
    this.amend({ do: "take", path: ["units", number] });
  }

  copy(number = this.chosen) {
    if (number < 0) return;
    const { name, ...unit } = this.units[number];
    this.use({ do: "place", template: unit.template || "unit", side: unit.side || this.sides[0], unit });
  }

  place(cell, tool) {
    const { at, ...unit } = tool.unit || { template: tool.template, side: tool.side };
    const number = this.units.length;
    this.chosen = -1;
    const entries = Object.entries({ ...unit, side: tool.side, at: cell }), first = ["template", "side", "at"];
    entries.sort(([one], [other]) => (first.indexOf(one) + 1 || 9) - (first.indexOf(other) + 1 || 9));
    this.amend({ do: "put", path: ["units", number], value: Object.fromEntries(entries) });
  }

  /* --- files and keys */

  get isSaved() { return this.text === this.kept; }

  async leaveText() {
    if ((this.past.length || this.isDraft) && !this.isSaved && !window.confirm("Your unsaved changes will be lost.")) return;
    await this.choose();
  }

  save() {
    const name = make("input", { id: "ed-name", maxLength: 60, autocomplete: "off", value: this.name || String(this.data.name || "").toLowerCase().replace(/[^a-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 60) });
    const keep = async (replace) => {
      try {
        const kept = await this.server.post("/api/editor/save", { name: name.value.trim(), yaml: this.text, replace });
        this.name = kept.name;
        this.kept = this.text;
        byId("page").close();
        this.drawState();
        Memory.write("editor:draft", { text: this.text, name: this.name, kept: this.kept }, "sessionStorage");
        Notices.say(kept.isPlayable ? `Saved as ${kept.file}. You can now choose it as a scenario.` : `Saved as ${kept.file}. Fix its problems to play it.`, "news");
      } catch (error) {
        if (error instanceof Refusal && error.status === 409 && /already/.test(error.message)) again.hidden = false;
        says.textContent = error.message;
      }
    };
    const says = make("p.note", "Lowercase letters, digits, _ and -."), again = make("button", { onclick: () => keep(true) }, "Replace it");
    again.hidden = true;
    name.onkeydown = (event) => { if (event.key === "Enter") keep(name.value === this.name); };
    openPage("Save the scenario", make("label.field", { for: "ed-name" }, make("span", "Name"), name), says, make("div.ed-row", make("button.primary", { onclick: () => keep(name.value === this.name) }, "Save"), again));
    name.select();
  }

  key(event) {
    if (byId("page").open || !this.map) return;
    const isTyping = event.target.closest("input, select, textarea"), held = event.ctrlKey || event.metaKey;
    const keys = held ? { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo(), s: () => this.save() }
      : { r: () => this.turn(), d: () => this.copy(), delete: () => this.remove(), backspace: () => this.remove(), escape: () => { this.use({ do: "select" }); this.select(-1); },
        v: () => this.use({ do: "select" }), b: () => this.useShape("brush"), l: () => this.useShape("line"), x: () => this.useShape("box"), f: () => this.useShape("fill"), e: () => this.use({ do: "paint", value: null, words: "bare ground" }),
        "+": () => this.map.zoom(1.25), "-": () => this.map.zoom(.8), 0: () => this.map.fit() };
    const act = keys[event.key.toLowerCase()];
    if (!act || event.altKey || (isTyping && !(held && event.key.toLowerCase() === "s"))) return;
    event.preventDefault();
    act();
  }
}

/* Opens the editor in the page; closes by leaving. */
function startEditor(server, begin) {
  const host = byId("editing");
  host.hidden = false;
  const editor = new Editor(host, server, { begin });
  editor.open();
  return editor;
}

/* What the first page calls. */
window.openEditor = () => Page.go("editor/");
