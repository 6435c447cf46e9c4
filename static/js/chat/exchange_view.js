// One exchange on the page: the day if it is a new one, what the person said, the answer.
import { el } from "../shell/dom.js";
import { AnswerView } from "./answer_view.js";
import { dayName } from "./format.js";
import { QuestionView } from "./question_view.js";

export class ExchangeView {
  constructor(actions) {
    this.day = el("p", { class: "day", hidden: true }, el("span"));
    this.question = new QuestionView(actions);
    this.answer = new AnswerView(actions);
    this.node = el("div", { class: "exchange" }, this.day, this.question.node, this.answer.node);
  }

  /** `around`: isLast, isWaiting, isOnline, startsDay, canEdit. */
  update(exchange, around) {
    this.node.dataset.message = exchange.id;
    this.node.hidden = around.isWaiting;
    this.day.hidden = !around.startsDay;
    this.day.firstChild.textContent = dayName(exchange.at);
    this.question.update(exchange, around);
    this.answer.update(exchange, around);
  }
}
