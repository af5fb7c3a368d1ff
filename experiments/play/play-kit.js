"use strict";
/* What every part of the page uses: its theme, elements, what the browser remembers, the server, and what went wrong. */

/* What this browser remembers; a page without storage forgets it. */
const Memory = {
  read(key, store = "localStorage") {
    try { return JSON.parse(window[store].getItem(key)); } catch { return null; }
  },
  write(key, value, store = "localStorage") {
    try { window[store].setItem(key, JSON.stringify(value)); } catch { /* forgotten */ }
  },
};

/* The theme before anything is drawn; theme.js keeps it as a plain word. */
(() => {
  let wanted = null;
  try { wanted = localStorage.getItem("theme"); } catch { /* as the system likes it */ }
  document.documentElement.dataset.theme = wanted || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
})();

const byId = (id) => document.getElementById(id);

/* The properties that elements are made with: none of them reads markup. */
const PROPERTIES = new Set(["autocomplete", "checked", "disabled", "download", "href", "id", "inputMode", "label", "max", "maxLength", "min", "onblur",
  "onchange", "onclick", "oninput", "open", "pattern", "placeholder", "required", "scope", "step", "tabIndex", "title", "type", "value"]);

/* An element: make("p.note", {title: "..."}, "words", child). Words are always text; attributes with a hyphen, `role` and
   `for` are set as such, `vars` are properties of its style, everything else is one of PROPERTIES. */
function make(sort, ...parts) {
  const [name, ...kinds] = sort.split("."), made = document.createElement(name);
  if (kinds.length) made.className = kinds.join(" ");
  if (name === "button") made.type = "button";
  for (const part of parts.flat()) {
    if (part === null || part === undefined || part === false) continue;
    if (typeof part === "object" && !(part instanceof Node)) dress(made, part); else made.append(part);
  }
  return made;
}

function dress(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (key === "vars") for (const [name, one] of Object.entries(value)) element.style.setProperty(name, one);
    else if (key === "role" || key === "for" || key.includes("-")) element.setAttribute(key, value);
    else if (PROPERTIES.has(key)) element[key] = value;
    else throw new TypeError(`${key} is no property that elements are made with`);
  }
}

/* An element of a drawing. */
function draw(name, attributes = {}, parent = null) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

const sentence = (words) => words ? words[0].toUpperCase() + words.slice(1) : "";
const several = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const listed = (names, most = 4) => names.length > most
  ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
const sideColour = (side) => `var(--side${side ? side.hue : 0})`;
const isNarrow = () => matchMedia("(max-width: 999px)").matches;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/* The server said no; what it said is a sentence. */
class Refusal extends Error {
  constructor(message, status) { super(message); this.status = status; }
}

/* The server does not answer. */
class Lost extends Error {}

/* Talks to the server with the token of the address, which it takes out of the address. */
class Server {
  constructor() {
    const given = decodeURIComponent(location.hash.slice(1));
    if (given && !given.includes("/") && given !== "start") {
      Memory.write("token", given, "sessionStorage");
      history.replaceState(null, "", location.pathname);
    }
    this.token = Memory.read("token", "sessionStorage") || "";
    this.folder = Memory.read("folder", "sessionStorage") || "";
  }

  get(path) { return this.send(path, { method: "GET" }); }

  post(path, body) {
    return this.send(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  }

  /* What the server answers: JSON as its value, anything else as a blob. */
  async send(path, request) {
    let answer, told;
    try {
      answer = await fetch(path, { ...request, headers: { ...request.headers, Authorization: `Bearer ${this.token}` } });
      told = await ((answer.headers.get("Content-Type") || "").startsWith("application/json") ? answer.json() : answer.blob());
    } catch {
      throw new Lost(this.folder ? `The server has stopped. The battle is saved in ${this.folder}. Run tactica play to continue.`
        : "No answer from the machine that runs tactica play. Check the network, or ask the host whether it still runs.");
    }
    for (const one of document.querySelectorAll(".notice.lost")) one.remove();
    if (answer.ok) return told;
    throw new Refusal(told instanceof Blob ? `${answer.status} ${answer.statusText}` : told.error, answer.status);
  }
}

/* Sentences above the page that can be dismissed. */
const Notices = {
  say(words, kind = "trouble") {
    const host = byId("notices");
    if ([...host.children].some((one) => one.firstChild.textContent === words)) return;
    const close = make("button", { "aria-label": "Dismiss", onclick: () => notice.remove() }, "\u00d7");
    const notice = make(`div.notice.${kind}`, make("p", words), close);
    host.append(notice);
    if (kind === "news") setTimeout(() => notice.remove(), 5000);
  },
  clear() { byId("notices").replaceChildren(); },
  /* Says what went wrong; what is no trouble of the server's is a mistake of the page and goes on. */
  trouble(error) {
    if (!(error instanceof Refusal || error instanceof Lost)) throw error;
    this.say(error.message, error instanceof Lost ? "trouble.lost" : "trouble");
  },
};

/* Does something that asks the server; says what went wrong. */
async function tried(doing) {
  try { return await doing(); } catch (error) { Notices.trouble(error); return null; }
}

/* Gives a text to take along, or says it where there is no clipboard. */
async function copied(text, words) {
  try { await navigator.clipboard.writeText(text); Notices.say(words, "news"); } catch { Notices.say(`Copy this link: ${text}`, "lasting"); }
}

/* Saves what the server sent as a file. */
function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
