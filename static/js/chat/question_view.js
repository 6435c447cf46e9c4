// What the person said in one exchange: bubble, files, how it was sent, and the way to say it in other words.
import { el, icon, iconButton } from "../shell/dom.js";
import { DeedsNote } from "./deeds_note.js";
import { EditView } from "./edit_view.js";
import { attachedChips } from "./files.js";
import { clock } from "./format.js";
import { answersBeforeEdit, answersOf, shownQuestion } from "./versions.js";

export class QuestionView {
  constructor(actions) {
    this.actions = actions;
    this.bubble = el("div", { class: "bubble", dir: "auto" });
    this.pencil = iconButton("pencil", "Edit message", () => actions.edits.begin(this.exchange), "s");
    this.said = el("div", { class: "said" }, this.pencil, this.bubble);
    this.attached = el("ul", { class: "attached", hidden: true, "aria-label": "Attached files" });
    this.deeds = new DeedsNote();
    this.delivery = el("div", { class: "part", hidden: true });
    this.node = el("article", { class: "turn you" }, this.said, this.attached, this.deeds.node, this.delivery);
  }

  update(exchange, around) {
    this.exchange = exchange;
    const { content, attachments, at } = shownQuestion(exchange);
    this.node.hidden = content === null;
    this.node.setAttribute("aria-label", `You, ${clock(at)}`);
    if (this.bubble.textContent !== content) this.bubble.textContent = content;
    this.pencil.hidden = !around.canEdit || exchange.lookedAt !== null;
    this.showAttached(attachments);
    this.showEdit(exchange, around);
    this.deeds.update(exchange.lookedAt ? [] : exchange.edit ? answersOf(exchange) : answersBeforeEdit(exchange));
    this.showDelivery(exchange, around);
  }

  showEdit({ edit }, around) {
    this.said.hidden = edit !== null;
    if (edit && !this.editor) this.openEditor(edit);
    if (edit) this.editor.update(edit, around);
    else if (this.editor) this.closeEditor();
  }

  openEditor(edit) {
    const { send, leave } = this.actions.edits;
    this.editor = new EditView(edit, { send: (content) => send(this.exchange, content), leave: () => leave(this.exchange) });
    this.said.after(this.editor.node);
    this.editor.focus();
  }

  /** Once it is sent the person goes on at the composer, else where the editor was opened, as long as that is there. */
  closeEditor() {
    const { node, opener, isSending } = this.editor;
    const focused = document.activeElement;
    const hadFocus = node.contains(focused) || focused === document.body; // a button lets it fall when it is disabled
    this.editor = null;
    node.remove();
    if (!hadFocus) return;
    if (!isSending && opener.checkVisibility()) opener.focus();
    else this.actions.toComposer();
  }

  showAttached(files) {
    if (files === this.shown) return;
    this.shown = files;
    this.attached.hidden = files.length === 0;
    this.attached.replaceChildren(...attachedChips(files));
  }

  showDelivery(exchange, { isOnline }) {
    const tag = this.deliveryTag(exchange, isOnline);
    this.delivery.replaceChildren(...(tag ? [tag] : []));
    this.delivery.hidden = !tag;
  }

  deliveryTag(exchange, isOnline) {
    if (exchange.delivery === "failed") {
      const again = el("button", { type: "button", class: "link", onclick: () => this.actions.sendAgain(exchange) }, "Send again");
      const why = exchange.failure?.message ?? "Not sent.";
      return el("span", { class: "tag bad", role: "alert" }, icon("alert", "s"), `Not sent. ${why} `, again);
    }
    if (exchange.delivery === "sending" && !isOnline) return el("span", { class: "tag" }, icon("clock", "s"), "Waiting for the network");
    return null;
  }
}
