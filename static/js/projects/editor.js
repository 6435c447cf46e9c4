// The editor of documents and descriptions: fields, a live preview, a draft stored in this browser.
import { announce } from "../chat/notices.js";
import { Prose } from "../chat/prose.js";
import { el, icon } from "../shell/dom.js";
import { gettext, locale } from "../shell/language.js";
import { timeZone } from "../shell/moments.js";
import { sendingOnce } from "../shell/pacing.js";

const PAUSE_MS = 300;

export class Editor {
  /**
   * `fields` are the editable ones, the last one in Markdown: {name: label}; `values` are their contents at `version`
   * of the row. `save(fields, version)` stores them and returns the row, `newest()` returns the currently stored
   * row; `close()` is called after saving or discarding.
   */
  constructor({ id, fields, values, version, save, close, newest }) {
    this.id = id;
    this.version = version;
    this.save = save;
    this.close = close;
    this.newest = newest;
    this.isChanged = false;
    /** @type {Record<string, string>[]} */
    this.unheard = []; // what was sent since the last response: the server may have stored any of it
    /** @type {Promise<void> | null} */
    this.storing = null;
    this.inputs = Object.fromEntries(Object.entries(fields).map(([name], at, all) => [name, at === all.length - 1
      ? el("textarea", { class: "input", id: `write-${name}`, dir: "auto", rows: "18" }, values[name])
      : el("input", { class: "input", id: `write-${name}`, dir: "auto", value: values[name], maxlength: name === "title" ? "200" : "4000", autocomplete: "off" })]));
    this.body = Object.values(this.inputs).at(-1);
    this.preview = new Prose(() => []);
    this.notice = el("div");
    this.note = el("span", { class: "note", role: "status" });
    this.node = this.form(fields);
    this.node.addEventListener("input", () => this.edited());
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.show();
  }

  form(fields) {
    const lines = Object.entries(fields).slice(0, -1).map(([name, label]) => el("div", { class: "field" }, el("label", { for: `write-${name}` }, label), this.inputs[name]));
    const [[name, label]] = Object.entries(fields).slice(-1);
    return el("form", { class: "form editor", "aria-label": gettext("Editor"), onsubmit: sendingOnce(() => this.storing = this.store()) }, lines, this.notice,
      el("div", { class: "panes" },
        el("div", { class: "field" }, el("div", { class: "line wrap" }, el("label", { class: "grow", for: `write-${name}` }, label), toolbarOf(this.body)), this.body),
        el("section", { class: "preview", "aria-label": gettext("Preview"), tabindex: "0" }, el("h2", { class: "vh" }, gettext("Preview")), this.preview.node)),
      el("div", { class: "line wrap save-line" }, el("button", { class: "btn solid" }, gettext("Save")),
        el("button", { type: "button", class: "btn quiet", onclick: () => this.giveUp() }, gettext("Cancel")), this.note));
  }

  get values() {
    return Object.fromEntries(Object.entries(this.inputs).map(([name, { value }]) => [name, value]));
  }

  show() {
    this.preview.update(this.body.value, false);
    levelHeadings(this.preview.node);
  }

  edited() {
    this.isChanged = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.show();
      this.keep();
    }, PAUSE_MS);
  }

  keep() {
    if (!this.isChanged) return;
    const kept = keepWriting(this.id, this.version, this.values);
    this.note.textContent = kept ? gettext("Kept in this browser. Ctrl S saves it for all.") : gettext("Too long to be kept in this browser. Save it from time to time.");
  }

  pressed(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    this.node.requestSubmit();
  }

  async store() {
    const sent = this.values;
    this.isSaving = true; // until the response arrives, a newer version may be our own
    this.note.textContent = gettext("Saving");
    this.unheard.push(sent);
    const refusal = await this.save(sent, this.version).then((row) => this.stored(sent, row), (error) => error);
    this.isSaving = false;
    if (refusal) void this.refused(refusal);
  }

  /** Handle a successful save; text typed meanwhile stays unsaved. */
  stored(sent, { version }) {
    this.unheard = [];
    announce(gettext("Saved"));
    if (isSame(sent, this.values)) return this.leave();
    this.version = version;
    this.notice.replaceChildren();
    return this.keep();
  }

  /** Handle a failed save. If only its response was lost, the newest row is the one that was sent. */
  async refused(refusal) {
    this.note.textContent = "";
    this.keep();
    this.notice.replaceChildren(refusalNotice(refusal));
    const row = await this.newest().catch(() => null);
    if (row) this.showConflict(row, { isOpen: true });
  }

  /** Show another person's newer version above the editor, whose text stays; folded while the person types. */
  showConflict(row, { isOpen = false } = {}) {
    if (row.version <= this.version || this.isSaving) return;
    const own = this.unheard.find((sent) => isSame(sent, row));
    if (own) return void this.stored(own, row); // only its response was lost
    this.notice.replaceChildren(conflictNotice({
      row, isOpen, field: this.body.id.replace("write-", ""),
      keepMine: () => this.storeOver(row.version),
      takeTheirs: () => this.leave(),
    }));
  }

  /** Overwrite `version` with the editor's text, after a running save. */
  async storeOver(version) {
    await this.storing;
    this.version = version;
    this.notice.replaceChildren();
    this.node.requestSubmit();
  }

  giveUp() {
    clearTimeout(this.timer);
    this.leave();
  }

  leave() {
    clearTimeout(this.timer);
    forgetWriting(this.id);
    this.close();
  }
}

const isSame = (fields, row) => Object.entries(fields).every(([name, value]) => row[name] === value);

// Inserts Markdown around or before the selection of a text field; the browser can undo each step.

const AROUND = { bold: ["**", "**"], italic: ["_", "_"], code: ["`", "`"], link: ["[", "](https://)"] };
const BEFORE = { heading: "## ", list: "- ", quote: "> " };
const BUTTONS = [
  ["heading", gettext("Heading"), "H"], ["bold", gettext("Bold"), "B"], ["italic", gettext("Italic"), "I"], ["list", gettext("List"), "•"], ["quote", gettext("Quote"), "”"],
  ["code", gettext("Code"), "‹›"], ["link", gettext("Link")],
];
const KEYS = { b: "bold", i: "italic", k: "link" };
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** Return {from, to, text, chosen: [from, to]}: the replacement of `from` to `to`, and the new selection. */
export function formatted(value, start, end, name) {
  if (name in AROUND) {
    const [before, after] = AROUND[name];
    return { from: start, to: end, text: before + value.slice(start, end) + after, chosen: [start + before.length, end + before.length] };
  }
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const text = value.slice(from, end).split("\n").map((line) => BEFORE[name] + line).join("\n");
  return { from, to: end, text, chosen: [from + text.length, from + text.length] };
}

/** Insert Markdown in a textarea as if it were typed. */
export function format(textarea, name) {
  const { from, to, text, chosen } = formatted(textarea.value, textarea.selectionStart, textarea.selectionEnd, name);
  textarea.focus();
  textarea.setSelectionRange(from, to);
  document.execCommand("insertText", false, text); // the only way that supports the browser's undo
  textarea.setSelectionRange(...chosen);
}

/** Return the toolbar of a textarea, and bind Ctrl+B, I and K. */
function toolbarOf(textarea) {
  textarea.addEventListener("keydown", (event) => {
    const name = (event.ctrlKey || event.metaKey) && !event.shiftKey && KEYS[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    format(textarea, name);
  });
  const buttons = BUTTONS.map(([name, label, sign], at) => el("button", {
    type: "button", class: `ib sign ${name}`, "aria-label": label, title: label, tabindex: at ? "-1" : "0", onclick: () => format(textarea, name),
  }, sign ?? icon(name, "s")));
  return el("div", { class: "line toolbar", role: "toolbar", "aria-label": gettext("Formatting"), onkeydown: (event) => moveIn(buttons, event) }, buttons);
}

function moveIn(buttons, event) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const at = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
  buttons.forEach((button, index) => { button.tabIndex = index === at ? 0 : -1; });
  buttons[at].focus();
}

// Headings as link targets, `#competitors-in-europe`, which sources of answers use.

/** The anchor of a heading: its words in lower case, joined by hyphens, like on the server. */
export const anchorOf = (heading) => (heading.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join("-");

/** Set heading levels for screen readers without gaps, below the page's own, which end at 2. */
export function levelHeadings(prose) {
  let before = 2;
  for (const heading of prose.querySelectorAll("h3,h4,h5,h6")) {
    before = Math.min(Number(heading.tagName[1]), before + 1);
    heading.setAttribute("aria-level", before);
  }
}

/** Scroll to the heading in `prose` named by the URL, if any. By text, not id: a text must not define ids of the page. */
export function goToHeading(prose) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const heading = wanted && [...prose.querySelectorAll("h3,h4,h5,h6")].find(({ textContent }) => anchorOf(textContent) === wanted);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
  heading.scrollIntoView();
}

// Notices about saving problems, with actions. The text stays.

/** A server error. */
export const refusalNotice = (refusal) => el("p", { class: "notice bad", role: "alert" }, icon("alert"), el("span", {}, refusal.message));

/** Another person's newer version, to compare with the editor's text; folded unless `isOpen`. */
function conflictNotice({ row, field, isOpen, keepMine, takeTheirs }) {
  return el("div", { class: "notice warn", role: "alert" }, icon("alert"),
    el("div", { class: "grow form" },
      el("p", {}, gettext("Somebody stored version {number} while you were writing. What you wrote is below, and not stored yet.", { number: row.version })),
      el("details", { open: isOpen }, el("summary", {}, icon("right", "s turn-on"), gettext("'{title}', version {number}, as it is now", { title: row.title, number: row.version })),
        el("div", { class: "code" }, el("pre", { class: "long", tabindex: "0", role: "region", "aria-label": gettext("Version {number}", { number: row.version }) }, row[field]))),
      el("div", { class: "line wrap" },
        el("button", { type: "button", class: "btn small", onclick: keepMine }, gettext("Store mine in its place")),
        el("button", { type: "button", class: "btn small danger", onclick: takeTheirs }, gettext("Drop mine")))));
}

/** A notice about the draft of an earlier visit. */
export function draftNotice({ at, goOn, discard }) {
  const when = new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  return el("div", { class: "notice", role: "status" }, icon("pencil"),
    el("div", { class: "grow line wrap" }, el("span", { class: "grow" }, gettext("You were writing here on {when}, and have not saved it.", { when })),
      el("button", { type: "button", class: "btn small", onclick: goOn }, gettext("Go on writing")),
      el("button", { type: "button", class: "btn quiet small", onclick: discard }, gettext("Discard it"))));
}

// Drafts of documents and descriptions, stored in this browser until they are saved.

const keyOf = (id) => `omniforge.writing.${id}`;

/** Return {version, fields, at} of the draft, or null. */
export const loadWriting = (id) => JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");

/** Store the draft; returns false if it exceeds the browser's quota. */
function keepWriting(id, version, fields) {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ version, fields, at: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

export const forgetWriting = (id) => localStorage.removeItem(keyOf(id));
