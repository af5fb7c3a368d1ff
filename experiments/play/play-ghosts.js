"use strict";
/* Ghosts: where units would stand after the choice that the pointer or the keyboard rests on. */

class Ghosts {
  /* `ask` asks the server about a choice; `show` draws units as frames say them, none to take them away. */
  constructor(ask, show) {
    Object.assign(this, { ask, draw: show });
    this.known = new Map();
    this.timer = 0;
    this.shown = "";
  }

  /* For another position: what is still on its way belongs to the one before. */
  forget() { this.known = new Map(); this.hide(); }

  hide() {
    clearTimeout(this.timer);
    if (this.shown) this.draw([]);
    this.shown = "";
  }

  show(choice) {
    const key = JSON.stringify(choice.give), { known } = this;
    if (key === this.shown) return;
    this.hide();
    if (choice.more) return;
    this.shown = key;
    if (known.has(key)) { this.draw(known.get(key)); return; }
    this.timer = setTimeout(async () => {
      const units = await this.asked(choice);
      known.set(key, units);
      if (this.known === known && this.shown === key) this.draw(units);
    }, REST);
  }

  /* The ghosts of a choice; none where the server refuses, because the position has moved on. */
  async asked(choice) {
    try { return (await this.ask(choice)).units; } catch (error) {
      if (!(error instanceof Refusal)) Notices.trouble(error);
      return [];
    }
  }
}
