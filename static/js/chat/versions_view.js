// '‹ 2 of 3 ›' under an answer that was written again: a way to look at the others. Looking changes nothing.
import { el, focusedIn, iconButton } from "../shell/dom.js";
import { announce } from "./announcer.js";
import { answersOf, shownAnswer, standingAnswer } from "./versions.js";

export class VersionsView {
  constructor(look) {
    this.look = look;
    this.back = iconButton("left", "Previous answer", () => this.step(-1), "s");
    this.forth = iconButton("right", "Next answer", () => this.step(1), "s");
    this.place = el("span", { class: "meta" });
    this.note = el("span", { class: "note", hidden: true });
    this.node = el("div", { class: "line other-answers", role: "group", "aria-label": "Answers to this message" },
      this.back, this.place, this.forth, this.note);
  }

  /** Show where among the answers of `exchange` the reader is. Returns the node, or null where there is but one. */
  update(exchange) {
    this.exchange = exchange;
    const answers = answersOf(exchange);
    const at = answers.indexOf(shownAnswer(exchange));
    this.place.textContent = `${at + 1} of ${answers.length}`;
    this.back.setAttribute("aria-disabled", String(at === 0));
    this.forth.setAttribute("aria-disabled", String(at === answers.length - 1));
    const standing = standingAnswer(exchange);
    this.note.hidden = answers[at] === standing;
    this.note.textContent = `The chat goes on from answer ${answers.indexOf(standing) + 1}`;
    return answers.length > 1 ? this.node : null;
  }

  step(by) {
    const answers = answersOf(this.exchange);
    const turn = answers[answers.indexOf(shownAnswer(this.exchange)) + by];
    if (!turn) return;
    this.look(this.exchange, turn);
    const words = turn.messageId === this.exchange.id ? "" : ", to your earlier words";
    announce(`Answer ${answers.indexOf(turn) + 1} of ${answers.length}${words}`);
  }

  /** Do `change`, which may move the node, without losing the focus in it. */
  keepFocus(change) {
    const focused = focusedIn(this.node);
    change();
    focused?.focus({ preventScroll: true });
  }
}
