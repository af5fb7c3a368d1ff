"use strict";
/* Small menus at the pointer: of choices, and of what can be done with the battle. */

const Menu = {
  host: byId("menu"),

  get isOpen() { return !this.host.hidden; },

  /* Opens: entries are {words, hint, head, act, over}; `head` begins a group, `over` is called when the pointer rests on it,
     `closed` when the menu closes. */
  open(entries, spot, title = "", closed = () => {}) {
    this.closed = closed;
    this.before = document.activeElement.matches(":focus-visible") ? document.activeElement : null;
    let number = 0;
    const rows = entries.flatMap((entry) => {
      number += 1;
      const key = number <= 9 ? make("kbd", String(number)) : make("kbd.none");
      const button = make("button", { role: "menuitem", tabIndex: -1, onclick: () => { this.close(); entry.act(); } },
        key, make("span", sentence(entry.words)), entry.hint ? make("small", entry.hint) : null);
      if (entry.over) button.onmouseenter = button.onfocus = () => entry.over(button);
      return entry.head ? [make("h4", entry.head), button] : [button];
    });
    this.host.replaceChildren(...(title ? [make("p", title)] : []), ...rows);
    this.host.hidden = false;
    this.place(spot);
    this.items[0].focus({ preventScroll: true });
  },

  get items() { return [...this.host.querySelectorAll("button")]; },

  /* At a spot of the window, and inside it. */
  place(spot) {
    const { width, height } = this.host.getBoundingClientRect();
    this.host.style.left = `${Math.max(8, Math.min(spot.x, innerWidth - width - 8))}px`;
    this.host.style.top = `${Math.max(8, Math.min(spot.y, innerHeight - height - 8))}px`;
  },

  close() {
    if (!this.isOpen) return;
    this.host.hidden = true;
    this.host.replaceChildren();
    this.closed();
    if (this.before && this.before.isConnected) this.before.focus({ preventScroll: true });
  },

  /* A key while the menu is open; whether it meant the menu. */
  key(event) {
    const items = this.items, now = items.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (to !== undefined) items[(to + items.length) % items.length].focus();
    else if (/^[1-9]$/.test(event.key) && items[event.key - 1]) items[event.key - 1].click();
    else return event.key === "Enter" || event.key === " ";
    event.preventDefault();
    return true;
  },
};

document.addEventListener("pointerdown", (event) => { if (Menu.isOpen && !Menu.host.contains(event.target)) Menu.close(); });
