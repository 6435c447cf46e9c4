// The documents of a project on its page: the tree, and all actions on its documents.
import { announce } from "../chat/notices.js";
import { iconButton, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { deleteThing, makeIn, moveDocument, NameForm, patchRow, showMenu, tried } from "./acts.js";
import { stepped } from "./tree.js";
import { startTreeDrag, TreeView } from "./tree_view.js";
import { pagePath } from "./words.js";

const WAYS = [["up", gettext("Move up"), gettext("Alt ↑")], ["down", gettext("Move down"), gettext("Alt ↓")], ["in", gettext("Move a level down"), gettext("Alt →")], ["out", gettext("Move a level up"), gettext("Alt ←")]];

export class DocumentsPart {
  constructor({ projectId, rows, mayWrite }) {
    this.projectId = projectId;
    this.rows = rows;
    this.mayWrite = mayWrite;
    this.naming = new NameForm(need("#naming"));
    this.tree = new TreeView({
      place: need("#tree"), projectId, mayWrite,
      actions: {
        menu: (id, opener) => this.menu(id, opener), step: (id, direction) => this.step(id, direction),
        rename: (id) => this.rename(id), remove: (id) => this.remove(id),
      },
    });
    if (!mayWrite) return;
    startTreeDrag(this.tree, (id, place) => this.move(id, place));
    need("#documents").append(iconButton("plus", gettext("Add a document"), () => this.add(null)));
    need("#tree-keys").hidden = false;
  }

  show() {
    this.tree.show(this.rows.get(this.projectId).doc_structure, this.titleOf);
  }

  titleOf = (id) => this.rows.get(id)?.title ?? "…";

  menu(id, opener) {
    const structure = this.tree.structure;
    showMenu(opener, gettext("Actions for {name}", { name: this.titleOf(id) }), [
      { label: gettext("Open"), icon: "doc", href: pagePath(this.projectId, "document", id) },
      { label: gettext("Add a document below"), icon: "plus", act: () => this.add(id) },
      { label: gettext("Rename"), icon: "pencil", keys: "F2", act: () => this.rename(id) },
      ...WAYS.map(([way, label, keys]) => stepped(structure, id, way) && { label, keys, act: () => this.step(id, way) }),
      { label: gettext("Delete"), icon: "trash", keys: gettext("Del"), isDanger: true, act: () => this.remove(id) },
    ]);
  }

  add(parent) {
    this.naming.ask({
      label: parent ? gettext("Title of the new document below '{title}'", { title: this.titleOf(parent) }) : gettext("Title of the new document"), action: gettext("Add"),
      send: async (title) => this.wanted(await makeIn(this.projectId, "documents", { title, parent_id: parent })),
    });
  }

  /** Focus a document created here as soon as the tree has it. */
  wanted({ id }) {
    this.awaited = id;
    this.showAwaited();
  }

  showAwaited() {
    if (!this.awaited || !this.tree.structure.root || !this.rows.get(this.awaited)) return;
    const id = this.awaited;
    this.tree.reveal(id);
    if (!this.tree.item(id)) return;
    this.awaited = null;
    this.naming.back = this.tree.item(id);
    this.tree.focus(id);
  }

  rename(id) {
    this.naming.ask({
      label: gettext("New title of '{title}'", { title: this.titleOf(id) }), value: this.titleOf(id), action: gettext("Rename"),
      send: (title) => patchRow("document", id, { title, version: this.rows.get(id).version }),
    });
  }

  remove(id) {
    return tried(() => deleteThing(this.projectId, "document", this.rows.get(id)));
  }

  step(id, direction) {
    const place = stepped(this.tree.structure, id, direction);
    if (place) return this.move(id, place);
    return announce(gettext("'{title}' cannot go further.", { title: this.titleOf(id) }));
  }

  async move(id, place) {
    if (place.parent_id) this.tree.closed.delete(place.parent_id);
    if (!(await tried(() => moveDocument(id, place)))) return;
    const now = { title: this.titleOf(id), number: place.position + 1, parent: this.titleOf(place.parent_id) };
    announce(place.parent_id ? gettext("'{title}' is number {number} below '{parent}' now.", now) : gettext("'{title}' is number {number} now.", now));
  }
}
