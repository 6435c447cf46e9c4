// Writing a document, or what describes a thing: fields, a preview that follows, a draft that this browser keeps.
import { announce } from "../chat/announcer.js";
import { Prose } from "../chat/prose.js";
import { el } from "../shell/dom.js";
import { conflictNotice, refusalNotice } from "./conflict.js";
import { toolbarOf } from "./formatting.js";
import { levelHeadings } from "./headings.js";
import { forgetWriting, keepWriting } from "./writing_drafts.js";

const PAUSE_MS = 300;

export class Editor {
  /**
   * `fields` are those that are written, the last one in Markdown: {name: label}; `values` what they hold, which is
   * meant for `version` of the row. `save(fields, version)` stores it; `close()` is called when it is stored or given up.
   */
  constructor({ id, fields, values, version, save, close, newest }) {
    Object.assign(this, { id, version, save, close, newest, isChanged: false });
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
    return el("form", { class: "form editor", "aria-label": "Editor", onsubmit: (event) => { event.preventDefault(); this.store(); } }, lines, this.notice,
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
    this.store();
  }

  async store() {
    try {
      await this.save(this.values, this.version);
    } catch (refusal) {
      this.keep();
      if (refusal.code !== "version_conflict") return this.notice.replaceChildren(refusalNotice(refusal));
      return this.showConflict(await this.newest(), { isOpen: true });
    }
    announce("Saved");
    return this.leave();
  }

  /** Somebody else has stored another version: show it above what is written here, which stays; folded while they write. */
  showConflict(row, { isOpen = false } = {}) {
    if (row.version <= this.version) return;
    this.notice.replaceChildren(conflictNotice({
      row, isOpen, field: this.body.id.replace("write-", ""),
      keepMine: () => { this.version = row.version; this.notice.replaceChildren(); this.store(); },
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
