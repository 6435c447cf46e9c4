// The text of an object on its page, with the editor if writing is allowed.
import { Prose } from "../chat/prose.js";
import { el, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { patchRow } from "./acts.js";
import { draftNotice, Editor, forgetWriting, goToHeading, levelHeadings, loadWriting } from "./editor.js";
import { fetchRow } from "./live.js";

const FIELDS = {
  document: { title: gettext("Title"), description: gettext("What it is, in a sentence"), content: gettext("Text") },
  entity: { title: gettext("Title"), description: gettext("Description") },
};

export class TextPart {
  /** `row()` returns the current row; `stored(row)` is called after saving. */
  constructor({ kind, row, mayWrite, stored }) {
    this.kind = kind;
    this.row = row;
    this.mayWrite = mayWrite;
    this.stored = stored;
    /** @type {Editor | null} */
    this.editor = null;
    this.fields = FIELDS[kind === "document" ? "document" : "entity"];
    this.body = Object.keys(this.fields).at(-1) ?? "";
    this.place = need("#text");
    this.notices = need("#notices");
    this.prose = new Prose(() => []);
    this.nothing = el("p", { class: "note" }, gettext("Nothing is written here yet."));
    this.edit = need("#edit");
    this.edit.addEventListener("click", () => this.write());
    this.reading = el("div", { class: "reader" }, el("h2", { class: "vh" }, this.fields[this.body]), this.prose.node, this.nothing);
    this.read();
    addEventListener("hashchange", () => goToHeading(this.prose.node));
    addEventListener("load", () => goToHeading(this.prose.node)); // after the browser has searched for an id of that name
    this.offerDraft();
  }

  read() {
    this.editor = null;
    this.edit.hidden = !this.mayWrite;
    this.place.replaceChildren(this.reading);
    this.show();
  }

  /** Show the current text; during editing, only report a newer version. */
  show() {
    const row = this.row();
    need("#title").textContent = row.title;
    if (this.kind === "document") need("#description").textContent = row.description;
    this.prose.update(row[this.body], false);
    levelHeadings(this.prose.node);
    this.nothing.hidden = row[this.body].trim() !== "";
    this.editor?.showConflict(row);
  }

  write(/** @type {any} */ draft = null) {
    const row = this.row();
    this.edit.hidden = true;
    this.notices.replaceChildren();
    this.editor = new Editor({
      id: row.id, fields: this.fields, values: draft?.fields ?? row, version: draft?.version ?? row.version,
      save: (fields, version) => this.save(row.id, { ...fields, version }),
      newest: async () => (await fetchRow(this.kind, row.id)) ?? this.row(),
      close: () => { this.read(); this.edit.focus(); },
    });
    this.place.replaceChildren(this.editor.node);
    this.editor.body.focus();
    this.editor.showConflict(row);
  }

  async save(id, fields) {
    const row = await patchRow(this.kind, id, fields);
    this.stored(row);
    return row;
  }

  offerDraft() {
    const { id, ...row } = this.row();
    const draft = this.mayWrite && loadWriting(id);
    if (!draft || Object.entries(draft.fields).every(([name, value]) => row[name] === value)) return forgetWriting(id);
    return this.notices.replaceChildren(draftNotice({
      at: draft.at, goOn: () => this.write(draft),
      discard: () => { forgetWriting(id); this.notices.replaceChildren(); },
    }));
  }
}
