"use strict";
/* Where the page is: at the start, or at a battle; it says so in its address, so that a reload goes on. */

const Page = {
  async begin() {
    this.server = new Server();
    byId("help").onclick = openHelp;
    byId("home").onclick = (event) => { event.preventDefault(); if (!this.isSeat) this.go("start"); };
    if (Memory.read("palette")) document.documentElement.dataset.palette = "safe";
    byId("more").onclick = () => this.menu();
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.route());
    addEventListener("unhandledrejection", (event) => Notices.trouble(event.reason));
    new ResizeObserver(() => document.documentElement.style.setProperty("--sheet", `${byId("sheet").offsetHeight}px`)).observe(byId("sheet"));
    if (!this.server.token) { this.refuse("Open this page with the full address that tactica play printed, including the part after the #.", "Incomplete address"); return; }
    try { this.start = await this.server.get("/api/start"); } catch (error) { this.refuse(error.message, error instanceof Lost ? "No connection to the server" : undefined); return; }
    this.isSeat = this.start.kind !== "host";
    if (!this.isSeat) { this.server.folder = this.start.folder; Memory.write("folder", this.start.folder, "sessionStorage"); }
    if (this.isSeat) { this.sit({ match: this.start.match, seat: this.start.seat, isAlone: true, isSpectator: this.start.kind === "spectator" }); return; }
    this.route();
  },

  refuse(words, title = "Battle not found") {
    byId("start").hidden = false;
    byId("start").replaceChildren(make("div.hero", make("h1", title), make("p", words)));
  },

  /* Goes where the address says: #battle/ID/SEAT, with /pass while it is being passed on; #editor/; anything else is the start. */
  route() {
    const [what, match, seat, passed] = location.hash.slice(1).split("/");
    if (what && !["start", "battle", "editor"].includes(what)) { location.reload(); return; }  // another token, which the page takes up when it is loaded
    if (this.isSeat) return;
    if (what === "battle" && match) this.sit({ match: decodeURIComponent(match), seat: Number(seat), isPassed: passed === "pass" });
    else if (what === "editor") this.edit();
    else this.toStart();
  },

  go(where) {
    if (location.hash === `#${where}`) this.route(); else location.hash = where;
  },

  async toStart() {
    this.leave();
    const { wanted } = this.start, key = wanted && `entered:${wanted.match}`;  // the battle of the command line, once
    if (wanted && wanted.seats && !Memory.read(key, "sessionStorage")) { Memory.write(key, true, "sessionStorage"); this.matched(wanted, null); return; }
    byId("start").hidden = false;
    byId("where").replaceChildren();
    document.title = "tactica";
    this.setup = new Setup(byId("start"), this.server, (matched, wish) => this.matched(matched, wish));
    await this.setup.open();
  },

  /* The editor of scenarios; its address has a stroke, so that it is taken for no token. */
  edit() {
    this.leave();
    byId("start").hidden = true;
    byId("start").replaceChildren();
    document.body.classList.add("editor");
    this.editor = startEditor(this.server, (matched, wish) => this.matched(matched, wish));
  },

  leave() {
    if (this.table) this.table.close();
    if (this.editor) this.editor.close();
    this.table = this.editor = null;
    byId("editing").hidden = true;
    byId("editing").replaceChildren();
    Menu.close();
    Notices.clear();
    byId("saved").textContent = "";
    byId("more").hidden = byId("table").hidden = true;
    document.body.classList.remove("battle", "editor");
    scrollTo(0, 0);
  },

  /* A match has begun or goes on: keep what it was begun with, and sit down. */
  matched(matched, wish, isResumed = !wish) {
    Memory.write(`seats:${matched.match}`, matched.seats, "sessionStorage");
    Memory.write(`watching:${matched.match}`, matched.watching, "sessionStorage");
    if (wish) Memory.write(`wish:${matched.match}`, wish, "sessionStorage");
    this.resumed = isResumed ? matched.match : "";
    const seat = matched.seats.length ? matched.seats[0].seat : SPECTATOR;
    this.go(`battle/${encodeURIComponent(matched.match)}/${seat}`);
  },

  sit(place) {
    this.leave();
    byId("start").hidden = true;
    byId("start").replaceChildren();
    byId("table").hidden = byId("more").hidden = false;
    document.body.classList.add("battle");
    this.table = new Table(this.server, { ...place, isResumed: place.match === this.resumed }, {
      home: () => this.go("start"),
      begin: (matched) => this.matched(matched, null, false),
      again: (wish) => startMatch(this.server, wish, (matched, same) => this.matched(matched, same)),
      place: ({ match, seat, isPassed }) => history.replaceState(null, "", `#battle/${encodeURIComponent(match)}/${seat}${isPassed ? "/pass" : ""}`),
    });
    this.table.open();
  },

  /* What can be done with the battle as a whole. */
  menu() {
    const { table } = this, box = byId("more").getBoundingClientRect();
    const seats = this.isSeat ? [] : Memory.read(`seats:${table.match}`, "sessionStorage") || [];
    const sides = Memory.read(`sides:${table.match}`, "sessionStorage") || [];
    const nameOf = (seat) => (sides[seat] ? sides[seat].name : `side ${seat + 1}`), others = seats.filter((one) => seats.length === 1 || one.seat !== table.seat);
    const links = others.map((one) => ({ words: `Copy the link for ${nameOf(one.seat)} (opens a second window)`, act: () => this.copySeat(one) }));
    const watching = this.isSeat ? null : Memory.read(`watching:${table.match}`, "sessionStorage");
    if (watching) links.push({ words: "Copy the link for spectators", act: () => this.copyLink(watching, "Link copied. Anyone who opens it can watch, and sees only what no side hides.") });
    const own = this.isSeat ? [] : [{ words: "Save as a web page (once the battle is over)", act: () => table.share() }, { words: "Save under a name", act: () => this.saveAs() },
      { words: "All battles and rulesets", act: () => this.go("start") }];
    const asks = Memory.read(CONFIRMS), ask = { words: asks ? "End turns without asking" : "Ask before a turn ends early", act: () => Memory.write(CONFIRMS, !asks) };
    const { dataset } = document.documentElement, isSafe = dataset.palette === "safe";
    const colours = { words: isSafe ? "Standard colours" : "Colours for the colour-blind", act: () => { Memory.write("palette", !isSafe); dataset.palette = isSafe ? "" : "safe"; } };
    Menu.open([...links, ...own, ask, colours, { words: "How to play", act: openHelp }], { x: box.left, y: box.bottom + 6 });
  },

  copySeat({ seat, token }) {
    const key = `elsewhere:${this.table.match}`, known = Memory.read(key, "sessionStorage") || [];
    if (seat !== this.table.seat) Memory.write(key, [...new Set([...known, seat])], "sessionStorage");
    this.copyLink(token, "Link copied. Open it in another window to play this side.");
  },

  copyLink(token, words) { copied(`${location.origin}/#${token}`, words); },

  saveAs() {
    const name = make("input", { id: "save-name", maxLength: 60, autocomplete: "off", required: true });
    const save = async () => {
      if (!name.value.trim()) return;
      const kept = await tried(() => this.server.post(`${this.table.path}/save`, { name: name.value.trim() }));
      byId("page").close();
      if (kept) Notices.say(`Saved as ${kept.file}.`, "news");
    };
    name.onkeydown = (event) => { if (event.key === "Enter") save(); };
    openPage("Save under a name", make("p", "The battle is saved after every decision. Give it a name to keep this position as well."),
      make("label.field", { for: "save-name" }, make("span", "Name"), name), make("button.primary", { onclick: save }, "Save"));
    name.focus();
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("page").open || !byId("curtain").hidden || !byId("editing").hidden) return;
    if (Menu.isOpen) { Menu.key(event); return; }
    if (event.target.closest("input, select, textarea")) { if (event.key === "Escape") event.target.blur(); return; }
    if (event.key === "?") { openHelp(); event.preventDefault(); return; }
    if (this.table && this.table.key(event)) event.preventDefault();
  },
};

Page.begin();
