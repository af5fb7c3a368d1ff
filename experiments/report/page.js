const games = JSON.parse(document.getElementById("games").textContent);
const NS = "http://www.w3.org/2000/svg", CELL = 40, LEGIBLE = 30;  // columns up to which words on the board can be read
const svg = (name, attributes = {}, parent = null) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
};
const tag = (name, text = "", kind = "", parent = null) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  if (parent) parent.append(made);
  return made;
};
const $ = (query) => document.querySelector(query);
const board = $(".board"), log = $(".log"), roster = $(".roster"), slider = $(".controls input"), said = $(".controls output");
const playButton = $(".controls .play"), speed = $(".controls select"), tabs = $(".tabs");
let game = null, at = 0, timer = null, states = [], parts = {}, lines = [];

/* Positions of every frame: each says only what has changed. */
function statesOf(game) {
  let now = {};
  return game.frames.map((frame) => {
    now = { ...now };
    for (const [row, ...unit] of frame.units) now[row] = unit;
    return now;
  });
}

/* Cover: a hedge (soft) or a low wall (hard) along the cell. */
function drawCover(group, x, y, value) {
  if (value === 1) {
    svg("rect", { x, y, width: CELL, height: CELL, fill: "var(--green)", opacity: .16 }, group);
    svg("path", { d: `M${x + 3} ${y + 37}v-6a6 6 0 0 1 9 -5a7 7 0 0 1 12 0a6 6 0 0 1 13 5v6z`, fill: "var(--green)", stroke: "var(--card)", "stroke-width": .8 }, group);
    svg("path", { d: `M${x + 3} ${y + 37}h34`, stroke: "var(--wall)", "stroke-width": 1.4 }, group);
    return;
  }
  svg("rect", { x, y, width: CELL, height: CELL, fill: "var(--stone)", opacity: .22 }, group);
  for (const [i, j, w] of [[3, 22, 10], [14, 22, 13], [28, 22, 9], [3, 30, 15], [19, 30, 9], [29, 30, 8]])
    svg("rect", { x: x + i, y: y + j, width: w, height: 7, rx: 1.5, fill: "var(--stone)" }, group);
}

function drawGround(game) {
  const [w, h] = game.size, pad = 18;
  const picture = svg("svg", { viewBox: `${-pad} ${-pad} ${w * CELL + pad + 4} ${h * CELL + pad + 4}`, role: "img", "aria-label": "The board" });
  const ground = svg("g", {}, picture);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++)
    svg("rect", { x: x * CELL, y: y * CELL, width: CELL, height: CELL, fill: `var(--ground${(x + y) % 2 ? "2" : ""})` }, ground);
  const each = (layer, draw) => (game.ground[layer] || []).forEach(([x, y, value]) => draw(x * CELL, y * CELL, value));
  each("indoor", (x, y) => svg("rect", { x, y, width: CELL, height: CELL, fill: "var(--earth)", opacity: .3 }, ground));
  each("level", (x, y, value) => {
    svg("rect", { x, y, width: CELL, height: CELL, fill: value > 0 ? "#fff" : "#000", opacity: Math.min(.42, .16 * Math.abs(value)) }, ground);
    svg("text", { x: x + CELL - 3, y: y + 12, "text-anchor": "end", "font-size": 11.5, "font-weight": 650, fill: "var(--wall)" }, ground).textContent = (value > 0 ? "+" : "") + value;
  });
  each("water", (x, y) => {
    svg("rect", { x, y, width: CELL, height: CELL, fill: "var(--water)" }, ground);
    for (const k of [10, 21, 32]) svg("path", { d: `M${x + 4} ${y + k}q4 -5 8 0t8 0t8 0t8 0`, fill: "none", stroke: "#fff", "stroke-opacity": .45, "stroke-width": 1.4 }, ground);
  });
  each("difficult", (x, y) => { for (const [i, j] of [[9, 15], [28, 11], [18, 27], [33, 31], [9, 36]]) svg("path", { d: `M${x + i} ${y + j}l-3 -6m3 6v-7m0 7l3 -6`, stroke: "var(--earth)", "stroke-width": 1.4, fill: "none" }, ground); });
  each("cover", (x, y, value) => drawCover(ground, x, y, value));
  each("blocked", (x, y) => svg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4, fill: "var(--stone)" }, ground));
  const lines = svg("g", { stroke: "var(--grid)", "stroke-width": .7 }, picture);
  for (let x = 0; x <= w; x++) svg("line", { x1: x * CELL, y1: 0, x2: x * CELL, y2: h * CELL }, lines);
  for (let y = 0; y <= h; y++) svg("line", { x1: 0, y1: y * CELL, x2: w * CELL, y2: y * CELL }, lines);
  const numbers = svg("g", { fill: "var(--faint)", "font-size": 10, "text-anchor": "middle" }, picture);
  for (let x = 0; x < w; x++) svg("text", { x: (x + .5) * CELL, y: -6 }, numbers).textContent = x;
  for (let y = 0; y < h; y++) svg("text", { x: -9, y: (y + .5) * CELL + 3.5 }, numbers).textContent = y;
  return picture;
}

function drawBorders(list, group) {
  group.replaceChildren();
  for (const [x, y, d, kind] of list) {
    const upright = d === 2 || d === 6, px = x * CELL + (d === 2 ? CELL : 0), py = y * CELL + (d === 4 ? CELL : 0);
    const qx = px + (upright ? 0 : CELL), qy = py + (upright ? CELL : 0);
    if (kind === "obstacle") {
      for (let k = 0; k < 6; k++) svg("circle", { cx: px + (upright ? 0 : 4 + k * 6.4), cy: py + (upright ? 4 + k * 6.4 : 0), r: 3.6, fill: "var(--green)" }, group);
    } else {
      svg("line", { x1: px, y1: py, x2: qx, y2: qy, stroke: kind.includes("door") ? "var(--door)" : "var(--wall)", "stroke-width": kind.includes("door") ? 6 : 5, "stroke-linecap": "round" }, group);
    }
  }
}

function makeUnit(unit, layer) {
  const size = CELL * unit.span, r = size * .36, group = svg("g", { class: "unit" }, layer), colour = `var(--side${unit.hue})`;
  const ground = svg("rect", { fill: colour, "fill-opacity": .55, stroke: "var(--card)", rx: CELL * .35 }, group);
  const halo = svg("circle", { r: r + 4.5, fill: "none", stroke: "var(--gold)", "stroke-width": 3 }, group);
  const wedge = svg("path", { d: `M${-r * .66} ${-r * .74}L0 ${-r * 1.42}L${r * .66} ${-r * .74}Z`, fill: colour, stroke: "var(--card)", "stroke-width": .8 }, group);
  const body = svg("circle", { r, fill: colour, class: "body", stroke: "var(--card)", "stroke-width": 1 }, group);
  const ring = 2 * Math.PI * (r - 2);
  const track = svg("circle", { r: r - 2, fill: "none", stroke: "#000", "stroke-opacity": .35, "stroke-width": 3 }, group);
  const arc = svg("circle", { r: r - 2, fill: "none", "stroke-width": 3, transform: "rotate(-90)", "stroke-dasharray": ring }, group);
  const code = svg("text", { "text-anchor": "middle", y: r * .29, "font-size": Math.max(10, r * .8), "font-weight": 650, fill: "#fff" }, group);
  code.textContent = unit.code;
  const cross = svg("path", { d: `M${-r * .55} ${-r * .55}L${r * .55} ${r * .55}M${r * .55} ${-r * .55}L${-r * .55} ${r * .55}`, stroke: colour, "stroke-width": 4, "stroke-linecap": "round" }, group);
  const block = svg("g", {}, group);
  const marks = svg("g", {}, group);
  const saddle = svg("g", {}, group);
  svg("circle", { r: r + 3, fill: "none", stroke: "var(--earth)", "stroke-width": 3.5, "stroke-dasharray": "5 3" }, saddle);
  const lift = svg("g", { transform: `translate(0 ${-r - 5})` }, group);
  svg("rect", { x: -17, y: -6.5, width: 34, height: 13, rx: 6.5, fill: "var(--sky)", stroke: "var(--card)" }, lift);
  const high = svg("text", { "text-anchor": "middle", y: 3.4, "font-size": 9.5, "font-weight": 650, fill: "#fff" }, lift);
  const shade = svg("ellipse", { cx: 5, cy: r + 5, rx: r * .8, ry: 4, fill: "#000", opacity: .28 });
  group.prepend(shade);
  const title = svg("title", {}, group);
  return { group, ground, halo, wedge, body, track, arc, ring, code, cross, marks, saddle, lift, high, shade, block, title, unit };
}

/* How much larger words on a board are drawn than its cells ask for. */
const enlarged = () => Math.max(1, game.size[0] / LEGIBLE);
const AHEAD = { 0: [0, -1], 2: [1, 0], 4: [0, 1], 6: [-1, 0] };
const healthOf = (share) => share > .6 ? "#6fce6a" : share > .3 ? "#f2b632" : "#ff6a5a";

/* A body of many models: a base for each, a bar and a wedge along its front, and a plate with what is left of it. */
function drawBlock(part, state, decides) {
  const [, , facing, wounds, , condition, , , , width, height, models] = state, unit = part.unit, colour = `var(--side${unit.hue})`;
  const wide = width * CELL, high = height * CELL, faded = condition.split(", ").includes("fleeing") ? .45 : 1;
  part.block.replaceChildren();
  if (decides) svg("rect", { x: -wide / 2 - 4, y: -high / 2 - 4, width: wide + 8, height: high + 8, rx: 7, fill: "var(--gold)", "fill-opacity": .35, stroke: "var(--gold)", "stroke-width": 2.5 }, part.block);
  for (let i = 0; i < models.length; i += 5) {
    const [x, y, w, h, sign] = models.slice(i, i + 5), left = x * CELL - wide / 2 + 2, up = y * CELL - high / 2 + 2;
    svg("rect", { x: left, y: up, width: w * CELL - 4, height: h * CELL - 4, rx: 4, class: "body", fill: colour, "fill-opacity": faded, stroke: sign ? "var(--gold)" : "var(--card)", "stroke-width": sign ? 2.5 : 1 }, part.block);
    if (!sign) continue;
    const cx = left + w * CELL / 2 - 2, cy = up + h * CELL / 2 - 2;
    svg("circle", { cx, cy, r: 8, fill: "var(--gold)" }, part.block);
    svg("text", { x: cx, y: cy + 4, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: "#26231f" }, part.block).textContent = sign;
  }
  const [dx, dy] = AHEAD[facing - facing % 2] || [0, -1], across = (dx ? high : wide) / 2 - 2, half = Math.min(13, across / 1.5);
  const fx = dx * wide / 2, fy = dy * high / 2, at = (side, ahead) => `${fx + side * -dy + ahead * dx} ${fy + side * dx + ahead * dy}`;
  svg("path", { d: `M${at(-across, 0)}L${at(across, 0)}`, stroke: "var(--ink)", "stroke-width": 4, "stroke-linecap": "round" }, part.block);
  svg("path", { d: `M${at(-half, 0)}L${at(0, 10)}L${at(half, 0)}Z`, fill: "var(--ink)" }, part.block);
  drawPlate(part, wounds, `translate(${plateOf(state)}) scale(${enlarged()})`);
}

/* Where the plate of a body is, from its middle: on a body that is not deep at its rear, off whoever leads it. */
function plateOf([, , facing, , , , , , , width, height]) {
  const [dx, dy] = AHEAD[facing - facing % 2] || [0, -1], deep = (dx ? width : height) * CELL, back = deep > 2 * CELL ? 0 : deep / 2 - 8;
  return [-dx * back, -dy * back];
}

/* What a body is called for short, how many are left of it, and its banner. */
function drawPlate(part, wounds, transform) {
  const { unit } = part, words = unit.most ? `${unit.code} ${wounds}` : unit.code, wide = 12 + 9 * words.length;
  const plate = svg("g", { transform }, part.block), colour = `var(--side${unit.hue})`;
  if (unit.banner) svg("path", { d: `M${wide / 2 + 2} 11v-34l14 5l-14 6`, fill: "var(--gold)", stroke: "var(--ink)", "stroke-width": 1.5 }, plate);
  svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 5, fill: "var(--card)", stroke: colour, "stroke-width": 1.5 }, plate);
  svg("text", { "text-anchor": "middle", y: 4, "font-size": 15, "font-weight": 650, fill: colour }, plate).textContent = words;
  const share = unit.most ? Math.max(0, Math.min(1, wounds / unit.most)) : 0;
  if (share) svg("rect", { x: -wide / 2 + 4, y: 6.5, width: (wide - 8) * share, height: 2.5, fill: healthOf(share) }, plate);
}

function placeUnit(part, state, sharing, place, decides) {
  const [x, y, facing, wounds, out, condition, said, lift, mount, width, height, models] = state, unit = part.unit, size = CELL * unit.span;
  const shown = x >= 0, isBlock = models.length > 0 && !out;
  part.group.style.display = shown ? "" : "none";
  if (!shown) return;
  let cx = (x + width / 2) * CELL, cy = (y + height / 2) * CELL, scale = 1;
  if (sharing > 1) { cx += (place % 2 ? .22 : -.22) * size; cy += (place > 1 ? .22 : sharing > 2 ? -.22 : 0) * size; scale = .6; }
  part.group.style.transform = `translate(${cx}px, ${cy}px) scale(${scale})`;
  for (const one of [part.wedge, part.body, part.track, part.arc, part.code]) one.style.display = out || isBlock ? "none" : "";
  if (isBlock) drawBlock(part, state, decides); else part.block.replaceChildren();
  part.cross.style.display = out ? "" : "none";
  part.ground.style.display = width === height || out || isBlock ? "none" : "";
  const edge = CELL * .15, wide = width * CELL - 2 * edge, high = height * CELL - 2 * edge;
  for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high })) part.ground.setAttribute(name, value);
  part.group.style.opacity = out ? .55 : 1;
  part.halo.style.display = decides && !out && !isBlock ? "" : "none";
  if (facing < 0) part.wedge.style.display = "none"; else part.wedge.setAttribute("transform", `rotate(${45 * facing})`);
  const share = unit.most ? Math.max(0, Math.min(1, wounds / unit.most)) : 1;
  part.arc.setAttribute("stroke-dashoffset", part.ring * (1 - share));
  part.arc.setAttribute("stroke", healthOf(share));
  part.marks.replaceChildren();
  const words = out || !condition ? [] : condition.split(", ").slice(0, 4), [px, py] = isBlock ? plateOf(state) : [0, 0];
  words.forEach((word, k) => {
    const angle = (35 + 38 * k) * Math.PI / 180, r = CELL * unit.span * .36 + 1.5;
    const larger = isBlock ? enlarged() : 1;
    const where = isBlock ? [px + 15 * (k - (words.length - 1) / 2) * larger, py + 18 * larger] : [r * Math.cos(angle), r * Math.sin(angle)];
    const mark = svg("g", { transform: `translate(${where}) scale(${larger})`, class: "condition" }, part.marks);
    svg("circle", { r: 6.5, fill: "var(--ink)", stroke: "var(--card)" }, mark);
    svg("text", { "text-anchor": "middle", y: 3.4, "font-size": 9.5, "font-weight": 700, fill: "var(--card)" }, mark).textContent = word[0].toUpperCase();
  });
  part.saddle.style.display = mount >= 0 && !out ? "" : "none";
  for (const one of [part.lift, part.shade]) one.style.display = lift && !out ? "" : "none";
  part.high.textContent = lift;
  part.title.textContent = `${unit.name}${unit.most ? `, ${wounds} of ${unit.most} wounds` : ""}${said ? `, ${said}` : ""}`;
}

function show(frame) {
  const before = at;
  at = Math.max(0, Math.min(frame, game.frames.length - 1));
  const now = states[at], what = game.frames[at], upcoming = game.frames[at + 1];
  const crowd = {};
  for (const [row, state] of Object.entries(now)) (crowd[state[0] + "," + state[1]] ||= []).push(row);
  for (const [row, part] of Object.entries(parts.units)) {
    const state = now[row];
    if (!state) { part.group.style.display = "none"; continue; }
    const there = crowd[state[0] + "," + state[1]].filter((one) => now[one][4] === state[4]);
    placeUnit(part, state, there.length, there.indexOf(row), upcoming && upcoming.who === part.unit.name);
    const hurt = at > before && states[before][row] && (states[before][row][3] > state[3]);
    part.group.classList.toggle("hit", !!hurt);
    if (state[4]) parts.layer.prepend(part.group);
  }
  if (parts.border !== what.borders) { drawBorders(game.borders[what.borders], parts.borders); parts.border = what.borders; }
  parts.fires.replaceChildren();
  for (const [x, y] of game.fires[what.fires]) svg("path", { d: `M${(x + .5) * CELL} ${y * CELL + 5}q14 16 5 30h-12q-10 -12 7 -30z`, fill: "var(--fire)", opacity: .85 }, parts.fires);
  if (parts.light !== what.light) { drawNight(game.lights[what.light]); parts.light = what.light; }
  drawMarks(game.marks[what.marks]);
  drawRings(game.rings[what.rings]);
  drawLines(what);
  for (const button of document.querySelectorAll(".moments button"))
    button.disabled = !game.frames.some((frame, i) => i > at && frame.keys.includes(button.dataset.key));
  slider.value = at;
  said.textContent = `round ${what.round}, ${at} of ${game.frames.length - 1}`;
  lines.forEach((line, i) => line.classList.toggle("now", i === at));
  const line = lines[at];
  log.scrollTop = Math.max(0, line.offsetTop - log.offsetTop - log.clientHeight / 2 + line.offsetHeight / 2);
  showRoster(now);
  if (at === game.frames.length - 1) pause();
}

/* What the decision did: dotted where somebody moved, whole where a blow or shot hit, broken with a cross where it missed. */
function drawLines(frame) {
  parts.arrows.replaceChildren();
  for (const [kind, hue, ...points] of frame.lines) {
    const [ax, ay, bx, by] = points.slice(-4).map((one) => one * CELL), long = Math.hypot(bx - ax, by - ay) || 1;
    const dx = (bx - ax) / long, dy = (by - ay) / long, r = CELL * .42, colour = `var(--side${hue})`;
    const group = svg("g", { class: `line ${kind}` }, parts.arrows);
    if (kind === "move") {
      const way = [...points.slice(0, -2).map((one) => one * CELL), bx - dx * r, by - dy * r];
      svg("circle", { cx: way[0], cy: way[1], r: 4, fill: colour, opacity: .7 }, group);
      svg("polyline", { points: way.join(" "), fill: "none", stroke: colour, "stroke-width": 3, "stroke-dasharray": "1 7", "stroke-linecap": "round" }, group);
      continue;
    }
    const [ex, ey] = [bx - dx * r, by - dy * r];
    svg("line", { x1: ax + dx * r, y1: ay + dy * r, x2: ex, y2: ey, stroke: kind === "hit" ? "var(--bad)" : "var(--soft)", "stroke-width": 3, "stroke-dasharray": kind === "hit" ? "none" : "6 5", "marker-end": kind === "hit" ? "url(#tip)" : "none" }, group);
    if (kind === "miss") svg("path", { d: `M${ex - 5} ${ey - 5}l10 10m0 -10l-10 10`, stroke: "var(--soft)", "stroke-width": 2.5 }, group);
  }
}

function drawNight(rows) {
  parts.night.replaceChildren();
  (rows || []).forEach((row, y) => [...row].forEach((lit, x) => {
    if (lit === "0") svg("rect", { x: x * CELL, y: y * CELL, width: CELL + .5, height: CELL + .5, fill: "#0c1230", opacity: .5 }, parts.night);
  }));
}

function drawMarks(marks) {
  parts.marks.replaceChildren();
  for (const [x, y, sign, words] of marks) {
    const group = svg("g", { transform: `translate(${(x + .82) * CELL} ${(y + .2) * CELL})` }, parts.marks);
    svg("rect", { x: -7, y: -7, width: 14, height: 14, rx: 3, fill: "var(--gold)", stroke: "var(--wall)" }, group);
    svg("text", { "text-anchor": "middle", y: 3.5, "font-size": 10, "font-weight": 700, fill: "#26231f" }, group).textContent = sign;
    svg("title", {}, group).textContent = words;
  }
}

/* Round things on the ground, such as templates. */
function drawRings(rings) {
  parts.rings.replaceChildren();
  for (const [x, y, diameter, words] of rings) {
    const ring = svg("circle", { cx: x * CELL, cy: y * CELL, r: diameter * CELL / 2, fill: "none", stroke: "var(--bad)", "stroke-width": 3 }, parts.rings);
    svg("title", {}, ring).textContent = words;
    svg("path", { d: `M${x * CELL - 7} ${y * CELL}h14m-7 -7v14`, stroke: "var(--bad)", "stroke-width": 3 }, parts.rings);
  }
}

/* What the signs on the board stand for: only those that occur in the battle. */
function showSigns(game) {
  const list = $(".signs"), has = (layer, want = () => true) => (game.ground[layer] || []).some((one) => want(one[2]));
  const one = (words, draw) => {
    const item = tag("li", "", "", list), picture = svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, "aria-hidden": "true" }, item);
    svg("rect", { width: CELL, height: CELL, fill: "var(--ground)" }, picture);
    draw(picture);
    item.append(words);
  };
  const fill = (colour, opacity = 1) => (picture) => svg("rect", { width: CELL, height: CELL, fill: colour, opacity }, picture);
  list.replaceChildren();
  if (has("blocked")) one("blocked", fill("var(--stone)"));
  if (has("cover", (value) => value === 1)) one("soft cover", (picture) => drawCover(picture, 0, 0, 1));
  if (has("cover", (value) => value > 1)) one("hard cover", (picture) => drawCover(picture, 0, 0, 2));
  if (has("difficult")) one("difficult ground", (picture) => svg("path", { d: "M20 32l-9 -18m9 18v-22m0 22l9 -18", stroke: "var(--earth)", "stroke-width": 4, fill: "none" }, picture));
  if (has("water")) one("water", fill("var(--water)"));
  if (has("level")) one("height", (picture) => svg("text", { x: 20, y: 28, "text-anchor": "middle", "font-size": 20, fill: "var(--soft)" }, picture).textContent = "+1");
  if (game.lights.length) one("dark", fill("#0c1230", .5));
  const states = game.frames.flatMap((frame) => frame.units);
  if (states.some((state) => state[8])) one("in the air", (picture) => svg("rect", { x: 2, y: 11, width: 36, height: 18, rx: 9, fill: "var(--sky)" }, picture));
  if (states.some((state) => state[9] >= 0)) one("mounted", (picture) => svg("circle", { cx: 20, cy: 20, r: 14, fill: "none", stroke: "var(--earth)", "stroke-width": 5, "stroke-dasharray": "7 4" }, picture));
  const kinds = new Set(game.frames.flatMap((frame) => frame.lines.map((line) => line[0])));
  if (kinds.has("hit")) one("hit", (picture) => svg("path", { d: "M4 20h22m0 -9l12 9l-12 9z", stroke: "var(--bad)", fill: "var(--bad)", "stroke-width": 4 }, picture));
  if (kinds.has("miss")) one("miss", (picture) => svg("path", { d: "M2 20h8m4 0h6m6 -7l14 14m0 -14l-14 14", stroke: "var(--soft)", "stroke-width": 4 }, picture));
  if (kinds.has("move")) one("moved", (picture) => svg("path", { d: "M4 20h34", stroke: "var(--ink)", "stroke-width": 5, "stroke-linecap": "round", "stroke-dasharray": "1 9" }, picture));
}

/* Key moments: the frames at which somebody is hit, wounded or falls, or a round begins. */
function moment(key, step = 1) {
  for (let i = at + step; i >= 0 && i < game.frames.length; i += step)
    if (game.frames[i].keys.includes(key)) { pause(); show(i); return true; }
  return false;
}

function showRoster(now) {
  for (const [row, item] of Object.entries(parts.roster)) {
    const [, , , wounds, out, , said] = now[row] || [-1, -1, -1, 0, 0, "", ""], most = game.units[row].most;
    item.classList.toggle("out", !!out);
    item.children[0].title = said;
    item.children[0].textContent = game.units[row].name;
    if (said && !out) tag("small", said, "", item.children[0]);
    item.children[1].style.setProperty("--w", `${most ? Math.max(0, 100 * wounds / most) : 100}%`);
    item.children[2].textContent = most ? `${wounds}/${most}` : "";
  }
}

function openGame(index) {
  pause();
  game = games[index];
  states = statesOf(game);
  [...tabs.children].forEach((tab, i) => tab.setAttribute("aria-selected", String(i === index)));
  const picture = drawGround(game), defs = svg("defs", {}, picture);
  const tip = svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, defs);
  svg("path", { d: "M0 0L8 4L0 8Z", fill: "var(--bad)" }, tip);
  parts = { borders: svg("g", {}, picture), fires: svg("g", {}, picture), border: -1, light: -1, units: {}, roster: {} };
  parts.night = svg("g", { class: "night", "pointer-events": "none" }, picture);
  parts.marks = svg("g", {}, picture);
  parts.layer = svg("g", {}, picture);
  parts.rings = svg("g", {}, picture);
  parts.arrows = svg("g", { "pointer-events": "none" }, picture);
  for (const [row, unit] of Object.entries(game.units)) parts.units[row] = makeUnit(unit, parts.layer);
  board.replaceChildren(picture);
  $(".viewer").classList.toggle("wide", game.size[0] > LEGIBLE);
  showSigns(game);
  roster.replaceChildren();
  game.sides.forEach((side, i) => {
    const block = tag("div", "", "", roster), list = tag("ul");
    block.style.setProperty("--c", `var(--side${side.hue})`);
    tag("h4", `${side.name}: ${side.player}`, "", block);
    block.append(list);
    for (const [row, unit] of Object.entries(game.units)) if (unit.side === i) {
      const item = tag("li", "", "", list);
      item.append(tag("span"), tag("i"), tag("b"));
      parts.roster[row] = item;
    }
  });
  log.replaceChildren();
  let round = null;
  lines = game.frames.map((frame, i) => {
    if (frame.round !== round) { round = frame.round; tag("h5", round > 0 ? `Round ${round}` : "Before the battle", "", log); }
    const line = tag("div", "", "", log);
    if (frame.side >= 0) line.style.setProperty("--c", `var(--side${game.sides[frame.side].hue})`);
    tag("strong", frame.who ? `${frame.who}: ` : "", "", line);
    line.append(frame.what);
    for (const [sentence, clause, , , tone] of frame.log) {
      const said = tag("p", sentence + " ", tone, line);
      if (clause) tag("code", clause, "", said);
    }
    if (frame.end) tag("p", "", "", line).append(tag("strong", frame.end));
    line.onclick = () => { pause(); show(i); };
    return line;
  });
  slider.max = game.frames.length - 1;
  at = 0;
  show(0);
}

function pause() { clearInterval(timer); timer = null; playButton.textContent = "Play"; }
function play() {
  if (at === game.frames.length - 1) show(0);
  playButton.textContent = "Pause";
  clearInterval(timer);
  timer = setInterval(() => show(at + 1), Number(speed.value));
}
const deeds = { first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(game.frames.length - 1) };
for (const button of document.querySelectorAll(".controls button"))
  button.onclick = () => { if (button.dataset.do === "play") { timer ? pause() : play(); } else { pause(); deeds[button.dataset.do](); } };
for (const button of document.querySelectorAll(".moments button")) button.onclick = () => moment(button.dataset.key);
$(".moments .routine").onchange = (event) => log.classList.toggle("all", event.target.checked);
slider.oninput = () => { pause(); show(Number(slider.value)); };
speed.onchange = () => { if (timer) play(); };
const KEYS = { h: "hit", w: "wound", f: "fall", r: "round" };
document.addEventListener("keydown", (event) => {
  if (event.target.matches("select, input[type=range]") || !game || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.closest(".viewer") && event.target !== document.body) return;
  const key = KEYS[event.key.toLowerCase()];
  if (key) { moment(key, event.shiftKey ? -1 : 1); event.preventDefault(); return; }
  if (event.key === "ArrowRight") { pause(); show(at + 1); } else if (event.key === "ArrowLeft") { pause(); show(at - 1); }
  else if (event.key === " " && !event.target.matches("button")) { timer ? pause() : play(); } else return;
  event.preventDefault();
});
games.forEach((one, i) => {
  const tab = tag("button", "", "", tabs);
  tab.type = "button";
  tab.setAttribute("role", "tab");
  tag("b", one.kind, "", tab);
  tag("span", one.why, "", tab);
  tag("small", one.where, "", tab);
  tab.onclick = () => openGame(i);
});
tabs.hidden = games.length < 2;
if (games.length) {
  openGame(0);
  const asked = /game=(\d+)&frame=(\d+)/.exec(location.hash);
  if (asked && games[asked[1]]) { openGame(Number(asked[1])); show(Number(asked[2])); }
}
