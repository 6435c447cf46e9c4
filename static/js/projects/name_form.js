// One line that asks for a name: of a document to be, or the new name of one. What is typed stays until it is sent.
import { el, icon } from "../shell/dom.js";
import { sendingOnce } from "../shell/sending.js";

export class NameForm {
  constructor(place) {
    this.place = place;
  }

  /** Ask for a name; `send(name)` does what is to be done with it, and what it refuses is told beside the field. */
  ask({ label, value = "", action, send }) {
    const input = el("input", { class: "input", id: "name-asked", value, maxlength: "200", autocomplete: "off", dir: "auto" });
    const error = el("p", { class: "note bad-words", role: "alert" });
    const form = el("form", {
      class: "asking",
      onsubmit: sendingOnce(() => this.sent(form, input.value.trim(), send, error)),
      onkeydown: (event) => event.key === "Escape" && this.close(),
    }, el("label", { class: "note", for: "name-asked" }, label),
    el("div", { class: "line" }, input, el("button", { class: "btn solid" }, action),
      el("button", { type: "button", class: "ib", "aria-label": "Cancel", onclick: () => this.close() }, icon("x"))), error);
    this.back = /** @type {HTMLElement} */ (document.activeElement);
    this.place.replaceChildren(form);
    input.focus();
    input.select();
  }

  async sent(form, name, send, error) {
    if (!name) return;
    try {
      await send(name);
    } catch (refusal) {
      error.textContent = refusal.message;
      return;
    }
    if (form.isConnected) this.close();
  }

  close() {
    this.place.replaceChildren();
    if (this.back?.isConnected) this.back.focus();
  }
}
