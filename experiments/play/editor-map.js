"use strict";
/* The board of the editor: drawn by Board as in a battle, and what pointers do on it. */

class EditorMap {
  constructor(editor, host) {
    this.editor = editor;
    this.host = host;
    this.board = null;
    this.seen = "";
    this.stroke = null;  // what is being dragged
    new ResizeObserver(() => this.resized()).observe(host.parentElement);
  }

  resized() { this.host.style.setProperty("--board-height", `${Math.max(160, this.host.parentElement.clientHeight)}px`); }

  /* --- drawing */

  show(told) {
    const { scene } = told;
    this.host.classList.toggle("stale", !scene);
    this.written = {};
    if (!scene) {
      if (!this.board) this.host.replaceChildren(make("p.none", told.isCompiling ? "" : "The board appears as soon as the text gives its size."));
      else this.board.showZones(this.editor.zones.map(([name, cells]) => [name, -1, "", ...cells.flat()]));  // also those that are wrong
      return;
    }
    for (const [row, path] of Object.entries(scene.written)) if (path[0] === "units" && path.length === 2) this.written[row] = path[1];
    this.state = Board.statesOf([scene.frame])[0];
    const still = JSON.stringify(scene.still);
    if (!this.board || still !== this.seen) this.make(scene);
    this.seen = still;
    this.board.units = scene.units;
    this.board.tables = scene.tables;
    this.board.show(this.state, scene.frame);
    this.mark();
    this.ring();
  }

  /* A new board, as large and at the place where the one before was. */
  make(scene) {
    const before = this.host.querySelector(".board-scroll.zoomed"), at = before && { scale: this.board.scale, left: before.scrollLeft, top: before.scrollTop };
    this.resized();
    this.board = new Board(this.host, scene.still, scene.units, scene.tables, { label: "The map of the scenario", ...(at ? { scale: at.scale } : {}) });
    if (at) this.board.scroller.scrollTo({ left: at.left, top: at.top, behavior: "instant" });
    this.host.parentElement.style.setProperty("--tall", String(scene.still.size[1] / scene.still.size[0]));
    this.listen();
  }

  /* Zones, and the cells that problems are about. */
  mark() {
    const zones = Object.values(this.editor.data.deploy || {}).map((one) => (Array.isArray(one) ? one : one && one.zone)).filter((one) => Array.isArray(one) && one.length === 4);
    this.board.mark("far", zones.flatMap(([x0, y0, x1, y1]) => cellsOfBox([x0, y0], [x1, y1])).filter((cell) => this.board.isInside(cell)));
    this.board.mark("aim", this.editor.told.problems.flatMap((one) => one.cells).filter((cell) => this.board.isInside(cell)));
  }

  ring() {
    if (!this.board) return;
    this.board.ring("chosen", Object.keys(this.written).filter((row) => this.written[row] === this.editor.chosen));
    const unit = this.editor.units[this.editor.chosen], isDrawn = Object.values(this.written).includes(this.editor.chosen);
    this.board.mark("chosen", unit && !isDrawn && Array.isArray(unit.at) && this.board.isInside(unit.at) ? [unit.at] : []);
  }

  zoom(factor) { if (this.board) this.board.zoom(factor); }
  fit() { if (this.board) this.board.fit(); }

  /* --- what is where */

  /* Which of the text's units stands in a cell, -1 for none; those that problems keep off the board count where they are written. */
  unitAt(cell) {
    const row = this.board.rowsAt(cell).find((one) => this.written[one] !== undefined);
    if (row !== undefined) return this.written[row];
    return this.editor.units.findIndex((unit) => Array.isArray(unit.at) && unit.at[0] === cell[0] && unit.at[1] === cell[1]);
  }

  rowOf(number) { return Object.keys(this.written || {}).find((row) => this.written[row] === number); }

  facingOf(number) {
    const row = this.rowOf(number), at = row === undefined ? -1 : this.state[row][2];
    return at;
  }

  /* The edge of a cell that is nearest to a pointer: [x, y, side]. */
  edgeAt(event) {
    const cell = this.board.cellAt(event);
    if (!cell) return null;
    const { x, y } = this.board.pointAt(event), dx = x / 40 - cell[0], dy = y / 40 - cell[1], [width, height] = this.board.still.size;
    const near = [["west", dx], ["east", 1 - dx], ["north", dy], ["south", 1 - dy]].sort((one, other) => one[1] - other[1]);
    const inner = near.filter(([way]) => !((way === "west" && cell[0] === 0) || (way === "east" && cell[0] === width - 1) || (way === "north" && cell[1] === 0) || (way === "south" && cell[1] === height - 1)));
    if (!inner.length || inner[0][1] > .42) return null;
    const way = inner[0][0];
    return way === "west" ? [cell[0] - 1, cell[1], "east"] : way === "north" ? [cell[0], cell[1] - 1, "south"] : [...cell, way];
  }

  /* --- pointers */

  listen() {
    const { svg: drawing } = this.board;
    drawing.addEventListener("pointerdown", (event) => this.down(event));
    drawing.addEventListener("pointermove", (event) => this.move(event));
    drawing.addEventListener("pointerup", (event) => this.up(event));
    drawing.addEventListener("pointercancel", () => { this.stroke = null; this.settle(); });
    this.board.onpick = ({ cell, event }) => { if (event && event.type === "keydown" && cell) this.pressed(cell); };
  }

  down(event) {
    if (event.button || !event.isPrimary) { this.stroke = null; return; }
    const cell = this.board.cellAt(event), { tool } = this.editor, what = this.board.whatAt(event), unit = what && what.cell ? this.unitAt(what.cell) : -1;
    if (!cell) return;
    if (tool.do === "select" && unit < 0) { this.stroke = { do: "none", cell }; return; }
    event.stopPropagation();
    this.board.svg.setPointerCapture(event.pointerId);
    this.stroke = { do: tool.do, from: cell, to: cell, cells: [cell], edges: [], unit };
    if (tool.do === "border") this.addEdge(event);
    this.preview();
  }

  move(event) {
    const { stroke } = this;
    if (!stroke || stroke.do === "none") return;
    const cell = this.board.cellAt(event);
    if (stroke.do === "border") this.addEdge(event);
    if (!cell || String(cell) === String(stroke.to)) return;
    stroke.cells.push(...cellsOfLine(stroke.to, cell).slice(1));
    stroke.to = cell;
    this.preview();
  }

  addEdge(event) {
    const edge = this.edgeAt(event);
    if (!edge || this.stroke.edges.some((one) => String(one) === String(edge))) return;
    this.stroke.edges.push(edge);
    const d = this.stroke.edges.map(([x, y, way]) => (way === "east" ? `M${(x + 1) * 40} ${y * 40 + 3}v34` : `M${x * 40 + 3} ${(y + 1) * 40}h34`)).join("");
    this.edges ||= draw("path", { class: "ed-edges" });
    this.edges.setAttribute("d", d);
    this.board.svg.append(this.edges);
  }

  /* The cells a stroke is about. */
  cellsOf(stroke) {
    if (stroke.do === "zone") return cellsOfBox(stroke.from, stroke.to);
    if (stroke.do !== "paint") return [stroke.to];
    const { shape } = this.editor;
    if (shape === "line") return cellsOfLine(stroke.from, stroke.to);
    if (shape === "box") return cellsOfBox(stroke.from, stroke.to);
    return shape === "fill" ? this.area(stroke.to) : stroke.cells;
  }

  preview() {
    if (this.stroke.do !== "border") this.board.mark("way", this.cellsOf(this.stroke));
  }

  /* Nothing is being dragged any more. */
  settle() {
    if (this.stroke) return;
    if (this.board) this.board.mark("way", []);
    if (this.edges) this.edges.remove();
    this.edges = null;
  }

  up() {
    const { stroke, editor } = this;
    this.stroke = null;
    if (!stroke) return;
    if (stroke.do === "none") { if (!this.board.isDragged) editor.select(-1, false); return; }
    if (stroke.do === "select") this.moveUnit(stroke);
    else this.apply(stroke);
    if (stroke.do === "select" && String(stroke.from) === String(stroke.to)) this.settle();
  }

  /* Does what the tool does. */
  apply(stroke) {
    const { tool } = this.editor;
    if (tool.do === "paint") this.editor.amend({ do: "paint", cells: this.cellsOf(stroke), value: tool.value });
    else if (tool.do === "border" && stroke.edges.length) this.editor.amend({ do: "border", borders: stroke.edges, value: tool.value });
    else if (tool.do === "place") this.editor.place(stroke.to, tool);
    else if (tool.do === "zone") {
      const cells = cellsOfBox(stroke.from, stroke.to), from = cells[0], to = cells[cells.length - 1];
      this.editor.amend({ do: "put", path: tool.path || ["deploy", tool.side], value: tool.isCorners ? { from, to } : [...from, ...to] });
      this.editor.use({ do: "select" });
    } else this.settle();
  }

  moveUnit({ unit, from, to }) {
    const { editor } = this, entry = editor.units[unit];
    editor.select(unit);
    if (String(from) === String(to) || !entry) return;
    if (!Array.isArray(entry.at) && entry.count !== undefined && entry.count !== 1) {
      Notices.say("This entry stands for several units, deployed at random in their zone. To place one by hand, remove its count.");
      this.settle();
      return;
    }
    const row = this.rowOf(unit), first = Array.isArray(entry.at) ? entry.at : row === undefined ? from : this.state[row].slice(0, 2);
    editor.amend({ do: "put", path: ["units", unit, "at"], value: [first[0] + to[0] - from[0], first[1] + to[1] - from[1]] });
  }

  /* Enter in a cell: what a click does; of a box it is one corner, then the other; a chosen unit goes to an empty cell. */
  pressed(cell) {
    const { editor } = this, { tool } = editor, unit = this.unitAt(cell);
    if (tool.do === "paint" || tool.do === "place") this.apply({ do: tool.do, from: cell, to: cell, cells: [cell], edges: [] });
    else if (tool.do === "border") this.apply({ do: "border", edges: [[...cell, "east"]] });
    else if (tool.do === "zone" && tool.corner) this.apply({ do: "zone", from: tool.corner, to: cell });
    else if (tool.do === "zone") { tool.corner = cell; this.board.mark("way", [cell]); }
    else if (unit >= 0) editor.select(unit, false);
    else if (editor.chosen >= 0) editor.amend({ do: "put", path: ["units", editor.chosen, "at"], value: cell });
  }

  /* The cells that hang together and look alike. */
  area(cell) {
    const { still, tables } = this.board, { frame } = this.editor.told.scene, [width, height] = still.size, looks = new Map();
    for (const [layer, cells] of Object.entries(still.ground)) for (const [x, y, value] of cells) looks.set(x + y * width, `${looks.get(x + y * width) || ""}|${layer}${value}`);
    for (const [x, y, sign, words] of tables.marks[frame.marks] || []) looks.set(x + y * width, `${looks.get(x + y * width) || ""}|${sign}${words}`);
    const like = looks.get(cell[0] + cell[1] * width), found = [], seen = new Set(), waiting = [cell];
    while (waiting.length) {
      const [x, y] = waiting.pop(), at = x + y * width;
      if (x < 0 || y < 0 || x >= width || y >= height || seen.has(at) || looks.get(at) !== like) continue;
      seen.add(at);
      found.push([x, y]);
      waiting.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
    }
    return found;
  }
}

/* The cells of a straight line. */
function cellsOfLine([x0, y0], [x1, y1]) {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  return Array.from({ length: steps + 1 }, (_, k) => [Math.round(x0 + (x1 - x0) * k / (steps || 1)), Math.round(y0 + (y1 - y0) * k / (steps || 1))]);
}

/* The cells of a box, both corners included. */
function cellsOfBox([x0, y0], [x1, y1]) {
  const found = [];
  for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++) for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++) found.push([x, y]);
  return found;
}

/* A picture of one kind of ground or border. */
function swatch(look, isBorder) {
  const host = make("i.ed-swatch", { "aria-hidden": "true" });
  const tables = { borders: [look.borders], fires: [look.fires], marks: [look.marks], lights: [[look.light + "1"]] };
  const board = new Board(host, { size: [2, 1], ground: look.ground }, {}, tables, { cursor: false, label: "" });
  board.show({}, { units: [], lines: [], borders: 0, fires: 0, marks: 0, light: look.light === "0" ? 0 : -1, rings: -1, links: -1, changes: -1 });
  board.svg.setAttribute("viewBox", isBorder ? "20 0 40 40" : "0 0 40 40");
  return host;
}
