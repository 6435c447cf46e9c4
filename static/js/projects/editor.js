// Writing a document, or what describes a thing: fields, a preview that follows, a draft that this browser keeps.
import { announce } from "../chat/announcer.js";
import { Prose } from "../chat/prose.js";
import { el } from "../shell/dom.js";
import { sendingOnce } from "../shell/sending.js";
import { conflictNotice, refusalNotice } from "./conflict.js";
import { toolbarOf } from "./formatting.js";
import { levelHeadings } from "./headings.js";
import { forgetWriting, keepWriting } from "./writing_drafts.js";

const PAUSE_MS = 300;

export class Editor {
  /**
   * `fields` are those that are written, the last one in Markdown: {name: label}; `values` what they hold, which is
   * meant for `version` of the row. `save(fields, version)` stores it and returns the row, `newest()` returns what somebody
   * else has stored; `close()` is called when it is stored or given up.
   */
  constructor({ id, fields, values, version, save, close, newest }) {
    this.id = id;
    this.version = version;
    this.save = save;
    this.close = close;
    this.newest = newest;
    this.isChanged = false;
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
    const [name, label] = Object.entries(fields).at(-1);
    return el("form", { class: "form editor", "aria-label": "Editor", onsubmit: sendingOnce(() => this.store()) }, lines, this.notice,
      el("div", { class: "panes" },
        el("div", { class: "field" }, el("div", { class: "line wrap" }, el("label", { class: "grow", for: `write-${name}` }, label), toolbarOf(this.body)), this.body),
        el("section", { class: "preview", "aria-label": "Preview", tabindex: "0" }, el("h2", { class: "vh" }, "Preview"), this.preview.node)),
      el("div", { class: "line wrap save-line" }, el("button", { class: "btn solid" }, "Save"),
        el("button", { type: "button", class: "btn quiet", onclick: () => this.giveUp() }, "Cancel"), this.note));
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
    this.note.textContent = kept ? "Kept in this browser. Ctrl S saves it for all." : "Too long to be kept in this browser. Save it from time to time.";
  }

  pressed(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    this.node.requestSubmit();
  }

  async store() {
    const sent = this.values;
    this.isSaving = true; // until the answer is here, a newer version may be this very one
    this.note.textContent = "Saving";
    const refusal = await this.save(sent, this.version).then((row) => this.stored(sent, row), (error) => error);
    this.isSaving = false;
    if (refusal) await this.refused(refusal, sent);
  }

  /** What was written on meanwhile is not stored yet: it stays. */
  stored(sent, { version }) {
    announce("Saved");
    if (isSame(sent, this.values)) return this.leave();
    this.version = version;
    this.notice.replaceChildren();
    return this.keep();
  }

  async refused(refusal, sent) {
    this.note.textContent = "";
    this.keep();
    const row = refusal.code === "version_conflict" && await this.newest().catch(() => null);
    if (!row) return this.notice.replaceChildren(refusalNotice(refusal));
    if (isSame(sent, row)) return this.stored(sent, row); // it was stored before, and only the answer was lost
    return this.showConflict(row, { isOpen: true });
  }

  /** Somebody else has stored another version: show it above what is written here, which stays; folded while they write. */
  showConflict(row, { isOpen = false } = {}) {
    if (row.version <= this.version || this.isSaving) return;
    this.notice.replaceChildren(conflictNotice({
      row, isOpen, field: this.body.id.replace("write-", ""),
      keepMine: () => { this.version = row.version; this.notice.replaceChildren(); this.node.requestSubmit(); },
      takeTheirs: () => this.leave(),
    }));
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
