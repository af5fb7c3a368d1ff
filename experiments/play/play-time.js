"use strict";
/* The frames a seat has seen, the line on which one steps through them, and the curve of winning above it. */

class Story {
  constructor() {
    this.frames = [];
    this.states = [];
  }

  get last() { return this.frames.length - 1; }

  /* Takes the frames of a view; those from its first on are told anew. Each says only what has changed. */
  take(view) {
    this.frames.length = this.states.length = Math.min(view.first, this.frames.length);
    for (const frame of view.frames) {
      const now = { ...this.states[this.last] };
      for (const [row, ...unit] of frame.units) now[row] = unit;
      for (const row of frame.gone || []) delete now[row];
      this.frames.push(frame);
      this.states.push(now);
    }
  }

  /* Whether a frame shows anything when it is played. */
  isQuiet(index) {
    const frame = this.frames[index], loud = frame.log.some((row) => row[4] !== "routine");
    return index > 0 && !frame.units.length && !frame.lines.length && !loud && frame.round === this.frames[index - 1].round;
  }
}

const AGAIN = 600;  // milliseconds until the server is asked how far it has come
const SPEEDS = [["slow", 900], ["normal", 350], ["fast", 120], ["at once", 0]];

class TimeLine {
  constructor(host, actions) {
    this.actions = actions;  // goto(index), curve()
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Decision shown", oninput: () => actions.goto(Number(this.slider.value)) });
    this.said = make("output");
    this.speed = make("select", { "aria-label": "Playback speed", onchange: () => Memory.write("speed", this.speed.value) },
      SPEEDS.map(([words, ms]) => make("option", { value: String(ms) }, words)));
    this.speed.value = Memory.read("speed") || "350";
    const chart = make("button", { title: "How often each side wins from each position, estimated by playouts", onclick: () => actions.curve() }, "Win chances");
    host.replaceChildren(this.step("\u2039", "One decision back ([)", -1), this.slider, this.step("\u203a", "One decision on (])", 1), this.said, this.speed, chart);
  }

  step(sign, title, by) {
    return make("button.step", { title, "aria-label": title, onclick: () => this.actions.goto(Number(this.slider.value) + by) }, sign);
  }

  get pace() { return Number(this.speed.value); }

  show(index, last, round) {
    this.slider.max = last;
    this.slider.value = index;
    this.slider.disabled = !last;
    this.said.replaceChildren(round > 0 ? make("span", `round ${round}, `) : "", `${index} of ${last}`);
  }
}

/* Between which two points of the curve the winner's chance rose most: the decision at which that was settled. */
function turningPoint(points) {
  const [, end] = points[points.length - 1] || [0, []], side = end.indexOf(Math.max(...end));
  let found = null;
  for (let i = 1; i < points.length; i++) {
    const before = points[i - 1][1][side], [at, shares] = points[i];
    if (!found || shares[side] - before > found.after - found.before) found = { side, at, before, after: shares[side] };
  }
  return found;
}

/* Each side's share of wins over the decisions, as lines; a click goes to the decision. */
function drawCurve(host, curve, most, sides, actions) {
  const wide = 720, high = 132, left = 42, low = high - 20, top = 8;
  const last = Math.max(1, most), x = (at) => left + (wide - left - 10) * at / last, y = (share) => low - (low - top) * share;
  const picture = draw("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": "Each side's chance of winning" });
  for (const share of [0, .5, 1]) {
    draw("line", { x1: left, x2: wide - 10, y1: y(share), y2: y(share), class: "grid" }, picture);
    draw("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, picture).textContent = `${100 * share} %`;
  }
  sides.forEach((side, k) => {
    const points = curve.points.map(([at, shares]) => [x(at), y(shares[k])]);
    draw("polyline", { points: points.map((point) => point.join(",")).join(" "), class: "line", stroke: sideColour(side) }, picture);
    curve.points.forEach(([at, shares], i) => {
      const dot = draw("circle", { cx: points[i][0], cy: points[i][1], r: 3, fill: sideColour(side) }, picture);
      draw("title", {}, dot).textContent = `${side.name}: ${Math.round(100 * shares[k])} % after ${several(at, "decision")}`;
    });
  });
  const now = draw("line", { y1: top, y2: low, class: "now" }, picture);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect(), at = ((event.clientX - box.left) / box.width * wide - left) / (wide - left - 10) * last;
    actions.goto(Math.max(0, Math.round(at)));
  });
  const turn = curve.complete && actions.isOver() ? turningPoint(curve.points) : null, before = turn && Math.round(100 * turn.before), after = turn && Math.round(100 * turn.after);
  const turned = turn && before !== after ? make("p.turn", make("b", "Turning point: "), make("button.link", { onclick: () => actions.goto(turn.at) }, actions.decisionOf(turn.at)),
    ` \u2013 ${sides[turn.side].name}: chance of winning rose from ${before} % to ${after} %.`) : null;
  const keys = make("p.keys", sides.map((side) => make("span", { vars: { "--c": sideColour(side) } }, make("i.dot"), side.name)),
    make("span", `${several(curve.playouts, "playout")} per point, ${curve.players} playing all sides`
      + (curve.imagined ? "; hidden information is sampled" : "") + (curve.complete ? "" : " \u2026")));
  host.replaceChildren(picture, keys, ...(turned ? [turned] : []));
  return (index) => { for (const end of ["x1", "x2"]) now.setAttribute(end, x(Math.min(index, last))); };
}

/* The curve beneath the time line, which the server works out little by little. */
class Curve {
  /* `actions`: goto a decision, isOver, and decisionOf, what was decided. */
  constructor(host, ask, actions) {
    Object.assign(this, { host, ask, actions });
    this.round = 0;
  }

  get isOpen() { return !this.host.hidden; }

  toggle(last, sides) {
    if (this.isOpen) this.close(); else this.open(last, sides);
  }

  async open(last, sides) {
    const round = this.round += 1;
    for (;;) {
      const curve = await tried(() => this.ask());
      if (!curve || round !== this.round) return;
      this.show(curve, last, sides);
      if (curve.complete) return;
      await wait(AGAIN);
      if (round !== this.round) return;
    }
  }

  show(curve, last, sides) {
    this.host.hidden = false;
    this.mark = drawCurve(this.host, curve, last, sides, this.actions);
    this.move(this.index ?? last);
  }

  /* Marks a decision. */
  move(index) {
    this.index = index;
    if (this.mark) this.mark(index);
  }

  close() {
    this.round += 1;
    this.mark = null;
    this.host.hidden = true;
    this.host.replaceChildren();
  }
}
