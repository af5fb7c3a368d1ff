"use strict";
/* The board and the question: what may be picked is marked, what lies under the pointer is told, and a click gives a choice. */

class Pointing {
  constructor(table) { this.table = table; }

  /* The question that may be answered now, if any. */
  get question() {
    const { question, isNow, isBusy } = this.table;
    return isNow && !isBusy ? question : null;
  }

  /* The marks of the question on the board. */
  refresh() {
    const { board } = this.table, { question } = this;
    if (!board) return;
    this.unmark();
    if (!question) return;
    const { who } = question.asked, [near, far] = question.reach();
    board.ring("actor", who >= 0 ? [who] : []);
    board.ring("can", question.values("unit"));
    board.mark("reach", near);
    board.mark("far", far);
    board.arrows(this.arrowsOf(question));
  }

  /* Arrows lie over the cells around: they are shown when nothing else is to be picked there. */
  arrowsOf(question) {
    const directions = question.values("direction"), others = question.values("cell").length + question.values("unit").length;
    if (!directions.length || others) return [];
    const cell = question.picked.findLast((part) => part.kind === "cell"), at = cell ? cell.value : question.centre;
    return at ? directions.map((direction) => ({ cell: at, direction, key: this.table.panel.numberOf("direction", direction) })) : [];
  }

  unmark() {
    const { board, chances } = this.table;
    chances.ghosts.hide();
    for (const kind of ["far", "reach", "way", "chosen"]) board.mark(kind, []);
    for (const kind of ["can", "actor", "chosen"]) board.ring(kind, []);
    board.arrows([]);
  }

  /* What is given is marked while the server answers. */
  markChosen({ parts }) {
    const { board } = this.table;
    board.mark("chosen", valuesOf(parts, "cell"));
    board.ring("chosen", valuesOf(parts, "unit"));
  }

  // --- what lies under the pointer

  onhover(what) {
    const { table, question } = this, { chances } = table;
    if (!table.board) return;
    const choices = what && question && !table.isPlaying && !Menu.isOpen ? question.holding(this.partsOf(what)) : [];
    if (!table.isPlaying) table.showCard(what ? [what.row, ...what.rows].find((row) => row >= 0) : -1);
    table.board.mark("way", choices.length && what.cell ? [what.cell] : []);
    if (!choices.length) chances.hide();
    else if (choices.length === 1) chances.show(choices[0], this.spotOf(what));
    else chances.list(entriesOf(choices, question), this.spotOf(what));
  }

  /* What a place stands for: with a mouse the figure under it, where it is one of those asked for; else all that is there. */
  partsOf(what) {
    const { question } = this, isFine = what.event && what.event.pointerType !== "touch" && what.row >= 0 && what.direction < 0;
    const parts = question.partsAt(isFine ? { ...what, rows: [what.row] } : what);
    return isFine && !question.holding(parts).length ? question.partsAt(what) : parts;
  }

  /* Where on the window something was pointed at: by the pointer, or by the board's cursor. */
  spotOf({ event }) {
    if (event && event.clientX) return { x: event.clientX, y: event.clientY };
    const cursor = byId("board").querySelector(".cursor"), box = (cursor || byId("board")).getBoundingClientRect();
    return { x: box.right, y: box.top };
  }

  /* The pointer rests on a button, or a finger holds it: its chances, and its place on the board. */
  consider(choice, button, isHeld = false) {
    const { board, chances } = this.table;
    if (!this.question) return;
    const { top } = button.getBoundingClientRect(), sheet = byId("sheet").getBoundingClientRect();
    if (choice && !isNarrow()) chances.show(choice, { x: sheet.left, y: top - 16, isLeft: true });
    else if (choice && isHeld) chances.show(choice, { x: sheet.left, y: sheet.top, isAbove: true });
    else if (!choice || !isNarrow()) chances.hide();
    const parts = choice ? choice.parts : [];
    board.mark("way", valuesOf(parts, "cell"));
    board.ring("chosen", valuesOf(parts, "unit"));
  }

  // --- what is picked

  onpick(what) {
    const { table } = this;
    if (table.isPlaying) { table.endPlaying(); return; }
    if (what.rows.length) table.select(what.row >= 0 ? what.row : what.rows[0]);
    if (!this.question) return;
    const choices = this.question.holding(this.partsOf(what));
    if (choices.length) this.choose(choices, this.spotOf(what), this.isOwn(what)); else if (!this.isOwn(what)) this.explain(what);
  }

  /* Nothing that is asked for lies there: why not, by the rules. */
  async explain(what) {
    const { table, question } = this, spot = this.spotOf(what);
    table.chances.hide();
    if (question.picked.length || (!question.isNarrowed && what.rows.includes(question.asked.who))) return;
    const told = [];
    for (const [kind, value] of [...what.rows.map((row) => ["unit", [row]]), ...(what.cell ? [["cell", what.cell]] : [])]) {
      if (told.length) break;
      const found = await tried(() => table.whyNot(kind, value, question.verb));
      if (found) told.push(...table.panel.byReason(found.reasons));
    }
    if (told.length && this.question === question) table.chances.deny(told, spot);
  }

  /* Whether somebody of one's own side stands there: one clicks them to look at them, too. */
  isOwn({ rows }) {
    const { units, asked } = this.table.view;
    return !this.question.isNarrowed && rows.some((row) => units[row].side === asked.side && row !== asked.who);
  }

  /* Of the choices a click holds: the only one is given, several are asked for, and so are those at one's own people. */
  choose(choices, spot, isOwn) {
    this.table.chances.hide();
    const entries = entriesOf(choices, this.question);
    if (entries.length > 1 || isOwn) Menu.open(this.itemsOf(entries), spot, "", () => this.table.chances.hide()); else this.table.take(entries[0]);
  }

  /* Entries as items of a menu; with a head for each verb where some verb has several. */
  itemsOf(entries) {
    const { table } = this, count = new Set(entries.map((entry) => entry.verb)).size, isGrouped = count > 1 && count < entries.length;
    return entries.map((entry, k) => {
      const only = entry.choices.length === 1 ? entry.choices[0] : null, isFirst = k === 0 || entries[k - 1].verb !== entry.verb;
      const over = (button) => {
        const { right, top } = button.getBoundingClientRect();
        if (only && !isNarrow()) table.chances.show(only, { x: right, y: top - 16 });
      };
      return { words: entryWords(entry), hint: only ? only.hint : several(entry.choices.length, "way"),
        head: isGrouped && isFirst ? entry.verb.replaceAll("_", " ") : "", act: () => table.take(entry), over };
    });
  }
}
