"use strict";
/* A battle as one seat plays it: the board, what was seen, the question, and what is given as an answer. */

const SPECTATOR = -1;
const CONFIRMS = "confirms";  // under which it is remembered that a player wants to be asked before a turn ends
const LEAST_CELL = 26;  // pixels of a cell below which a board begins enlarged on a small screen

/* The sides with the best rank, of a battle that is over. */
const winnersOf = ({ over, sides }) => sides.map((_, k) => k).filter((k) => over.ranks[k] === Math.min(...over.ranks));

class Table {
  /* `place` is {match, seat, isAlone, isSpectator, isPassed, isResumed}: alone is a window that may see this seat only; passed is one that
     waits for the next person at a hot seat; of a resumed battle what has been is not shown again. */
  constructor(server, place, actions) {
    Object.assign(this, { server, ...place, actions });
    this.path = `/api/matches/${this.match}`;
    this.story = new Story();
    this.index = 0;
    this.selected = -1;
    this.panel = new Panel(this);
    this.pointing = new Pointing(this);
    const about = (what) => (choice) => this.server.post(`${this.path}/${what}`, { seat: this.seat, at: this.view.at, give: choice.give });
    this.chances = new Chances(about("chances"), new Ghosts(about("ghosts"), (units) => { if (this.board) this.board.ghost(units); }));
    this.sheets = new Sheets((row, at) => this.server.get(`${this.path}/sheet?seat=${this.seat}&row=${row}&at=${at}`));
    const goto = (index) => this.goto(index), clause = (id) => this.clause(id);
    this.curve = new Curve(byId("chart"), () => this.server.get(`${this.path}/curve?seat=${this.seat}`), { goto, isOver: () => !!this.view.over, decisionOf: (at) => this.decisionOf(at) });
    this.times = new TimeLine(byId("times"), { goto, curve: () => this.curve.toggle(this.story.last, this.view.sides) });
    this.log = new Log(byId("leaf-log"), { goto, clause, why: (index) => openWhy(this.server, this.match, this.seat, index) });
    this.roster = new Roster(byId("leaf-units"), (row) => this.select(row));
    this.rules = new Rules(byId("leaf-rules"), server, clause);
    this.drawTabs();
    for (const button of byId("zooms").children) button.onclick = () => this.zoom(button.dataset.zoom);
    this.seen = Memory.read(`seen:${this.match}`, "sessionStorage") || {};  // how far each seat has watched, never what
  }

  // --- what the server says

  async open() {
    if (this.isPassed) {
      const sides = Memory.read(`sides:${this.match}`, "sessionStorage") || [];
      this.cover(sides[this.seat] || { name: `side ${this.seat + 1}`, hue: 0 }, this.seat);
      return;
    }
    this.panel.waiting("Setting up the board \u2026");
    let view;
    try { view = await this.server.get(`${this.path}/view?seat=${this.seat}&since=0`); } catch (error) {
      Notices.trouble(error);
      this.panel.stalled(() => this.open(), error);
      return;
    }
    await this.receive(view, this.seen[this.seat] ?? (this.isResumed ? view.at : 0));
  }

  /* Takes a view, plays what is new from a frame on, and asks what it asks. */
  async receive(view, from = this.story.last) {
    if (this.isClosed) return;
    this.story.take(view);
    const mine = this.view = { ...this.view, ...view };
    this.question = null;
    this.chances.forget();
    this.layOut(view);
    await this.play(Math.max(0, Math.min(from, this.story.last)));
    if (this.isClosed || this.view !== mine) return;  // or a newer view has taken over
    if (this.curve.isOpen) this.curve.open(this.story.last, view.sides);
    this.seen[this.seat] = this.story.last;
    Memory.write(`seen:${this.match}`, this.seen, "sessionStorage");
    this.settle();
  }

  /* The board for a view: made for the first one, told of new units and states later. */
  layOut(view) {
    document.title = `${view.title} - tactica`;
    if (view.still) byId("table").style.setProperty("--tall", String((view.still.size[1] + .6) / (view.still.size[0] + .6)));
    this.counts = view.sides.map(() => make("span"));
    byId("where").replaceChildren(make("b", view.title), ...view.sides.map((side, k) => make("span", { vars: { "--c": sideColour(side) } }, make("i.dot"), `${side.name} `, this.counts[k],
      view.over && winnersOf(view).length < view.sides.length && winnersOf(view).includes(k) ? make("b.won", "won") : null)));
    Memory.write(`sides:${this.match}`, view.sides.map(({ name, hue }) => ({ name, hue })), "sessionStorage");
    if (this.board) { Object.assign(this.board, { units: view.units, tables: view.tables }); return; }
    this.board = new Board(byId("board"), view.still, view.units, view.tables, { label: view.title });
    this.board.onpick = (what) => this.pointing.onpick(what);
    this.board.onhover = (what) => this.pointing.onhover(what);
    byId("board").oncontextmenu = (event) => { event.preventDefault(); this.pointing.onhover(this.board.whatAt(event)); };
    this.fitBoard();
  }

  /* On a small screen a large board begins with cells that a finger can hit. */
  fitBoard() {
    const host = byId("board"), fit = () => host.style.setProperty("--board-height", `${host.clientHeight}px`);
    fit();
    this.sizes = new ResizeObserver(fit);
    this.sizes.observe(host);
    if (isNarrow() && this.board.scale < LEAST_CELL) this.board.zoom(LEAST_CELL / this.board.scale);
  }

  /* Frames one after the other, from the one that is shown; a click or Space goes to the last. */
  async play(from) {
    const { view } = this, last = this.story.last, loud = [];
    for (let i = 0; i <= from; i++) this.log.add(i, this.story.frames[i], this.view.sides);
    for (let i = from + 1; i <= last; i++) if (!this.story.isQuiet(i)) loud.push(i);
    const each = Math.max(Math.min(this.times.pace, 9000 / (loud.length || 1)), 60);
    this.isPlaying = this.times.pace > 0 && loud.length > 0;
    byId("table").classList.toggle("playing", this.isPlaying);
    if (this.isPlaying) this.pointing.unmark();
    for (let i = from + 1; i <= last; i++) {
      this.log.add(i, this.story.frames[i], this.view.sides);
      if (!this.isPlaying || this.isClosed || !loud.includes(i)) continue;
      this.show(i);
      await Promise.race([wait(each), new Promise((done) => { this.skip = done; })]);
      if (this.view !== view) return;
    }
    this.endPlaying();
    if (!this.isClosed) this.show(last);
  }

  endPlaying() {
    this.isPlaying = false;
    byId("table").classList.remove("playing");
    if (this.skip) this.skip();
  }

  /* What is to be done at the present position. */
  settle() {
    const { asked, over, sides } = this.view;
    if (over) return this.end();
    const side = asked ? sides[asked.side] : null;
    if (this.isSpectator) { this.panel.waiting(`Watching. Waiting for ${side.name} \u2026`, side); return this.poll(); }
    if (this.view.waiting && (this.view.thinking || this.seat !== SPECTATOR)) { this.following = this.follow(side); return this.following; }
    if (this.seat === SPECTATOR) return this.watch();
    if (asked && asked.mine) return this.ask();
    if (side && side.human && !this.isAlone && !this.isElsewhere(asked.side)) return this.pass(side, asked.side);
    this.panel.waiting(`Waiting for ${side.name} \u2026`, side, this.isAlone ? null : [`Let ${side.name} play here`, () => this.pass(side, asked.side)]);
    return this.poll();
  }

  /* A player who is no person thinks: asks how far it has come until it has decided; what has been can be looked at meanwhile. */
  async follow(side) {
    const { view: before } = this;
    this.panel.waiting(`${sentence(side.name)}: thinking \u2026`, side, this.pausing);
    for (;;) {
      let view = null, trouble = null;
      try { view = await this.server.post(`${this.path}/go`, { seat: this.seat, at: before.at }); } catch (error) { trouble = error; Notices.trouble(error); }
      if (this.isClosed || this.view !== before) return;
      if (trouble instanceof Lost) { await wait(AGAIN); continue; }  // goes on when the server is back
      if (!view) { this.panel.stalled(() => this.reload(), trouble); return; }
      if (view.at > before.at || view.over || !view.waiting) { this.receive(view); return; }
    }
  }

  /* Another window decides: look again from time to time, as long as this view is shown. */
  async poll() {
    const { view: before, story } = this;
    for (;;) {
      await wait(AGAIN);
      if (this.isClosed || this.view !== before) return;
      const view = await tried(() => this.server.get(`${this.path}/view?seat=${this.seat}&since=${story.frames.length}`));
      if (this.isClosed || this.view !== before) return;
      if (view && (view.at < before.at || view.undone !== before.undone)) { this.reload(); return; }
      if (view && (view.at > before.at || view.over)) { this.receive(view); return; }
    }
  }

  ask() {
    const { who } = this.view.asked, actor = this.story.states[this.story.last][who];
    this.selected = -1;
    this.question = new Question(this.view.asked, actor);
    this.panel.ask(this.view, this.question);
    this.pointing.refresh();
    this.showCard();
    if (this.question.centre) this.board.reveal(this.question.centre);
  }

  // --- what is shown

  show(index) {
    const { frames, states } = this.story, frame = frames[index], isPast = index < this.story.last;
    this.index = index;
    this.board.show(states[index], frame);
    this.times.show(index, this.story.last, frame.round);
    this.log.mark(index);
    this.count(states[index]);
    this.showPoints(frame);
    this.showCard();
    if (!byId("leaf-units").hidden) this.roster.show(this.view, states[index]);
    this.curve.move(index);
    this.showPast(isPast && !this.isPlaying, frame);
  }

  /* How many of each side are still there, as far as one sees. */
  count(state) {
    const down = this.view.over && this.index === this.story.last ? this.view.over.down : [];
    const there = (side) => Object.keys(state).filter((row) => this.view.units[row]?.side === side && state[row][0] >= 0 && !state[row][4] && !down.includes(Number(row))).length;
    this.counts.forEach((host, side) => { host.textContent = there(side) || (this.view.over ? 0 : "none in sight"); });
  }

  /* The points of the sides, and what ends and decides the battle. */
  showPoints(frame) {
    byId("points").replaceChildren(...Board.pointsOf(this.view, this.view.tables, frame).map(([words, hue]) =>
      hue < 0 ? make("li", words) : make("li", { vars: { "--c": `var(--side${hue})` } }, make("i.dot"), words)));
  }

  /* Reading what has been: says so, and leads back. */
  showPast(isPast, frame) {
    const host = byId("past");
    host.hidden = !isPast;
    byId("table").classList.toggle("reading", isPast);
    if (!isPast) return;
    host.replaceChildren(make("p", `Earlier position${frame.round > 0 ? ` in round ${frame.round}` : ""}, after ${several(this.index, "decision")}.`),
      make("button.primary", { onclick: () => this.goto(this.story.last) }, "Back to the present"));
  }

  goto(index) {
    if (!this.view || this.isBusy) return;
    this.endPlaying();
    this.show(Math.max(0, Math.min(index, this.story.last)));
    this.pointing.refresh();
  }

  get isNow() { return this.index === this.story.last; }

  select(row) {
    this.selected = row;
    this.showCard();
    this.board.ring("chosen", row >= 0 ? [row] : []);
  }

  showCard(hovered = -1) {
    const asked = this.question && this.isNow ? this.view.asked.who : -1;
    const row = [hovered, this.selected, asked].find((one) => one >= 0 && this.view.units[one]) ?? -1;
    showUnit(byId("card"), this.view, row, this.story.states[this.index][row]);
    byId("card").classList.toggle("named", row === asked);  // above it stands the name of who is asked
    if (byId("card").hidden || this.isPlaying) this.sheets.leave();
    else this.sheets.brief(byId("card"), row, this.index, this.view.units[row].name);
  }

  // --- what is picked

  /* An entry: its only choice is given, of several the next part is picked. */
  take(entry) {
    this.chances.hide();
    if (entry.choices.length === 1) { this.give(entry.choices[0]); return; }
    this.question.choose(entry);
    this.redraw();
  }

  narrow(verb) {
    if (this.question.verb === verb) this.question.back(true); else this.question.narrow(verb);
    this.redraw();
  }

  back() {
    if (!this.question) return;
    this.question.back();
    this.redraw();
  }

  redraw() {
    this.panel.options(this.question);
    this.pointing.refresh();
  }

  // --- what is given

  /* What ends a turn while more could be done: asked again, where the player wants that. */
  confirm(choice) {
    const { left, top } = byId("banner").getBoundingClientRect();
    Menu.open([{ words: sentence(choice.words), act: () => this.give(choice, true) }, { words: "Go back", act: () => {} }], { x: left, y: top }, "This unit can still act.");
  }

  async give(choice, isConfirmed = false) {
    if (choice.more) { await this.expand(choice); return; }
    if (Memory.read(CONFIRMS) && !isConfirmed && isEnding(choice) && this.question.open.some((one) => !isEnding(one))) { this.confirm(choice); return; }
    await this.send(this.panel.isForAll ? "all" : "answer", { give: choice.give }, () => this.pointing.markChosen(choice));
  }

  /* Why a unit, a cell or a direction is not to be had. */
  whyNot(kind, value, verb) {
    return this.server.post(`${this.path}/why-not`, { seat: this.seat, at: this.view.at, kind, value, verb });
  }

  /* A verb with so many choices that they are listed on demand. */
  async expand(choice) {
    const found = await tried(() => this.server.post(`${this.path}/choices`, { seat: this.seat, at: this.view.at, give: choice.give }));
    if (!found) return;
    this.question.replace(choice, found.choices);
    this.question.narrow(choice.verb);
    this.redraw();
  }

  undo() {
    if (!this.view.undo) { Notices.say("Nothing to undo: you have not chosen yet, your last choice rolled dice, units are hidden from you, or another side has moved since.", "news"); return null; }
    return this.send("undo", {});
  }

  /* Sends what a person did; the page is still meanwhile. */
  async send(what, body, mark = () => {}) {
    if (this.isBusy) return;
    this.setBusy(true);
    this.pointing.unmark();
    mark();
    const slow = setTimeout(() => this.thinking(), 250);
    try {
      const view = await this.server.post(`${this.path}/${what}`, { seat: this.seat, at: this.view.at, ...body });
      this.setBusy(false);
      clearTimeout(slow);
      const isBack = view.at <= this.story.last && view.first === 0;
      if (isBack) { this.log.clear(); this.sheets.forget(); }
      this.saved(view);
      await this.receive(view, isBack ? view.at : this.story.last);
    } catch (error) {
      this.isRunning = false;
      this.setBusy(false);
      clearTimeout(slow);
      Notices.trouble(error);
      if (error instanceof Lost) this.panel.stalled(() => this.reload(), error);
      else if (error.status === 409) await this.reload();
      else if (this.view.asked && this.view.asked.mine) this.settle();
    }
  }

  /* The position has moved on without this page: look at it anew. */
  async reload() {
    let view;
    try { view = await this.server.get(`${this.path}/view?seat=${this.seat}&since=0`); } catch (error) {
      Notices.trouble(error);
      if (!this.isClosed) this.panel.stalled(() => this.reload(), error);
      return;
    }
    if (this.isClosed) return;
    this.log.clear();
    this.sheets.forget();
    await this.receive(view, view.at);
  }

  setBusy(isBusy) {
    this.isBusy = isBusy;
    byId("table").classList.toggle("busy", isBusy);
    byId("table").setAttribute("aria-busy", String(isBusy));
    this.chances.hide();
    this.panel.keys.clear();
    this.panel.numbered = [];
  }

  thinking() {
    const other = this.view.sides.find((side) => !side.human);
    this.panel.waiting(other ? `${sentence(other.name)}: thinking \u2026` : "A moment \u2026", other || null, this.pausing);
  }

  saved({ unsaved }) {
    const hint = byId("saved");
    if (unsaved) Notices.say(`The battle continues but cannot be saved: ${unsaved}.`);
    hint.textContent = unsaved ? "not saved" : "saved";
    hint.classList.remove("fresh");
    void hint.offsetWidth;
    hint.classList.add("fresh");
  }

  // --- several people at one page

  isElsewhere(side) { return this.view.sides[side].elsewhere || (Memory.read(`elsewhere:${this.match}`, "sessionStorage") || []).includes(side); }

  /* Another person is to decide: everything of this seat is forgotten before the page is passed on. */
  pass(side, number) {
    this.forget();
    this.cover(side, number);
    this.actions.place({ match: this.match, seat: number, isPassed: true });
  }

  forget() {
    this.curve.close();
    if (this.sizes) this.sizes.disconnect();
    this.board = this.view = this.question = null;
    this.story = new Story();
    this.selected = -1;
    this.log.clear();
    this.panel.clear();
    this.chances.forget();
    this.sheets.forget();
    for (const id of ["board", "card", "leaf-units", "leaf-signs", "past", "points", "where", "tip", "page"]) byId(id).replaceChildren();
    byId("page").close();
    Menu.close();
    document.title = "tactica";
  }

  cover(side, number) {
    const curtain = byId("curtain");
    const show = make("button.primary.big", { onclick: () => this.uncover(number) }, `I am ${side.name}: show the board`);
    curtain.style.setProperty("--c", sideColour(side));
    curtain.replaceChildren(make("div", make("i.dot"), make("h1", { id: "curtain-words" }, `Pass to ${side.name}`),
      make("p", "The board stays covered until the right player is here."), show));
    curtain.hidden = false;
    byId("table").inert = true;
    show.focus();
  }

  async uncover(number) {
    byId("curtain").hidden = true;
    byId("table").inert = false;
    this.seat = number;
    this.isPassed = false;
    this.actions.place({ match: this.match, seat: number });
    await this.open();
  }

  // --- nobody is a person

  watch() {
    const { asked, sides } = this.view;
    const still = [["n", "Next decision", () => this.go(1)], ["p", "Play on", () => this.run(), true], ["e", "To the end", () => this.run(1000)]];
    this.panel.watch(asked ? sides[asked.side] : null, this.isRunning ? [["p", "Pause", () => this.pause(), true]] : still);
  }

  /* What stops a battle that runs by itself, as a button: [words, act, kind]. */
  get pausing() { return this.isRunning ? ["Pause", () => this.pause(), ".pause"] : null; }

  pause() {
    this.isRunning = false;
    this.endPlaying();
    this.watch();
  }

  go(steps) { return this.send("go", { steps }); }

  async run(steps = 1) {
    this.isRunning = true;
    while (this.isRunning && !this.isClosed && !this.view.over) {
      await this.go(steps);
      await this.following;
    }
    this.isRunning = false;
    if (!this.isClosed && !this.view.over) this.watch();
  }

  // --- the end

  end() {
    this.isRunning = false;
    const players = this.view.sides.map((side) => side.player), again = (changes) => () => this.again({ players, ...changes });
    const actions = this.isAlone ? [] : [["Rematch, new dice", again({ seed: drawSeed() }), true], ["Rematch, same dice", again({})],
      ["Swap sides", again({ players: [...players.slice(1), players[0]] })]];
    const whole = this.seat === SPECTATOR || (this.isAlone && !this.isSpectator) ? [] : [["Show what was hidden", () => { this.seat = SPECTATOR; this.reload(); }]];
    const rest = this.isAlone ? [] : [["Save as one page", () => this.share()], ["Back to the start", () => this.actions.home()]];
    this.panel.end(this.view, [...actions, ...whole, ...rest], this.fallen());
    this.pointing.refresh();
  }

  /* Who was put out of the battle, when, and by which decision: [{words, how, at}], in their order. */
  fallen() {
    const { frames, states, last } = this.story, { over, units } = this.view, found = [];
    for (const row of over.down.filter((one) => units[one])) {
      const isOut = (at) => states[at][row] && states[at][row][4], isHurt = (at) => states[at][row] && units[row].most && states[at][row][3] <= 0;
      const when = (is) => { let at = last; while (at > 0 && is(at)) at -= 1; return at < last ? at + 1 : 0; };
      const at = when(isOut) || when(isHurt) || last, { who, what, round } = frames[at];
      found.push({ at, side: units[row].side, words: `${sentence(units[row].name)} is out`, how: [round > 0 ? `round ${round}` : "", who && what ? `${who}: ${what}` : what].filter(Boolean).join(", ") });
    }
    return found.sort((one, other) => one.at - other.at);
  }

  /* What was decided after so many decisions, as a sentence. */
  decisionOf(at) {
    const frame = this.story.frames[at] || {}, side = this.view.sides[frame.side];
    return frame.what ? `${frame.who || (side ? side.name : "")}: ${frame.what}` : `decision ${at}${side ? `, by ${side.name}` : ""}`;
  }

  /* The same battle once more: as it was wished for, which draws anew what is left to chance; of a resumed one as it was drawn. */
  async again(changes) {
    if (this.isBeginning) return;
    this.isBeginning = true;
    try {
      const wish = Memory.read(`wish:${this.match}`, "sessionStorage");
      if (wish) await this.actions.again({ ...wish, ...changes });
      else await tried(async () => this.actions.begin(await this.server.post(`${this.path}/again`, changes)));
    } finally { this.isBeginning = false; }
  }

  async share() {
    const page = await tried(() => this.server.get(`${this.path}/share`));
    if (page) download(page, `${this.view.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.html`);
  }

  // --- round about

  clause(id) { return openClause(this.server, this.view.ruleset, id); }

  drawTabs() {
    const leaves = [["log", "Log"], ["units", "Units"], ["rules", "Rules"], ["signs", "Legend"]];
    byId("leafs").replaceChildren(...leaves.map(([id, words]) => make("button",
      { id: `tab-${id}`, role: "tab", "aria-controls": `leaf-${id}`, onclick: () => this.turnTo(id) }, words)));
    byId("leafs").onkeydown = (event) => this.alongTabs(event);
    this.turnTo("log");
  }

  /* The arrow keys go from tab to tab. */
  alongTabs(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], tabs = [...byId("leafs").children], now = tabs.indexOf(document.activeElement);
    if (!by || now < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const to = tabs[(now + by + tabs.length) % tabs.length];
    to.click();
    to.focus();
  }

  turnTo(leaf) {
    for (const tab of byId("leafs").children) {
      const isIt = tab.id === `tab-${leaf}`;
      tab.setAttribute("aria-selected", String(isIt));
      byId(tab.getAttribute("aria-controls")).hidden = !isIt;
    }
    if (!this.view) return;
    if (leaf === "units") this.roster.show(this.view, this.story.states[this.index]);
    if (leaf === "rules") this.rules.show(this.view.ruleset);
    if (leaf === "signs") this.showSigns();
  }

  showSigns() {
    byId("leaf-signs").replaceChildren(make("ul.signs", this.board.legend().map((sign) => make("li", sign.svg, sign.words))));
  }

  zoom(how) {
    if (!this.board) return;
    if (how === "fit") this.board.fit(); else this.board.zoom(how === "in" ? 1.3 : 1 / 1.3);
  }

  close() {
    this.isClosed = true;
    this.isRunning = false;
    this.endPlaying();
    this.forget();
    byId("curtain").hidden = true;
    byId("table").inert = false;
  }

  /* A key that is no other part's; whether it meant something here. */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, { panel } = this, onControl = event.target.closest("button, summary, a");
    if (!this.view) return false;
    if (key === " " && this.isPlaying) this.endPlaying();
    else if (key === "Escape") this.escape();
    else if (key === "[" || key === "]") this.goto(this.index + (key === "[" ? -1 : 1));
    else if (key === "+" || key === "-" || key === "0") this.zoom({ "+": "in", "-": "out", 0: "fit" }[key]);
    else if (key.startsWith("Arrow") && !event.target.closest("#board, .log")) this.toBoard(event);
    else if (key === "p" && this.isRunning) this.pause();
    else if (!this.isNow || this.isBusy) return false;
    else if (key === "u") this.undo();
    else if (key === "." && panel.all) panel.toggleAll();
    else if (key === "Enter" && !onControl && this.question && this.question.default) this.give(this.question.default);
    else if (/^[1-9]$/.test(key) && panel.numbered[key - 1]) this.take(panel.numbered[key - 1]);
    else if (panel.keys.has(key)) { this.endPlaying(); panel.keys.get(key)(); } else return false;
    return true;
  }

  escape() {
    this.chances.hide();
    if (byId("board").contains(document.activeElement)) document.activeElement.blur();
    if (!this.isNow) this.goto(this.story.last);
    else if (this.question && this.question.isNarrowed) this.back();
    else if (this.selected >= 0) { this.select(-1); this.pointing.refresh(); }
  }

  /* Arrow keys belong to the board's cursor, wherever the focus was. */
  toBoard(event) {
    const target = byId("board").querySelector("[tabindex]");
    if (!target) return;
    target.focus({ preventScroll: true });
    target.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: false }));
  }
}
