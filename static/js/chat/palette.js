// A search dialog: a field, and results that arrow keys move through.
import { el } from "../shell/dom.js";
import { gettext } from "../shell/language.js";

const PAUSE_MS = 150;

/**
 * @typedef {{
 *   find: (words: string) => any, row: (item: any, words: string) => HTMLElement, nothing: (words: string) => string,
 *   findMore?: (words: string, signal: AbortSignal, items: any[]) => Promise<{items: any[], note: string}>,
 * }} Finding
 */

export class Palette {
  /**
   * `field` is the dialog and its elements from `finder`, which also says whether Enter was pressed too early.
   * `find(words)` returns the items for the typed words, at first for '', and may be slow; `row(item, words)`
   * creates an item's node, an `.opt` that acts on click; `nothing(words)` is the text without results.
   * `findMore(words, signal, items)` searches further, if that takes longer: `{items, note}`, shown below.
   */
  constructor(field, /** @type {Finding} */ { find, row, nothing, findMore }) {
    this.field = field;
    this.dialog = field.dialog;
    this.input = field.input;
    this.find = find;
    this.row = row;
    this.nothing = nothing;
    this.findMore = findMore;
    this.asking = new AbortController();
    this.isAwaited = false;
    this.results = field.results;
    this.note = field.note;
    this.input.addEventListener("input", () => this.type());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.dialog.addEventListener("close", () => this.leave());
  }

  /** Search for the current input. */
  begin() {
    this.isAwaited = this.field.isAwaited;
    this.show(this.input.value.trim());
  }

  leave() {
    clearTimeout(this.timer);
    this.asking.abort();
    this.isAwaited = false;
  }

  /** On input, Enter no longer chooses stale results: it waits for new ones. */
  type() {
    this.leave();
    this.select(-1);
    this.timer = setTimeout(() => this.show(this.input.value.trim()), PAUSE_MS);
  }

  async show(words) {
    this.asking.abort(); // the input changed meanwhile
    const { signal } = this.asking = new AbortController();
    const found = await outcome(this.find(words), (items) => ({ items, note: items.length ? "" : this.nothing(words) }));
    if (signal.aborted) return;
    this.at = 0;
    if (!this.findMore || !words) return this.list(found, words);
    this.list({ items: found.items, note: gettext("Looking at what was said") }, words);
    const more = await outcome(this.findMore(words, signal, found.items), (further) => further);
    const items = [...found.items, ...more.items];
    if (!signal.aborted) this.list({ items, note: more.note || (items.length ? "" : this.nothing(words)) }, words);
  }

  list({ items, note }, words) {
    const rows = items.map((item, at) => this.optionOf(this.row(item, words), at));
    this.results.replaceChildren(...rows);
    this.note.textContent = note;
    this.select(Math.max(this.at, 0));
    if (this.isAwaited) this.choose();
  }

  optionOf(node, at) {
    for (const [name, value] of Object.entries({ role: "option", id: `${this.results.id}-${at}`, "aria-selected": "false", tabindex: "-1" })) {
      node.setAttribute(name, value);
    }
    return node;
  }

  select(at) {
    const rows = [...this.results.querySelectorAll(".opt")];
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    this.at = rows[at] ? at : -1;
    rows[at]?.scrollIntoView({ block: "nearest" });
    if (rows[at]) this.input.setAttribute("aria-activedescendant", rows[at].id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  press(event) {
    const rows = this.results.querySelectorAll(".opt");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) {
      event.preventDefault();
      this.select((this.at + step + rows.length) % rows.length);
    }
    if (event.key !== "Enter") return;
    event.preventDefault(); // the same key press must not act on the next focused element
    this.choose();
  }

  choose() {
    const row = this.results.querySelectorAll(".opt")[this.at];
    this.isAwaited = !row;
    row?.click();
  }
}

/** Resolve `found` and apply `shape`; on failure, return the error's sentence. */
const outcome = (found, shape) => Promise.resolve(found).then(shape, (error) => ({ items: [], note: error.message }));

/** `text` with each matching word marked. */
export function marked(text, words) {
  const wanted = words.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [text];
  return text.split(new RegExp(`(${wanted.join("|")})`, "i")).map((part, at) => (at % 2 ? el("mark", {}, part) : part));
}
