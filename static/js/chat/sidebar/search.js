// Searches conversations by title, which is quick, and then by messages, which takes a moment.
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { plainText, shortDay } from "../format.js";
import { marked, Palette } from "../palette.js";
import { getJson } from "../transport.js";

const NEWEST = 8; // shown before anything is typed
const PAUSE_MS = 350; // the message search waits until typing pauses
const FEWEST = 3; // minimum letters for the message search

export class Search {
  /** `field` is the input from `finder`. */
  constructor(field, list) {
    this.note = "";
    this.palette = new Palette(field, {
      find: (words) => (words ? this.titled(words) : list.newest(NEWEST)),
      findMore: (words, signal, known) => said(words, signal, known, this.note),
      row: (item, words) => this.row(item, words),
      nothing: (words) => (words ? gettext("Nothing says '{words}'. Try fewer letters; archived chats are searched too.", { words }) : gettext("Your conversations will be listed here.")),
    });
  }

  begin() {
    this.palette.begin();
  }

  async titled(words) {
    const { results, note } = await getJson(`/api/v1/conversations/?search=${encodeURIComponent(words)}`);
    this.note = note;
    return results;
  }

  /** A link may lead to the current page, so it closes the dialog. */
  row(item, words) {
    const row = el("a", { class: "opt", href: item.link ?? `/c/${item.id}/`, onclick: () => this.palette.dialog.close() });
    row.append(...(item.link ? saidRow(item, words) : titleRow(item, words)));
    return row;
  }
}

/** Message hits, without first messages of the conversations `known`, which are like their titles. `before` is the note of the title search. */
async function said(words, signal, known, before) {
  if (words.length < FEWEST) return { items: [], note: before };
  await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
  signal.throwIfAborted();
  const { results, note } = await getJson(`/api/v1/conversations/search/?q=${encodeURIComponent(words)}`, signal);
  const firsts = new Set(known.map(({ id }) => `/c/${id}/#s1`));
  return { items: results.filter(({ link }) => !firsts.has(link)), note: [before, note].filter(Boolean).join(" ") };
}

const titleRow = (item, words) => [
  icon("send", "s"), el("span", { class: "clip", dir: "auto" }, ...marked(item.title, words)),
  el("span", { class: "meta" }, item.archived ? gettext("archived") : shortDay(item.updated_at)),
];

const saidRow = ({ title, snippet, said_by: who, at }, words) => [
  icon("search", "s"), el("span", { class: "two-lines", dir: "auto" }, ...marked(plainText(snippet), words)), el("span", { class: "meta" }, shortDay(at)),
  el("small", { class: "clip", dir: "auto" }, who === "you" ? gettext("You in {title}", { title }) : gettext("{who} in {title}", { who, title })),
];
