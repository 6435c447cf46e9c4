// The documents of a project on its page: the tree, and everything that can be done with a document in it.
import { announce } from "../chat/notices.js";
import { iconButton, need } from "../shell/dom.js";
import { deleteThing, makeIn, moveDocument, NameForm, patchRow, showMenu, tried } from "./acts.js";
import { stepped } from "./tree.js";
import { startTreeDrag, TreeView } from "./tree_view.js";
import { pagePath } from "./words.js";

const WAYS = [["up", "Move up", "Alt ↑"], ["down", "Move down", "Alt ↓"], ["in", "Move a level down", "Alt →"], ["out", "Move a level up", "Alt ←"]];

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
    need("#documents").append(iconButton("plus", "Add a document", () => this.add(null)));
    need("#tree-keys").hidden = false;
  }

  show() {
    this.tree.show(this.rows.get(this.projectId).doc_structure, this.titleOf);
  }

  titleOf = (id) => this.rows.get(id)?.title ?? "…";

  menu(id, opener) {
    const structure = this.tree.structure;
    showMenu(opener, `Actions for ${this.titleOf(id)}`, [
      { label: "Open", icon: "doc", href: pagePath(this.projectId, "document", id) },
      { label: "Add a document below", icon: "plus", act: () => this.add(id) },
      { label: "Rename", icon: "pencil", keys: "F2", act: () => this.rename(id) },
      ...WAYS.map(([way, label, keys]) => stepped(structure, id, way) && { label, keys, act: () => this.step(id, way) }),
      { label: "Delete", icon: "trash", keys: "Del", isDanger: true, act: () => this.remove(id) },
    ]);
  }

  add(parent) {
    this.naming.ask({
      label: parent ? `Title of the new document below '${this.titleOf(parent)}'` : "Title of the new document", action: "Add",
      send: async (title) => this.wanted(await makeIn(this.projectId, "documents", { title, parent_id: parent })),
    });
  }

  /** A document was made here: it gets the focus as soon as the tree has it. */
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
      label: `New title of '${this.titleOf(id)}'`, value: this.titleOf(id), action: "Rename",
      send: (title) => patchRow("document", id, { title, version: this.rows.get(id).version }),
    });
  }

  remove(id) {
    return tried(() => deleteThing(this.projectId, "document", this.rows.get(id)));
  }

  step(id, direction) {
    const place = stepped(this.tree.structure, id, direction);
    if (place) return this.move(id, place);
    return announce(`'${this.titleOf(id)}' cannot go further.`);
  }

  async move(id, place) {
    if (place.parent_id) this.tree.closed.delete(place.parent_id);
    if (!(await tried(() => moveDocument(id, place)))) return;
    const below = place.parent_id ? ` below '${this.titleOf(place.parent_id)}'` : "";
    announce(`'${this.titleOf(id)}' is number ${place.position + 1}${below} now.`);
  }
}
