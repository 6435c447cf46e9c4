// The approvals that wait, docked above the composer: one at a time, the newest first.
import { ApprovalCard } from "./approval_card.js";

const TICK_MS = 1000;

export class ApprovalDock {
  constructor({ place, approvals, composer, onChange }) {
    this.place = place;
    this.approvals = approvals;
    this.composer = composer;
    this.onChange = onChange;
    this.cards = new WeakMap();
    this.shown = null;
    approvals.addEventListener("changed", () => this.show());
    setInterval(() => this.shown?.tick(), TICK_MS);
  }

  /** Show the card in turn. Whoever was in a card that went is led to the next one, or to the composer. */
  show() {
    const { pending } = this.approvals;
    const hadFocus = this.place.contains(document.activeElement);
    const at = Math.max(0, pending.findIndex((one) => this.cards.get(one) === this.shown));
    const approval = this.shown && pending.some((one) => this.cards.get(one) === this.shown) ? pending[at] : pending.at(-1);
    this.put(approval);
    if (hadFocus && !this.place.contains(document.activeElement)) (this.shown?.heading ?? this.composer.text).focus();
    this.onChange();
  }

  put(approval) {
    const { pending } = this.approvals;
    const card = approval ? this.card(approval) : null;
    if (card !== this.shown) this.place.replaceChildren(...(card ? [card.node] : []));
    this.shown = card;
    card?.count(pending.length - pending.indexOf(approval), pending.length);
  }

  card(approval) {
    if (!this.cards.has(approval)) {
      this.cards.set(approval, new ApprovalCard(approval, {
        decide: (decision, edited) => this.approvals.decide(approval, decision, edited),
        dismiss: () => this.approvals.dismiss(approval),
        next: () => this.turnFrom(approval),
      }));
    }
    return this.cards.get(approval);
  }

  turnFrom(approval) {
    const { pending } = this.approvals;
    this.put(pending.at(pending.indexOf(approval) - 1));
    this.shown.heading.focus();
  }
}
