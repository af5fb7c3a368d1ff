/* One drawing of boards, for replays and for battles that are played. What it draws is made by boards.py.

   new Board(host, still, units, tables, options) empties an element and draws the ground; show(state, frame) draws a position.
   The fields `units` and `tables` may be replaced before any show(): units may become known later.

   options   label: what the board is called; cursor: false for a board to look at, without focus and picking; scale: pixels of
             a cell to begin with, fitted to the host when missing
   sizes     the host's CSS variable --board-height limits the height; `scale` is the size of a cell in pixels now; Ctrl and the
             wheel zoom, so do two fingers; a zoomed board is dragged
   picking   onpick and onhover get {cell, rows, row, direction, event}. By keyboard `row` is whoever stands alone there, else -1.
             Moving the cursor calls onhover as well
   also      Board.statesOf(frames, before) gives the state of every frame; reveal(cell) scrolls there; legend(frames) counts
             what occurs in these frames, without them what was shown so far
   A frame is later than the one shown before if its number `at` is higher: then those that were wounded flash. */
const Board = (() => {
  "use strict";
  const CELL = 40;  // of the drawing's own units
  const MARGIN = 18, EDGE = 4;  // for the numbers in the west and north; in the east and south
  const MANY = 30;  // columns or rows from which not every one is numbered
  const LEGIBLE = 37, MOST_WORDS = 3;  // pixels of a cell below which words on bodies grow, and how far
  const LEAST_SCALE = 4, MOST_SCALE = 110;  // pixels of a cell
  const LEAST_LETTERS = 12, LETTER = 6;  // of the name of a zone: how many are shown in any case, and how wide one is
  const DRAGGED = 5;  // pixels from which a press is no click
  const TINTS = ["far", "reach", "aim", "way", "chosen"];
  const RINGS = ["can", "actor", "chosen"];
  const DOES = { "held by": "holds", "charged by": "charges" };  // a link, from the side it comes from
  const AHEAD = { 0: [0, -1], 2: [1, 0], 4: [0, 1], 6: [-1, 0] };
  const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
  const DIRECTIONS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  const CURSOR = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

  function svg(name, attributes = {}, parent = null) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (parent) parent.append(made);
    return made;
  }

  function write(words, attributes, parent) {
    const text = svg("text", { "text-anchor": "middle", ...attributes }, parent);
    text.textContent = words;
    return text;
  }

  const pairs = (flat) => flat.flatMap((x, i) => i % 2 ? [] : [[x, flat[i + 1]]]);
  const entitle = (words, parent) => { svg("title", {}, parent).textContent = words; };
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const show = (element, isShown) => { element.style.display = isShown ? "" : "none"; };

  /* --- the ground: one path for all cells of a kind, each drawn from its north-western corner -------------------------- */

  const every = (cells, shape) => cells.map(([x, y]) => shape(x * CELL, y * CELL)).join("");
  const square = (x, y) => `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
  const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const fill = (colour, opacity = 1, shape = square) => (group, cells) =>
    svg("path", { d: every(cells, shape), fill: colour, opacity }, group);
  const stroke = (colour, width, shape, more = {}) => (group, cells) =>
    svg("path", { d: every(cells, shape), fill: "none", stroke: colour, "stroke-width": width, ...more }, group);
  const both = (...draws) => (group, cells) => draws.forEach((draw) => draw(group, cells));

  const stones = [[3, 22, 10], [14, 22, 13], [28, 22, 9], [3, 30, 15], [19, 30, 9], [29, 30, 8]];
  const trees = [[11, 14, 7.5], [29, 11, 6.5], [22, 28, 8.5], [7, 31, 5.5]];
  const tufts = [[9, 15], [28, 11], [18, 27], [33, 31], [9, 36]];
  const waves = (x, y) => [10, 21, 32].map((k) => `M${x + 4} ${y + k}q4 -5 8 0t8 0t8 0t8 0`).join("");
  const hedge = (x, y) => `M${x + 3} ${y + 37}v-6a6 6 0 0 1 9 -5a7 7 0 0 1 12 0a6 6 0 0 1 13 5v6z`;
  const wall = (x, y) => stones.map(([i, j, w]) => `M${x + i} ${y + j}h${w}v7h${-w}z`).join("");
  const grass = (x, y) => tufts.map(([i, j]) => `M${x + i} ${y + j}l-3 -6m3 6v-7m0 7l3 -6`).join("");
  const trunks = (x, y) => trees.map(([i, j, r]) => `M${x + i} ${y + j}v${r + 4}`).join("");
  const crowns = (x, y) => trees.map(([i, j, r]) => disc(x + i, y + j, r)).join("");
  const rock = (x, y) => `M${x + 5} ${y + 1}h30a4 4 0 0 1 4 4v30a4 4 0 0 1 -4 4h-30a4 4 0 0 1 -4 -4v-30a4 4 0 0 1 4 -4z`;
  const gleam = (x, y) => `M${x + 6} ${y + 33}v-27h27`;
  const stakes = (x, y) => [0, 1, 2, 3].map((k) => `M${x + 1 + k * 9.5} ${y + 38}v-28l4.75 -8l4.75 8v28z`).join("");
  const rail = (x, y) => `M${x + 1} ${y + 19}h38`;
  const triangle = (x, y) => `M${x + 20} ${y + 9}l11 20h-22z`;
  const shout = (x, y) => `M${x + 20} ${y + 16}v6m0 3v1.5`;

  const drawWoods = both(
    fill("var(--green)", .2), stroke("var(--earth)", 3, trunks),
    (group, cells) => svg("path", { d: every(cells, crowns), fill: "var(--leaf)", stroke: "var(--card)", "stroke-width": .8 }, group));
  const TERRAIN = [
    { layer: "indoor", words: "indoors", draw: fill("var(--earth)", .3) },
    { layer: "water", words: "water", draw: both(fill("var(--water)"), stroke("#fff", 1.4, waves, { "stroke-opacity": .45 })) },
    { layer: "difficult", words: "difficult ground", draw: stroke("var(--earth)", 1.4, grass) },
    { layer: "cover", is: (value) => value === 1, words: "soft cover",
      draw: both(fill("var(--green)", .16), fill("var(--green)", 1, hedge), stroke("var(--wall)", 1.4, (x, y) => `M${x + 3} ${y + 37}h34`)) },
    { layer: "cover", is: (value) => value === 2 || value > 3, words: "hard cover",
      draw: both(fill("var(--stone)", .22), fill("var(--stone)", 1, wall)) },
    { layer: "cover", is: (value) => value === 3, words: "trees", draw: drawWoods },
    { layer: "danger", words: "dangerous ground",
      draw: both(fill("var(--warn)", 1, triangle), stroke("#26231f", 2.6, shout, { "stroke-linecap": "round" })) },
    { layer: "blocked", is: (value) => value !== 2, words: "blocked",
      draw: both(fill("var(--stone)", 1, rock), stroke("#fff", 2, gleam, { "stroke-opacity": .18 })) },
    { layer: "blocked", is: (value) => value === 2, words: "palisade",
      draw: both(fill("var(--door)", 1, stakes), stroke("var(--wall)", 1, stakes), stroke("var(--wall)", 2.5, rail)) },
  ];

  /* How high or low cells lie: a shade, a number, and a line at every step. */
  function drawLevels(group, cells, [width, height]) {
    const level = new Map(cells.map(([x, y, value]) => [x + y * width, value])), at = (x, y) => level.get(x + y * width) || 0;
    for (const value of new Set(cells.map((one) => one[2])))
      fill(value > 0 ? "#fff" : "#000", Math.min(.42, .16 * Math.abs(value)))(group, cells.filter((one) => one[2] === value));
    let steps = "";
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
      if (x + 1 < width && at(x, y) !== at(x + 1, y)) steps += `M${(x + 1) * CELL} ${y * CELL}v${CELL}`;
      if (y + 1 < height && at(x, y) !== at(x, y + 1)) steps += `M${x * CELL} ${(y + 1) * CELL}h${CELL}`;
    }
    svg("path", { d: steps, fill: "none", stroke: "var(--earth)", "stroke-width": 2 }, group);
    const numbers = svg("g", { "font-size": 10, "font-weight": 650, fill: "var(--wall)" }, group);
    for (const [x, y, value] of cells)
      write((value > 0 ? "+" : "") + value, { x: (x + 1) * CELL - 1, y: y * CELL + 9, "text-anchor": "end" }, numbers);
  }

  /* The lines between cells, and the numbers of columns and rows. */
  function drawGrid(group, [width, height]) {
    let lines = "";
    for (let x = 0; x <= width; x++) lines += `M${x * CELL} 0v${height * CELL}`;
    for (let y = 0; y <= height; y++) lines += `M0 ${y * CELL}h${width * CELL}`;
    svg("path", { d: lines, stroke: "var(--grid)", "stroke-width": .7 }, group);
    const isLarge = width > MANY || height > MANY, each = isLarge ? 5 : 1, size = isLarge ? 15 : 10;
    const numbers = svg("g", { fill: "var(--faint)", "font-size": size }, group);
    for (let x = 0; x < width; x += each) write(x, { x: (x + .5) * CELL, y: -4 }, numbers);
    for (let y = 0; y < height; y += each) write(y, { x: -9, y: (y + .5) * CELL + size * .35 }, numbers);
  }

  function drawGround(group, size, ground) {
    const [width, height] = size, odd = [], wet = new Set((ground.water || []).map(([x, y]) => `${x},${y}`));
    for (let y = 0; y < height; y++) for (let x = (y + 1) % 2; x < width; x += 2) odd.push([x, y]);
    svg("rect", { width: width * CELL, height: height * CELL, fill: "var(--ground)" }, group);
    fill("var(--ground2)")(group, odd);
    if ((ground.level || []).length) drawLevels(group, ground.level, size);
    for (const { layer, is, draw } of TERRAIN) {
      const cells = (ground[layer] || []).filter(([x, y, value]) => (!is || is(value)) && (layer !== "difficult" || !wet.has(`${x},${y}`)));
      if (cells.length) draw(group, cells);
    }
    drawGrid(group, size);
  }

  /* The ground with the cells that are no longer as they were. */
  function changed(ground, changes) {
    const found = { ...ground };
    for (const [layer, x, y, value] of changes) {
      found[layer] = (found[layer] || []).filter((one) => one[0] !== x || one[1] !== y);
      if (value) found[layer].push([x, y, value]);
    }
    return found;
  }

  /* --- what lies between cells and about -------------------------------------------------------------------------------- */

  function drawBorder([x, y, direction, kind], group) {
    const isUpright = direction === 2 || direction === 6;
    const px = x * CELL + (direction === 2 ? CELL : 0), py = y * CELL + (direction === 4 ? CELL : 0);
    const line = (from, to, colour, width, cap) => svg("path", {
      d: `M${px + (isUpright ? 0 : from)} ${py + (isUpright ? from : 0)}${isUpright ? "v" : "h"}${to - from}`,
      stroke: colour, "stroke-width": width, "stroke-linecap": cap }, group);
    const dot = (along, r, colour) =>
      svg("circle", { cx: px + (isUpright ? 0 : along), cy: py + (isUpright ? along : 0), r, fill: colour }, group);
    if (kind === "obstacle") { for (let k = 0; k < 6; k++) dot(4 + k * 6.4, 3.6, "var(--green)"); return; }
    line(0, CELL, "var(--wall)", kind.includes("door") ? 3.5 : 5, "round");
    if (!kind.includes("door")) return;
    line(7, CELL - 7, "var(--door)", 8, "butt");
    dot(CELL / 2, kind.includes("locked") ? 4 : 2, kind.includes("locked") ? "var(--gold)" : "var(--wall)");
  }

  function drawFire([x, y], group) {
    for (const [size, colour] of [[1, "var(--fire)"], [.55, "var(--gold)"]]) {
      const at = `translate(${(x + .5) * CELL} ${y * CELL + 36}) scale(${size})`;
      svg("path", { d: "M0 -31q14 16 5 30h-12q-10 -12 7 -30z", fill: colour, transform: at }, group);
    }
  }

  /* What fills a cell by what it is called: doors, gates and chests, from the cell's middle. */
  function drawFixture(words, group) {
    const [, state, kind] = words.match(/^(open|closed|locked|full|empty) (door|gate|chest)$/) || [];
    if (!kind) return false;
    const isShut = state === "closed" || state === "locked", outline = { stroke: "var(--wall)", "stroke-width": 2, "stroke-linejoin": "round" };
    if (kind === "chest") {
      svg("path", { d: "M-12 12v-16q0 -7 7 -7h10q7 0 7 7v16z", fill: state === "full" ? "var(--door)" : "none", ...outline }, group);
      svg("path", { d: "M-12 -1h24", fill: "none", ...outline }, group);
      svg("rect", { x: -3, y: -4, width: 6, height: 7, rx: 1, fill: "var(--gold)", stroke: "var(--wall)" }, group);
    } else {
      svg("path", { d: isShut ? "M-13 18v-36h26v36z" : "M-19 18v-36h8v36z", fill: "var(--door)", ...outline }, group);
      if (isShut) svg("path", { d: "M-4.5 -18v36m9 -36v36", fill: "none", stroke: "var(--wall)", "stroke-opacity": .5 }, group);
      if (state === "locked") svg("path", { d: "M-6 -1h12v10h-12zM-4 -1v-3a4 4 0 0 1 8 0v3", fill: "var(--gold)", ...outline }, group);
      else if (isShut) svg("circle", { cx: 9, cy: 1, r: 2.2, fill: "var(--gold)" }, group);
    }
    entitle(words, group);
    return true;
  }

  /* Things that lie in a cell, side by side from its north-eastern corner. */
  function drawThings(things, group) {
    const lying = {};
    for (const [x, y, sign, words] of things) {
      if (drawFixture(words, svg("g", { transform: `translate(${(x + .5) * CELL} ${(y + .5) * CELL})` }, group))) continue;
      const k = lying[[x, y]] = (lying[[x, y]] ?? -1) + 1;
      const thing = svg("g", { transform: `translate(${(x + .82 - .4 * (k % 2)) * CELL} ${(y + .2 + .4 * (k >> 1)) * CELL})` }, group);
      svg("rect", { x: -7, y: -7, width: 14, height: 14, rx: 3, fill: "var(--gold)", stroke: "var(--wall)" }, thing);
      write(sign, { y: 3.5, "font-size": 10, "font-weight": 700, fill: "#26231f" }, thing);
      entitle(words, thing);
    }
  }

  /* A round thing on the ground, such as a template. */
  function drawTemplate([x, y, diameter, words], group) {
    const ring = svg("g", { fill: "none", stroke: "var(--bad)", "stroke-width": 3 }, group);
    svg("circle", { cx: x * CELL, cy: y * CELL, r: diameter * CELL / 2 }, ring);
    svg("path", { d: `M${x * CELL - 7} ${y * CELL}h14m-7 -7v14` }, ring);
    entitle(words, ring);
  }

  /* A zone to hold: tinted and framed in the colour of who holds it, with a broken frame where nobody does. */
  function drawZone([name, hue, holder, ...flat], group) {
    const cells = pairs(flat), inside = new Set(cells.map(String)), zone = svg("g", { class: hue < 0 ? "zone" : "zone held" }, group);
    if (hue >= 0) zone.style.setProperty("--c", `var(--side${hue})`);
    const edges = { "0,-1": "M1.5 1.5h37", "1,0": "M38.5 1.5v37", "0,1": "M1.5 38.5h37", "-1,0": "M1.5 1.5v37" };
    svg("path", { class: "area", d: every(cells, square) }, zone);
    for (const [x, y] of cells) for (const [step, d] of Object.entries(edges)) {
      const [dx, dy] = step.split(",").map(Number);
      if (!inside.has(String([x + dx, y + dy]))) svg("path", { class: "edge", d, transform: `translate(${x * CELL} ${y * CELL})` }, zone);
    }
    if (name) entitle(`${name}: held by ${holder || "nobody"}`, zone);
  }

  /* The name of a zone on its upper edge, where it is in nobody's way; in the first row below it. Towards the middle of the board. */
  function drawZoneName([name, , , ...flat], group, columns) {
    const cells = pairs(flat), top = Math.min(...cells.map(([, y]) => y)), row = cells.filter(([, y]) => y === top).map(([x]) => x);
    const [west, east] = [Math.min(...row), Math.max(...row) + 1], most = Math.max(LEAST_LETTERS, Math.floor((east - west) * CELL / LETTER));
    const [x, anchor] = west + east > columns ? [east * CELL - 3, "end"] : [west * CELL + 3, "start"];
    write(name.length > most ? `${name.slice(0, most - 1)}\u2026` : name, { class: "zonename", x, y: top * CELL + (top ? 3.5 : 10), "text-anchor": anchor }, group);
  }

  /* The cells without light, those of a row that lie side by side as one. */
  const darkness = (rows) => rows.flatMap((row, y) =>
    [...row.matchAll(/0+/g)].map((run) => `M${run.index * CELL} ${y * CELL}h${run[0].length * CELL}v${CELL}h${-run[0].length * CELL}z`)).join("");

  /* What was done: dotted where somebody moved, whole where a blow or shot hit, broken with a cross where it missed. */
  function drawLine([kind, hue, ...points], group) {
    const way = points.map((one) => one * CELL), [ax, ay, bx, by] = way.slice(-4), long = Math.hypot(bx - ax, by - ay) || 1;
    const dx = (bx - ax) / long, dy = (by - ay) / long, gap = Math.min(CELL * .42, long / 3), ex = bx - dx * gap, ey = by - dy * gap;
    const drawn = svg("g", { class: `line ${kind}`, fill: "none", "stroke-width": 3 }, group);
    if (kind === "move") {
      drawn.setAttribute("stroke", `var(--side${hue})`);
      svg("circle", { cx: way[0], cy: way[1], r: 4, fill: `var(--side${hue})`, stroke: "none", opacity: .7 }, drawn);
      svg("polyline", { points: [...way.slice(0, -2), ex, ey].join(" "), "stroke-dasharray": "1 7", "stroke-linecap": "round" }, drawn);
      return;
    }
    const isHit = kind === "hit", from = `M${ax + dx * gap} ${ay + dy * gap}`;
    svg("path", { d: `${from}L${ex} ${ey}`, stroke: "var(--card)", "stroke-width": 6, "stroke-opacity": .7 }, drawn);
    svg("path", { d: `${from}L${ex} ${ey}`, stroke: isHit ? "var(--bad)" : "var(--soft)", "stroke-dasharray": isHit ? "none" : "6 5" }, drawn);
    if (isHit) svg("path", { d: arrowHead(ex, ey, dx, dy, 6), fill: "var(--bad)", stroke: "var(--card)", "stroke-width": 1 }, drawn);
    else svg("path", { d: `M${ex - 5} ${ey - 5}l10 10m0 -10l-10 10`, stroke: "var(--soft)" }, drawn);
  }

  const arrowHead = (x, y, dx, dy, size) =>
    `M${x + size * dx} ${y + size * dy}L${x - size * (dx - dy)} ${y - size * (dy + dx)}L${x - size * (dx + dy)} ${y - size * (dy - dx)}Z`;

  /* A band under figures that belong together. */
  function drawBand(d, width, group) {
    const band = svg("g", { class: "band", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" }, group);
    svg("path", { d, stroke: "var(--ink)", "stroke-width": width + 1.5, opacity: .7 }, band);
    svg("path", { d, stroke: "var(--gold)", "stroke-width": width }, band);
  }

  /* A band from one unit to another that it has hold of. */
  function drawLink([ax, ay], [bx, by], words, group) {
    const long = Math.hypot(bx - ax, by - ay) || 1, dx = (bx - ax) / long, dy = (by - ay) / long, gap = Math.min(10, long / 4);
    const [sx, sy, ex, ey] = [ax + dx * gap, ay + dy * gap, bx - dx * gap * 1.3, by - dy * gap * 1.3];
    const link = svg("g", { class: "link", stroke: "var(--ink)" }, group);
    svg("path", { d: `M${sx} ${sy}L${ex} ${ey}`, "stroke-width": 7 }, link);
    svg("path", { d: `M${sx} ${sy}L${ex} ${ey}`, stroke: "var(--gold)", "stroke-width": 4.5 }, link);
    svg("circle", { cx: sx, cy: sy, r: 4, fill: "var(--gold)" }, link);
    svg("path", { d: arrowHead(ex, ey, dx, dy, 6), fill: "var(--gold)" }, link);
    entitle(words, link);
  }

  /* --- units --------------------------------------------------------------------------------------------------------------- */

  const read = ([x, y, facing, wounds, out, condition, said, lift, mount, width, height, models, group = -1]) =>
    ({ x, y, facing, wounds, out, condition, said, lift, mount, width, height, models, group });
  const isSame = (one, other) => one === other
    || one.every((value, i) => Array.isArray(value) ? String(value) === String(other[i]) : value === other[i]);
  const isBody = (state) => state.models.length > 0 && !state.out;
  const conditionsOf = (state) => state.condition && !state.out ? state.condition.split(", ") : [];
  const isHidden = (state) => !state.out && /\b(hidden|concealed)\b/.test(`${state.condition}, ${state.said}`.toLowerCase());
  const isLying = (state) => /\b(prone|unconscious|sleeping|down)\b/.test(state.condition);
  const healthOf = (share) => share > .6 ? "#6fce6a" : share > .3 ? "#f2b632" : "#ff6a5a";
  const shareOf = (unit, state) => unit.most ? clamp(state.wounds / unit.most, 0, 1) : 1;
  const aheadOf = (state) => AHEAD[state.facing - state.facing % 2] || AHEAD[0];

  /* Whether a unit stands in a cell. */
  function covers({ x, y, width, height, models, out }, [cx, cy]) {
    if (x < 0) return false;
    if (out || !models.length) return cx >= x && cx < x + width && cy >= y && cy < y + height;
    for (let i = 0; i < models.length; i += 5) {
      const [mx, my, w, h] = models.slice(i, i + 4);
      if (cx >= x + mx && cx < x + mx + w && cy >= y + my && cy < y + my + h) return true;
    }
    return false;
  }

  /* Where figures that share a cell stand, from its middle and in parts of it, and how large they are there. */
  function placesInACrowd(count) {
    if (count < 2) return [{ dx: 0, dy: 0, part: 1 }];
    const across = Math.ceil(Math.sqrt(count)), down = Math.ceil(count / across), step = .88 / across;
    return Array.from({ length: count }, (_, k) =>
      ({ dx: (k % across - (across - 1) / 2) * step, dy: (Math.floor(k / across) - (down - 1) / 2) * step, part: 1.1 / across }));
  }

  /* The drawing of one unit: a disc with a wedge for its facing and an arc for its wounds, or the bases of a body of many. */
  class Piece {
    constructor(row, unit, layer) {
      this.unit = unit;
      this.rings = "";
      this.colour = `var(--side${unit.hue})`;
      this.r = CELL * unit.span * .36;
      this.group = svg("g", { class: "unit", "data-row": row }, layer);
      this.makeFigure();
    }

    makeFigure() {
      const { r, group, colour } = this;
      this.shade = svg("ellipse", { cx: 5, cy: r + 5, rx: r * .8, ry: 4, fill: "#000", opacity: .28 }, group);
      this.oblong = svg("rect", { fill: colour, "fill-opacity": .55, stroke: "var(--card)", rx: CELL * .35 }, group);
      this.around = svg("g", { class: "rings", fill: "none" }, group);
      this.saddle = svg("circle", { r: r + 3, fill: "none", stroke: "var(--earth)", "stroke-width": 3.5,
        "stroke-dasharray": "5 3", "pointer-events": "none" }, group);
      this.figure = svg("g", {}, group);
      this.wedge = svg("path", { d: `M${-r * .66} ${-r * .74}L0 ${-r * 1.5}L${r * .66} ${-r * .74}Z`, fill: colour,
        stroke: "var(--card)", "stroke-width": .8, "pointer-events": "none" }, this.figure);
      svg("circle", { r, fill: colour, class: "body", stroke: "var(--card)" }, this.figure);
      this.length = 2 * Math.PI * (r - 2);
      svg("circle", { r: r - 2, fill: "none", stroke: "#000", "stroke-opacity": .35, "stroke-width": 3 }, this.figure);
      this.arc = svg("circle", { r: r - 2, fill: "none", "stroke-width": 3, transform: "rotate(-90)",
        "stroke-dasharray": this.length }, this.figure);
      this.bar = svg("path", { d: `M${-r * .6} ${r * .55}h${r * 1.2}`, stroke: "#26231f", "stroke-width": 3.5,
        "stroke-linecap": "round" }, this.figure);
      write(this.unit.code, { y: r * .29, "font-size": Math.max(10, r * .8), "font-weight": 650, fill: "#fff" }, this.figure);
      this.outline = svg("circle", { r, fill: "none", stroke: "var(--ink)", "stroke-width": 2, "stroke-dasharray": "2 4",
        "stroke-linecap": "round" }, group);
      this.cross = svg("path", { d: `M${-r * .55} ${-r * .55}l${r * 1.1} ${r * 1.1}m0 ${-r * 1.1}l${-r * 1.1} ${r * 1.1}`,
        stroke: colour, "stroke-width": 4, "stroke-linecap": "round" }, group);
      this.block = svg("g", {}, group);
      this.marks = svg("g", {}, group);
      this.lift = svg("g", { transform: `translate(0 ${-r - 5})`, "pointer-events": "none" }, group);
      svg("rect", { x: -17, y: -6.5, width: 34, height: 13, rx: 6.5, fill: "var(--sky)", stroke: "var(--card)" }, this.lift);
      this.high = write("", { y: 3.4, "font-size": 9.5, "font-weight": 650, fill: "#fff" }, this.lift);
      this.title = svg("title", {}, group);
    }

    /* Whether it still looks like what is known of its unit. */
    isOf({ code, hue, span }) { return code === this.unit.code && hue === this.unit.hue && span === this.unit.span; }

    /* Draws it as it is now; nothing is touched where nothing has changed. */
    show(given, place, isDeciding) {
      if (this.shown && this.isShown(given, place, isDeciding)) return;
      const state = read(given), many = isBody(state), isUp = !state.out;
      this.shown = { given, place, isDeciding };
      this.state = state;
      show(this.group, state.x >= 0);
      if (state.x < 0) return;
      this.move(state, many ? { dx: 0, dy: 0, part: 1 } : place);
      this.group.classList.toggle("fallen", !isUp);
      this.group.classList.toggle("concealed", isHidden(state));
      show(this.figure, isUp && !many);
      show(this.saddle, isUp && state.mount >= 0);
      show(this.cross, !isUp);
      show(this.outline, isHidden(state) && !many);
      for (const one of [this.lift, this.shade]) show(one, isUp && state.lift);
      this.high.textContent = state.lift;
      this.block.replaceChildren();
      if (many) this.drawBlock(state); else this.drawFigure(state);
      this.drawRings();
      this.drawMarks(state, many);
      this.title.textContent = this.describe(state);
    }

    isShown(given, place, isDeciding) {
      const { shown } = this, { dx, dy, part } = shown.place;
      return isSame(shown.given, given) && dx === place.dx && dy === place.dy && part === place.part && shown.isDeciding === isDeciding;
    }

    move({ x, y, width, height }, { dx, dy, part }) {
      const size = CELL * this.unit.span;
      this.middle = [(x + width / 2) * CELL + dx * size, (y + height / 2) * CELL + dy * size];
      this.part = part;
      this.group.style.transform = `translate(${this.middle[0]}px, ${this.middle[1]}px) scale(${part})`;
    }

    /* All that is to be said of it. */
    describe({ wounds, said }) {
      const { name, most } = this.unit;
      return [name, ...(most ? [`${wounds} of ${most} wounds`] : []), ...(said ? [said] : [])].join(", ");
    }

    drawFigure(state) {
      const wide = (state.width - .3) * CELL, high = (state.height - .3) * CELL, share = shareOf(this.unit, state);
      show(this.oblong, state.width !== state.height && !state.out);
      for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high })) this.oblong.setAttribute(name, value);
      show(this.wedge, state.facing >= 0);
      this.wedge.setAttribute("transform", `rotate(${45 * Math.max(0, state.facing)})`);
      show(this.bar, isLying(state));
      this.arc.setAttribute("stroke-dashoffset", this.length * (1 - share));
      this.arc.setAttribute("stroke", healthOf(share));
    }

    /* A body of many models: a base for each, a bar and a wedge along its front, and a plate with what is left of it. */
    drawBlock(state) {
      const wide = state.width * CELL, high = state.height * CELL, faded = conditionsOf(state).includes("fleeing") ? .45 : 1;
      show(this.oblong, false);
      for (let i = 0; i < state.models.length; i += 5) {
        const [x, y, w, h, sign] = state.models.slice(i, i + 5), left = x * CELL - wide / 2 + 2, up = y * CELL - high / 2 + 2;
        svg("rect", { x: left, y: up, width: w * CELL - 4, height: h * CELL - 4, rx: 4, class: "body", fill: this.colour,
          "fill-opacity": faded, stroke: sign ? "var(--gold)" : "var(--card)", "stroke-width": sign ? 2.5 : 1 }, this.block);
        if (!sign) continue;
        const cx = left + w * CELL / 2 - 2, cy = up + h * CELL / 2 - 2;
        svg("circle", { cx, cy, r: 8, fill: "var(--gold)" }, this.block);
        write(sign, { x: cx, y: cy + 4, "font-size": 11, "font-weight": 700, fill: "#26231f" }, this.block);
      }
      const [dx, dy] = aheadOf(state), across = (dx ? high : wide) / 2 - 2, half = Math.min(13, across / 1.5);
      const fx = dx * wide / 2, fy = dy * high / 2, at = (side, ahead) => `${fx + side * -dy + ahead * dx} ${fy + side * dx + ahead * dy}`;
      svg("path", { d: `M${at(-across, 0)}L${at(across, 0)}`, stroke: "var(--ink)", "stroke-width": 4, "stroke-linecap": "round" }, this.block);
      svg("path", { d: `M${at(-half, 0)}L${at(0, 10)}L${at(half, 0)}Z`, fill: "var(--ink)" }, this.block);
      this.drawPlate(state);
    }

    /* Where the plate of a body is, from its middle: on a body that is not deep at its rear, off whoever leads it. */
    plateOf(state) {
      const [dx, dy] = aheadOf(state), deep = (dx ? state.width : state.height) * CELL, back = deep > 2 * CELL ? 0 : deep / 2 - 8;
      return `translate(${-dx * back}px, ${-dy * back}px) scale(var(--words, 1))`;
    }

    /* What a body is called for short, how many are left of it, and its banner. */
    drawPlate(state) {
      const { unit } = this, words = unit.most ? `${unit.code} ${state.wounds}` : unit.code, wide = 12 + 9 * words.length;
      const plate = svg("g", {}, this.block), share = unit.most ? shareOf(unit, state) : 0;
      plate.style.transform = this.plateOf(state);
      const pole = `M${wide / 2 + 2} 11v-34l14 5l-14 6`;
      if (unit.banner) svg("path", { d: pole, fill: "var(--gold)", stroke: "var(--ink)", "stroke-width": 1.5 }, plate);
      svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 5, fill: "var(--card)", stroke: this.colour, "stroke-width": 1.5 }, plate);
      write(words, { y: 4, "font-size": 15, "font-weight": 650, fill: this.colour }, plate);
      if (share) svg("rect", { x: -wide / 2 + 4, y: 6.5, width: (wide - 8) * share, height: 2.5, fill: healthOf(share) }, plate);
    }

    /* Conditions: their first two letters round a figure, or below the plate of a body. */
    drawMarks(state, many) {
      const words = conditionsOf(state).slice(0, 4), r = this.r + 1.5;
      this.marks.replaceChildren();
      this.marks.style.transform = many ? this.plateOf(state) : "";
      words.forEach((word, k) => {
        const angle = (35 + 52 * k) * Math.PI / 180;
        const [x, y] = many ? [16 * (k - (words.length - 1) / 2), 18] : [r * Math.cos(angle), r * Math.sin(angle)];
        drawCondition(svg("g", { transform: `translate(${x} ${y})`, class: "condition" }, this.marks), word);
      });
    }

    /* Rings of whoever draws the board, and that of who decides. */
    ring(kinds) {
      if (kinds === this.rings) return;
      this.rings = kinds;
      if (this.state && this.state.x >= 0) this.drawRings();
    }

    drawRings() {
      const kinds = new Set(this.rings.split(" ").filter(Boolean)), { state } = this;
      if (this.shown.isDeciding && !state.out) kinds.add("actor");
      this.around.replaceChildren();
      for (const kind of RINGS) {
        if (!kinds.has(kind)) continue;
        const out = kind !== "actor" && kinds.has("actor") ? 8.5 : 4.5, wide = state.width * CELL / 2 + out, high = state.height * CELL / 2 + out;
        if (isBody(state)) svg("rect", { class: kind, x: -wide, y: -high, width: 2 * wide, height: 2 * high, rx: 7 }, this.around);
        else svg("circle", { class: kind, r: this.r + out }, this.around);
      }
    }
  }

  function drawCondition(group, word) {
    svg("circle", { r: 7, fill: "var(--ink)", stroke: "var(--card)" }, group);
    write(word[0].toUpperCase() + word.slice(1, 2), { y: 3, "font-size": 8.5, "font-weight": 700, fill: "var(--card)" }, group);
    entitle(word, group);
  }

  /* --- the board ----------------------------------------------------------------------------------------------------------- */

  class Board {
    constructor(host, still, units, tables, options = {}) {
      this.still = still;
      this.units = units;
      this.tables = tables;
      this.onpick = () => {};
      this.onhover = () => {};
      this.options = { label: "The board", cursor: true, ...options };
      this.pieces = {};
      this.states = {};
      this.drawn = {};
      this.ringed = {};
      this.tinted = {};
      this.pointed = [];
      this.seen = new Occurring();
      this.makeLayers(host);
      drawGround(this.ground, still.size, still.ground);
      new ResizeObserver(() => this.resized()).observe(this.svg);
      if (this.options.cursor) this.listen();
      this.listenForZoom();
      if (options.scale) this.setScale(options.scale);
    }

    /* The state of every frame, each of which says only what has changed, from a state before them. */
    static statesOf(frames, before = {}) {
      let now = before;
      return frames.map((frame) => {
        now = { ...now };
        for (const [row, ...unit] of frame.units) now[row] = unit;
        return now;
      });
    }

    /* How the points stand in a frame, as the words of a line above a board: [words, hue] with -1 for words of no side. */
    static pointsOf({ sides, limits = [] }, tables, frame) {
      const points = (tables.points || [])[frame.points] || [];
      return [...(points.length ? [["points", -1]] : []), ...points.map((count, k) => [`${sides[k].name} ${count}`, sides[k].hue]), ...limits.map((words) => [words, -1])];
    }

    makeLayers(host) {
      const [width, height] = this.still.size, over = { "pointer-events": "none" };
      this.width = width * CELL + MARGIN + EDGE;
      this.height = height * CELL + MARGIN + EDGE;
      this.scroller = document.createElement("div");
      this.scroller.className = "board-scroll";
      this.svg = svg("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${this.width} ${this.height}`, "aria-label": this.options.label,
        role: this.options.cursor ? "application" : "img", ...(this.options.cursor ? { tabindex: 0 } : {}) });
      this.ground = svg("g", {}, this.svg);
      this.zones = svg("g", {}, this.svg);
      this.borders = svg("g", {}, this.svg);
      this.fires = svg("g", {}, this.svg);
      this.night = svg("path", { ...over, class: "night", fill: "#0c1230", opacity: .5 }, this.svg);
      const tints = svg("g", over, this.svg);
      this.tints = Object.fromEntries(TINTS.map((kind) => [kind, svg("path", { class: `tint ${kind}` }, tints)]));
      this.things = svg("g", {}, this.svg);
      this.ways = svg("g", over, this.svg);
      this.bands = svg("g", over, this.svg);
      this.fallen = svg("g", {}, this.svg);
      this.standing = svg("g", {}, this.svg);
      this.ghosts = svg("g", { ...over, class: "ghosts", "aria-hidden": "true" }, this.svg);
      this.links = svg("g", {}, this.svg);
      this.zoneNames = svg("g", over, this.svg);
      this.templates = svg("g", over, this.svg);
      this.strokes = svg("g", over, this.svg);
      this.pointers = svg("g", {}, this.svg);
      this.cursor = svg("path", { ...over, class: "cursor" }, this.svg);
      this.spoken = document.createElement("p");
      this.spoken.className = "board-spoken";
      this.spoken.setAttribute("aria-live", "polite");
      this.scroller.append(this.svg);
      host.replaceChildren(this.scroller, this.spoken);
    }

    /* --- a position */

    /* Draws a position. state: row -> what the frames say of a unit; frame: the frame. */
    show(state, frame) {
      const isLater = frame.at === undefined || this.at === undefined || frame.at > this.at, before = this.states;
      this.states = state;
      this.at = frame.at;
      this.seen.add(Object.values(state), frame);
      this.showUnits(state, frame.decider ?? -1, isLater ? before : {});
      this.once("changes", (list) => {
        this.ground.replaceChildren();
        drawGround(this.ground, this.still.size, changed(this.still.ground, list));
      }, frame);
      this.once("zones", (list) => this.showZones(list), frame);
      this.once("borders", (list) => this.refill(this.borders, list, drawBorder), frame);
      this.once("fires", (list) => this.refill(this.fires, list, drawFire), frame);
      this.once("marks", (list) => { this.things.replaceChildren(); drawThings(list, this.things); }, frame);
      this.once("rings", (list) => this.refill(this.templates, list, drawTemplate), frame);
      this.showLight(frame.light);
      this.showLinks((this.tables.links || [])[frame.links] || []);
      this.refill(this.ways, frame.lines.filter((one) => one[0] === "move"), drawLine);
      this.refill(this.strokes, frame.lines.filter((one) => one[0] !== "move"), drawLine);
    }

    refill(group, list, draw) {
      group.replaceChildren();
      for (const one of list) draw(one, group);
    }

    /* Zones to hold: [name, hue, holder, x, y, x, y ...]. */
    showZones(list) {
      this.drawn.zones = list;
      this.refill(this.zones, list, drawZone);
      this.refill(this.zoneNames, list, (zone, group) => drawZoneName(zone, group, this.still.size[0]));
    }

    /* Draws the state of a table that holds, unless it is drawn already. */
    once(name, draw, frame) {
      const list = (this.tables[name] || [])[frame[name]];
      if (list === undefined || list === this.drawn[name]) return;
      if (name === "changes" && !list.length && !(this.drawn.changes || []).length) return;
      this.drawn[name] = list;
      draw(list);
    }

    showLight(index) {
      const rows = (this.tables.lights || [])[index];
      if (rows === this.drawn.light) return;
      this.drawn.light = rows;
      this.night.setAttribute("d", rows ? darkness(rows) : "");
    }

    showUnits(state, decider, before) {
      const places = this.placesOf(state);
      for (const row of Object.keys(this.pieces)) if (!state[row]) show(this.pieces[row].group, false);
      for (const [row, given] of Object.entries(state)) {
        const piece = this.pieceOf(row, given);
        if (!piece) continue;
        piece.show(given, places[row], Number(row) === decider);
        piece.group.classList.toggle("hit", !!before[row] && before[row][3] > given[3]);
      }
      this.showBands();
    }

    /* The drawing of a unit, made when it is first known and made again when what is known of it has changed. */
    pieceOf(row, given) {
      const unit = this.units[row], layer = given[4] ? this.fallen : this.standing;
      let piece = this.pieces[row];
      if (!unit) return null;
      if (piece && !piece.isOf(unit)) { piece.group.remove(); piece = null; }
      if (!piece) {
        piece = this.pieces[row] = new Piece(row, unit, layer);
        piece.ring(this.ringsOf(row));
      }
      piece.unit = unit;
      if (piece.group.parentNode !== layer) layer.append(piece.group);
      if (piece.shown && piece.group.style.display === "none") piece.shown = null;
      return piece;
    }

    /* Where everybody stands in its cell: those that fell and those that stand each among themselves, groups side by side. */
    placesOf(state) {
      const crowds = new Map(), found = {}, alone = placesInACrowd(1)[0];
      for (const [row, [x, y, , , out, , , , , , , models, group = -1]] of Object.entries(state)) {
        found[row] = alone;
        if (x < 0 || (models.length && !out)) continue;
        const key = `${x},${y},${out}`;
        if (!crowds.has(key)) crowds.set(key, []);
        crowds.get(key).push([group, Number(row)]);
      }
      this.crowds = [...crowds.values()].filter((crowd) => crowd.length > 1);
      for (const crowd of this.crowds) {
        const places = placesInACrowd(crowd.length);
        crowd.sort(([one, row], [other, to]) => one - other || row - to).forEach(([, row], k) => { found[row] = places[k]; });
      }
      return found;
    }

    /* A band under the figures of one cell that belong together. */
    showBands() {
      this.bands.replaceChildren();
      for (const crowd of this.crowds) {
        const ways = crowd.slice(1).map(([group, row], k) => {
          const [last, one] = crowd[k], from = this.pieces[one], to = this.pieces[row];
          return group === last && group >= 0 && from && to ? `M${from.middle}L${to.middle}` : "";
        }).join("");
        if (ways) drawBand(ways, 1.7 * this.pieces[crowd[0][1]].r * placesInACrowd(crowd.length)[0].part, this.bands);
      }
    }

    showLinks(links) {
      this.links.replaceChildren();
      for (const [one, other, words] of links) {
        const [from, to] = [this.pieces[one], this.pieces[other]];
        if (from && to && from.middle && to.middle && from.state.x >= 0 && to.state.x >= 0)
          drawLink(from.middle, to.middle, `${to.unit.name} ${words} ${from.unit.name}`, this.links);
      }
    }

    /* --- marks of whoever uses the board */

    /* Tints cells [[x, y] ...]; kinds are reach, far (by some ways only), aim, way and chosen. No cells take it away. */
    mark(kind, all) {
      const cells = all.filter((cell) => this.isInside(cell));
      this.tints[kind].setAttribute("d", every(cells, (x, y) => `M${x + 1.5} ${y + 1.5}h37v37h-37z`));
      this.tinted[kind] = new Set(cells.map(String));
      if (cells.length) this.seen.kinds.add(kind);
    }

    /* Rings around units; kinds are can, actor and chosen. */
    ring(kind, rows) {
      this.ringed[kind] = new Set(rows.map(Number));
      if (rows.length) this.seen.kinds.add(`ring ${kind}`);
      for (const [row, piece] of Object.entries(this.pieces)) piece.ring(this.ringsOf(row));
    }

    /* Ghosts of units elsewhere than they stand, as frames say them: [[row, x, y ...]]. No units take them away. */
    ghost(units) {
      this.ghosts.replaceChildren();
      for (const [row, ...given] of units.filter(([one]) => this.units[one])) {
        const piece = new Piece(row, this.units[row], this.ghosts), now = this.pieces[row];
        piece.show(given, placesInACrowd(1)[0], false);
        piece.group.setAttribute("class", "ghost");
        piece.title.remove();
        if (now && now.middle && now.state.x >= 0) svg("path", { class: "ghostway", d: `M${now.middle}L${piece.middle}` }, this.ghosts);
        if (document.activeElement === this.svg) this.spoken.textContent += `; ${this.units[row].name} would stand at column ${given[0]}, row ${given[1]}`;
      }
      if (units.length) this.seen.kinds.add("ghost");
    }

    ringsOf(row) { return RINGS.filter((kind) => this.ringed[kind]?.has(Number(row))).join(" "); }

    /* Arrows round cells, or round the unit that stands there: [{cell, direction, key}]. */
    arrows(list) {
      this.pointed = list;
      this.pointers.replaceChildren();
      const size = Math.max(1, 26 / this.scale);  // large enough for a finger
      for (const { cell, direction, key } of list) {
        const [x, y, width, height] = this.areaOf(cell), [dx, dy] = STEPS[direction];
        const far = (dx && dy ? 16 : 13) * size;
        const cx = (x + width / 2) * CELL + dx * (width * CELL / 2 + far), cy = (y + height / 2) * CELL + dy * (height * CELL / 2 + far);
        const at = `translate(${cx} ${cy}) scale(${size})`;
        const arrow = svg("g", { class: "pointer", "data-direction": direction, transform: at }, this.pointers);
        svg("circle", { r: 12 }, arrow);
        svg("path", { d: "M0 -18L7 -9.5A12 12 0 0 0 -7 -9.5Z", transform: `rotate(${45 * direction})` }, arrow);
        write(key || "", { y: 4.5, "font-size": 13, "font-weight": 650 }, arrow);
        entitle(DIRECTIONS[direction], arrow);
      }
    }

    /* What arrows stand around: the largest unit that stands in a cell, else the cell. */
    areaOf(cell) {
      const units = this.rowsAt(cell).map((row) => read(this.states[row])).filter((one) => !one.out);
      const largest = units.sort((one, other) => other.width * other.height - one.width * one.height)[0];
      return largest ? [largest.x, largest.y, largest.width, largest.height] : [...cell, 1, 1];
    }

    /* --- picking */

    /* The cell [x, y] under a pointer; null outside the board. */
    cellAt(event) {
      const { x, y } = this.pointAt(event), cell = [Math.floor(x / CELL), Math.floor(y / CELL)];
      return this.isInside(cell) ? cell : null;
    }

    isInside([x, y]) { return x >= 0 && y >= 0 && x < this.still.size[0] && y < this.still.size[1]; }

    pointAt({ clientX, clientY }) {
      const matrix = this.svg.getScreenCTM();
      return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: -CELL, y: -CELL };
    }

    /* The units that stand in a cell, topmost first. */
    rowsAt(cell) {
      const rows = Object.keys(this.states).map(Number).filter((row) => this.units[row] && covers(read(this.states[row]), cell));
      return rows.sort((one, other) => this.states[one][4] - this.states[other][4] || other - one);
    }

    whatAt(event) {
      const hit = event.target.closest(".unit"), arrow = event.target.closest(".pointer"), row = hit ? Number(hit.dataset.row) : -1;
      let cell = this.cellAt(event);
      if (hit && this.states[row] && !(cell && covers(read(this.states[row]), cell))) cell = this.states[row].slice(0, 2);
      if (!cell && !arrow) return null;
      const direction = arrow ? Number(arrow.dataset.direction) : -1;
      return { cell, rows: cell ? this.rowsAt(cell) : [], row, direction, event };
    }

    listen() {
      const { svg: drawing } = this;
      drawing.addEventListener("click", (event) => {
        const what = this.isDragged ? null : this.whatAt(event);
        if (!what) return;
        if (what.cell) this.cursorCell = what.cell;
        this.onpick(what);
      });
      drawing.addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") this.hover(this.whatAt(event)); });
      drawing.addEventListener("pointerleave", () => this.hover(null));
      drawing.addEventListener("keydown", (event) => this.pressed(event));
      drawing.addEventListener("focus", () => { if (drawing.matches(":focus-visible")) this.moveCursor(0, 0, null); });
      drawing.addEventListener("blur", () => { this.cursor.setAttribute("d", ""); this.hover(null); });
    }

    /* Tells once what is pointed at. */
    hover(what) {
      const key = what ? `${what.cell}|${what.row}|${what.direction}` : "";
      if (key === (this.hovered || "")) return;
      this.hovered = key;
      this.onhover(what);
    }

    pressed(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (CURSOR[event.key]) this.moveCursor(...CURSOR[event.key], event);
      else if (event.key === "Enter" && this.cursorCell) this.onpick(this.whatIn(this.cursorCell, event));
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    whatIn(cell, event) {
      const rows = this.rowsAt(cell);
      return { cell, rows, row: rows.length === 1 ? rows[0] : -1, direction: -1, event };
    }

    /* Moves the cursor, which begins where who decides stands. */
    moveCursor(dx, dy, event) {
      const [width, height] = this.still.size;
      const deciding = Object.values(this.pieces).find((one) => one.shown?.isDeciding && one.state.x >= 0);
      const [x, y] = this.cursorCell || (deciding ? [deciding.state.x, deciding.state.y] : [width >> 1, height >> 1]);
      this.cursorCell = [clamp(x + dx, 0, width - 1), clamp(y + dy, 0, height - 1)];
      this.cursor.setAttribute("d", every([this.cursorCell], (px, py) => `M${px + 2} ${py + 2}h36v36h-36z`));
      this.spoken.textContent = this.describe(this.cursorCell);
      this.reveal(this.cursorCell);
      this.hover(this.whatIn(this.cursorCell, event));
    }

    /* A cell in words: where it is, how it is marked, who stands there. */
    describe(cell) {
      const words = { reach: "can be reached", far: "can be reached", aim: "can be targeted" };
      const marked = Object.entries(words).filter(([kind]) => this.tinted[kind]?.has(String(cell)));
      const there = this.rowsAt(cell).map((row) => this.pieces[row].title.textContent);
      const zone = (this.drawn.zones || []).find(([, , , ...flat]) => pairs(flat).some((one) => String(one) === String(cell)));
      const zones = zone ? [`zone ${zone[0]}, held by ${zone[2] || "nobody"}`] : [];
      return [`column ${cell[0]}, row ${cell[1]}`, ...zones, ...marked.map(([, said]) => said), ...there].join("; ");
    }

    /* --- size */

    /* How large a cell is, in pixels. */
    get scale() {
      const matrix = this.svg.getScreenCTM();
      return matrix && matrix.a > 0 ? matrix.a * CELL : CELL;
    }

    get fitScale() {
      const high = parseFloat(getComputedStyle(this.scroller).maxHeight) || Infinity;
      return Math.min(this.scroller.clientWidth / this.width, high / this.height) * CELL;
    }

    /* The whole board. */
    fit() {
      this.scroller.classList.remove("zoomed");
      this.svg.style.width = "";
    }

    /* Larger or smaller, about a point of the screen {clientX, clientY}, else the middle of what is seen. */
    zoom(factor, about = null) {
      const box = this.scroller.getBoundingClientRect(), point = about || { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
      const fixed = this.pointAt(point), least = Math.max(LEAST_SCALE, this.fitScale);
      const scale = clamp(this.scale * factor, least, Math.max(MOST_SCALE, least));
      if (scale <= least * 1.001) { this.fit(); return; }
      this.setScale(scale);
      const moved = new DOMPoint(fixed.x, fixed.y).matrixTransform(this.svg.getScreenCTM());
      this.scroller.scrollLeft += moved.x - point.clientX;
      this.scroller.scrollTop += moved.y - point.clientY;
    }

    setScale(scale) {
      this.scroller.classList.add("zoomed");
      this.svg.style.width = `${this.width * scale / CELL}px`;
      this.resized();
    }

    /* Scrolls a cell of a zoomed board into view. */
    reveal([x, y]) {
      if (!this.scroller.classList.contains("zoomed")) return;
      const scale = this.scale, { scroller } = this, inset = scale * 1.5;
      const near = (at, from, size) => clamp(from, at + scale + inset - size, at - inset);
      scroller.scrollLeft = near((x + MARGIN / CELL) * scale, scroller.scrollLeft, scroller.clientWidth);
      scroller.scrollTop = near((y + MARGIN / CELL) * scale, scroller.scrollTop, scroller.clientHeight);
    }

    /* Words on bodies stay legible, arrows large enough for a finger. */
    resized() {
      const { scale } = this;
      this.svg.style.setProperty("--words", clamp(LEGIBLE / scale, 1, MOST_WORDS).toFixed(2));
      if (this.pointed.length) this.arrows(this.pointed);
    }

    listenForZoom() {
      const { scroller } = this, held = new Map();
      const apart = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
      scroller.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * .004), event);
      }, { passive: false });
      scroller.addEventListener("pointerdown", (event) => { this.isDragged = false; held.set(event.pointerId, event); });
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) scroller.addEventListener(name, (event) => held.delete(event.pointerId));
      scroller.addEventListener("pointermove", (event) => {
        const before = held.get(event.pointerId);
        if (!before || !event.buttons) return;
        const wide = held.size === 2 ? apart([...held.values()]) : 0;
        if (!wide && !scroller.classList.contains("zoomed")) return;
        const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
        if (!wide && !this.isDragged && Math.hypot(dx, dy) < DRAGGED) return;
        this.isDragged = true;
        held.set(event.pointerId, event);
        if (wide) this.pinch(apart([...held.values()]) / wide, [...held.values()]);
        else if (event.pointerType === "mouse") scroller.scrollBy({ left: -dx, top: -dy, behavior: "instant" });
      });
    }

    pinch(factor, [one, two]) {
      this.zoom(factor, { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 });
    }

    /* --- legend */

    /* What the signs on the board stand for, as [{words, svg}]: only those that occur in frames, else in what was shown. */
    legend(frames = null) {
      const seen = frames ? new Occurring() : this.seen, found = [];
      for (const frame of frames || []) seen.add(frame.units.map((one) => one.slice(1)), frame);
      const one = (words, draw) => {
        const picture = svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, "aria-hidden": "true" });
        svg("rect", { width: CELL, height: CELL, fill: "var(--ground)" }, picture);
        draw(picture);
        found.push({ words, svg: picture });
      };
      this.legendOfGround(one);
      this.legendOfTables(one);
      for (const [kind, words, draw] of SIGNS) if (seen.kinds.has(kind)) one(words, draw);
      for (const word of [...seen.conditions].sort())
        one(word, (picture) => drawCondition(svg("g", { transform: "translate(20 20) scale(2.2)" }, picture), word));
      return found;
    }

    legendOfGround(one) {
      const changes = (this.tables.changes || []).flat(), { ground } = this.still;
      const has = (layer, is = () => true) => (ground[layer] || []).some((cell) => is(cell[2]))
        || changes.some(([name, , , value]) => name === layer && value && is(value));
      for (const { layer, is, words, draw } of TERRAIN) if (has(layer, is)) one(words, (picture) => draw(picture, [[0, 0]]));
      if (has("level")) one("height", (picture) => write("+1", { x: 20, y: 28, "font-size": 20, fill: "var(--soft)" }, picture));
    }

    legendOfTables(one) {
      const { borders = [], fires = [], lights = [], links = [], rings = [], marks = [], zones = [] } = this.tables;
      if (zones.flat().length) one("a zone to hold", (picture) => drawZone(["", -1, "", 0, 0], picture));
      for (const [hue, holder] of new Map(zones.flat().map((zone) => [zone[1], zone[2]])))
        if (hue >= 0) one(`a zone held by ${holder}`, (picture) => drawZone(["", hue, holder, 0, 0], picture));
      for (const kind of new Set(borders.flat().map((border) => border[3])))
        one(kind, (picture) => drawBorder([0, 0, 4, kind], svg("g", { transform: "translate(0 -20)" }, picture)));
      if (fires.flat().length) one("fire", (picture) => drawFire([0, 0], picture));
      if (lights.flat().some((row) => row.includes("0"))) one("dark", (picture) => fill("#0c1230", .5)(picture, [[0, 0]]));
      for (const words of new Set(links.flat().map((link) => link[2])))
        one(DOES[words] || words, (picture) => drawLink([0, 20], [40, 20], "", picture));
      for (const words of new Set(rings.flat().map((ring) => ring[3])))
        one(words, (picture) => svg("circle", { cx: 20, cy: 20, r: 14, fill: "none", stroke: "var(--bad)", "stroke-width": 4 }, picture));
      const signs = new Map(marks.flat().map(([, , sign, words]) => [words.replace(/\d+/g, "").trim(), [sign, words]]));
      for (const [sign, words] of [...signs.values()].slice(0, 8))
        one(words, (picture) => drawFixture(words, svg("g", { transform: "translate(20 20)" }, picture))
          || drawThings([[-.32, .3, sign, words]], svg("g", { transform: "scale(2) translate(-10 -10)" }, picture)));
    }
  }

  /* Which signs of units occurred. */
  class Occurring {
    constructor() { this.kinds = new Set(); this.conditions = new Set(); }

    add(states, { lines, decider = -1 }) {
      for (const given of states) {
        const state = read(given), { kinds } = this;
        if (state.x < 0) continue;
        if (state.out) { kinds.add("fallen"); continue; }
        kinds.add(isBody(state) ? "body" : state.facing >= 0 ? "facing" : "figure");
        if (state.lift) kinds.add("air");
        if (state.mount >= 0) kinds.add("mounted");
        if (state.group >= 0) kinds.add("group");
        if (isHidden(state)) kinds.add("hidden");
        for (const word of conditionsOf(state).map((one) => one.replace(/ -?\d+$/, ""))) this.conditions.add(word);
      }
      for (const [kind] of lines) this.kinds.add(kind);
      if (decider >= 0) this.kinds.add("actor");
    }
  }

  const picturePiece = (given, place = {}) => (picture) => {
    const piece = new Piece(-1, { code: "", hue: 1, span: 1, most: 1, banner: 0, name: "" }, picture);
    piece.show(given, { dx: 0, dy: 0, part: 1, ...place }, false);
    piece.group.removeAttribute("class");
    piece.title.remove();
  };
  const standing = (more) => Object.assign([0, 0, -1, 1, 0, "", "", "", -1, 1, 1, [], -1], more);
  const drawTint = (kind) => (picture) => svg("path", { class: `tint ${kind}`, d: "M1.5 1.5h37v37h-37z" }, picture);
  const drawRing = (kind) => (picture) =>
    svg("circle", { class: kind, cx: 20, cy: 20, r: 13 }, svg("g", { class: "rings", fill: "none" }, picture));
  const SIGNS = [
    ["facing", "a unit: the tip shows where it looks, the arc its wounds", picturePiece(standing({ 2: 1 }))],
    ["figure", "a unit: the arc shows its wounds", picturePiece(standing({ 3: .6 }))],
    ["body", "front of a body of troops", (picture) =>
      svg("path", { d: "M3 14h34M12 14l8 -9l8 9z", stroke: "var(--ink)", "stroke-width": 5, fill: "var(--ink)" }, picture)],
    ["actor", "decides now", drawRing("actor")],
    ["ring can", "may be targeted", drawRing("can")],
    ["ring chosen", "chosen", drawRing("chosen")],
    ["reach", "may be reached", drawTint("reach")],
    ["far", "may be reached in some ways only", drawTint("far")],
    ["aim", "may be aimed at", drawTint("aim")],
    ["group", "stand together", (picture) => {
      drawBand("M12 20h16", 14, picture);
      for (const x of [12, 28]) svg("circle", { cx: x, cy: 20, r: 7.5, fill: "var(--side1)", stroke: "var(--card)" }, picture);
    }],
    ["hidden", "hidden", picturePiece(standing({ 5: "hidden" }))],
    ["fallen", "fallen", picturePiece(standing({ 4: 1 }))],
    ["air", "in the air", (picture) =>
      svg("rect", { x: 2, y: 11, width: 36, height: 18, rx: 9, fill: "var(--sky)" }, picture)],
    ["mounted", "mounted", (picture) =>
      svg("circle", { cx: 20, cy: 20, r: 14, fill: "none", stroke: "var(--earth)", "stroke-width": 5, "stroke-dasharray": "7 4" }, picture)],
    ["ghost", "would stand there", (picture) => picturePiece(standing({}))(svg("g", { class: "ghosts" }, picture))],
    ["hit", "hit", (picture) =>
      svg("path", { d: "M4 20h22m0 -9l12 9l-12 9z", stroke: "var(--bad)", fill: "var(--bad)", "stroke-width": 4 }, picture)],
    ["miss", "miss", (picture) =>
      svg("path", { d: "M2 20h8m4 0h6m6 -7l14 14m0 -14l-14 14", stroke: "var(--soft)", "stroke-width": 4 }, picture)],
    ["move", "moved", (picture) =>
      svg("path", { d: "M4 20h34", stroke: "var(--ink)", "stroke-width": 5, "stroke-linecap": "round", "stroke-dasharray": "1 9" }, picture)],
  ];

  return Board;
})();
