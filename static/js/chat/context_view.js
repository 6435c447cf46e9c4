// What the last answer was given to read: a bar of its parts, and the way to the whole receipt.
import { el } from "../shell/dom.js";
import { number } from "./format.js";
import { fetchReceipt, gauge, openReceipt } from "./receipt.js";
import { button, problem, section } from "./section.js";

export class ContextView {
  /** Return the section for `turn`, or nothing where it kept no receipt; what it tells comes as soon as it is here. */
  node(turn) {
    if (!turn?.receiptId) {
      this.of = turn?.receiptId;
      return null;
    }
    if (turn.receiptId !== this.of) {
      this.of = turn.receiptId;
      this.place = el("div", { class: "panel-note context" });
      this.fill(this.place, turn);
    }
    return section("Given to the last answer", {}, this.place);
  }

  async fill(place, turn) {
    const receipt = await fetchReceipt(turn).catch((error) => {
      place.replaceChildren(problem(error.message, () => this.fill(place, turn)));
    });
    if (!receipt) return;
    const leftOut = receipt.left_out.length ? `${receipt.left_out.length} left out` : "nothing was left out";
    place.replaceChildren(gauge(receipt),
      el("p", { class: "note" }, `${number(receipt.tokens)} of ${number(receipt.budget)} tokens; ${leftOut}`),
      button("Open the receipt", () => openReceipt(turn), { look: "quiet" }));
  }
}
