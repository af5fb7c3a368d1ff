/* Finished replays: a tab for each, the board with its time line, the roster and the log. */
const games = JSON.parse(document.getElementById("games").textContent);
const WIDE = 30;  // columns from which a board takes all of the page
const $ = (query) => document.querySelector(query);
const tag = (name, text = "", kind = "", parent = null) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  if (parent) parent.append(made);
  return made;
};
const log = $(".log"), roster = $(".roster"), slider = $(".controls input"), said = $(".controls output");
const playButton = $(".controls .play"), speed = $(".controls select"), tabs = $(".tabs");
let game = null, board = null, at = 0, timer = null, states = [], items = {}, lines = [];

function show(frame) {
  at = Math.max(0, Math.min(frame, game.frames.length - 1));
  const now = states[at], what = game.frames[at];
  board.show(now, what);
  for (const button of document.querySelectorAll(".moments [data-key]"))
    button.disabled = !game.frames.some((one, i) => i > at && one.keys.includes(button.dataset.key));
  slider.value = at;
  said.textContent = `round ${what.round}, ${at} of ${game.frames.length - 1}`;
  showPoints(what);
  lines.forEach((line, i) => line.classList.toggle("now", i === at));
  const line = lines[at];
  log.scrollTop = Math.max(0, line.offsetTop - log.offsetTop - log.clientHeight / 2 + line.offsetHeight / 2);
  showRoster(now);
  if (at === game.frames.length - 1) pause();
}

/* The points of the sides, and what ends and decides the battle. */
function showPoints(frame) {
  const list = $(".points");
  list.replaceChildren();
  for (const [words, hue] of Board.pointsOf(game, game, frame)) {
    const item = tag("li", "", "", list);
    if (hue >= 0) { item.style.setProperty("--c", `var(--side${hue})`); tag("i", "", "dot", item); }
    item.append(words);
  }
}

/* What the signs on the board stand for: only those that occur in the battle. */
function showSigns() {
  const list = $(".signs");
  list.replaceChildren();
  for (const { words, svg } of board.legend(game.frames)) {
    const item = tag("li", "", "", list);
    item.append(svg, words);
  }
}

/* Key moments: the frames at which somebody is hit, wounded or falls, or a round begins. */
function moment(key, step = 1) {
  for (let i = at + step; i >= 0 && i < game.frames.length; i += step)
    if (game.frames[i].keys.includes(key)) { pause(); show(i); return true; }
  return false;
}

function showRoster(now) {
  for (const [row, item] of Object.entries(items)) {
    const [, , , wounds, out, , state] = now[row] || [-1, -1, -1, 0, 0, "", ""], most = game.units[row].most;
    item.classList.toggle("out", !!out);
    item.children[0].title = state;
    item.children[0].textContent = game.units[row].name;
    if (state && !out) tag("small", state, "", item.children[0]);
    item.children[1].style.setProperty("--w", `${most ? Math.max(0, 100 * wounds / most) : 100}%`);
    item.children[2].textContent = most ? `${wounds}/${most}` : "";
  }
}

function makeRoster() {
  roster.replaceChildren();
  items = {};
  game.sides.forEach((side, i) => {
    const block = tag("div", "", "", roster), list = tag("ul");
    block.style.setProperty("--c", `var(--side${side.hue})`);
    tag("h4", `${side.name}: ${side.player}`, "", block);
    block.append(list);
    for (const [row, unit] of Object.entries(game.units)) if (unit.side === i) {
      const item = tag("li", "", "", list);
      item.append(tag("span"), tag("i"), tag("b"));
      items[row] = item;
    }
  });
}

function makeLog() {
  let round = null;
  log.replaceChildren();
  lines = game.frames.map((frame, i) => {
    if (frame.round !== round) { round = frame.round; tag("h5", round > 0 ? `Round ${round}` : "Before the battle", "", log); }
    const line = tag("div", "", "", log);
    if (frame.side >= 0) line.style.setProperty("--c", `var(--side${game.sides[frame.side].hue})`);
    tag("strong", frame.who ? `${frame.who}: ` : "", "", line);
    line.append(frame.what);
    for (const [sentence, clause, , , tone] of frame.log) {
      const words = tag("p", sentence + " ", tone, line);
      if (clause) tag("code", clause, "", words);
    }
    if (frame.end) tag("p", "", "", line).append(tag("strong", frame.end));
    line.onclick = () => { pause(); show(i); };
    return line;
  });
}

function openGame(index) {
  pause();
  game = games[index];
  states = Board.statesOf(game.frames);
  [...tabs.children].forEach((tab, i) => tab.setAttribute("aria-selected", String(i === index)));
  $(".viewer").classList.toggle("wide", game.size[0] > WIDE);
  board = new Board($(".board"), game, game.units, game, { cursor: false });
  showSigns();
  makeRoster();
  makeLog();
  slider.max = game.frames.length - 1;
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
for (const button of document.querySelectorAll(".moments [data-key]")) button.onclick = () => moment(button.dataset.key);
const sizes = { larger: () => board.zoom(1.4), smaller: () => board.zoom(1 / 1.4), whole: () => board.fit() };
for (const button of document.querySelectorAll(".lens button")) button.onclick = () => sizes[button.dataset.size]();
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
