// The editor of the last message, in place: Enter or gettext("Send again") sends, Escape leaves it as it was.
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { sends, tooLong } from "../composer/composer.js";

export class EditView {
  /** `actions`: send(content), leave(). */
  constructor({ content }, actions) {
    this.actions = actions;
    this.opener = /** @type {HTMLElement} */ (document.activeElement);
    this.text = el("textarea", { rows: "1", dir: "auto", enterkeyhint: "send", "aria-label": gettext("Your message in other words") });
    this.text.value = content;
    this.note = el("span", { class: "note grow", role: "status" });
    this.cancel = el("button", { type: "button", class: "btn quiet small", onclick: () => this.leave() }, gettext("Cancel"));
    this.button = el("button", { class: "btn strike small" }, gettext("Send again"));
    this.node = el("form", { class: "composer edit", "aria-label": gettext("Edit your message") }, this.text,
      el("div", { class: "line" }, this.note, this.cancel, this.button));
    this.text.addEventListener("input", () => this.show());
    this.node.addEventListener("keydown", (event) => this.pressed(event));
    this.node.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
  }

  /** Focus the end of the text. */
  focus() {
    this.text.focus();
    this.text.setSelectionRange(this.text.value.length, this.text.value.length);
  }

  /** `edit` is that of the exchange; `around`: canEdit, isOnline. */
  update(edit, { canEdit, isOnline }) {
    this.edit = edit;
    this.canEdit = canEdit;
    this.isOnline = isOnline;
    this.show();
  }

  get content() {
    return this.text.value.trim();
  }

  get isSending() {
    return this.edit.id !== null;
  }

  show() {
    this.text.readOnly = this.isSending;
    this.cancel.disabled = this.isSending;
    this.button.disabled = !this.canSend();
    const words = this.words();
    const failed = words !== "" && words === this.edit.failure?.message;
    this.note.classList.toggle("bad", failed);
    if (this.note.textContent !== words) this.note.replaceChildren(...(failed ? [icon("alert", "s"), words] : [words]));
  }

  canSend() {
    return this.canEdit && !this.isSending && this.content !== "" && !tooLong(this.content);
  }

  words() {
    if (this.isSending) return this.isOnline ? gettext("Sending") : gettext("Waiting to be sent");
    if (!this.canEdit) return gettext("This can be sent once it is your last message and has its answer.");
    return tooLong(this.content) || (this.edit.failure?.message ?? "");
  }

  pressed(event) {
    if (event.key === "Escape") {
      event.preventDefault(); // must not stop an answer
      this.leave();
    } else if (event.target === this.text && sends(event)) {
      event.preventDefault();
      this.send();
    }
  }

  send() {
    if (this.canSend()) this.actions.send(this.content);
  }

  leave() {
    if (!this.isSending) this.actions.leave();
  }
}
