// One exchange on the page: the day if it is a new one, the person's bubble, the answer.
import { el, icon } from "../shell/dom.js";
import { AnswerView } from "./answer_view.js";
import { attachedChips } from "./files.js";
import { clock, dayName } from "./format.js";

export class ExchangeView {
  constructor(exchange, actions) {
    this.actions = actions;
    this.day = el("p", { class: "day", hidden: true }, el("span"));
    this.bubble = el("div", { class: "bubble", dir: "auto" });
    this.attached = el("ul", { class: "attached", hidden: true, "aria-label": "Attached files" });
    this.delivery = el("div", { class: "part", hidden: true });
    this.question = el("article", { class: "turn you" }, this.bubble, this.attached, this.delivery);
    this.answer = new AnswerView(actions);
    this.node = el("div", { class: "exchange" }, this.day, this.question, this.answer.node);
    this.node.dataset.message = exchange.id;
  }

  /** `around`: isLast, isWaiting, isOnline, startsDay. */
  update(exchange, around) {
    this.node.hidden = around.isWaiting;
    this.day.hidden = !around.startsDay;
    this.day.firstChild.textContent = dayName(exchange.at);
    this.question.hidden = exchange.content === null;
    this.question.setAttribute("aria-label", `You, ${clock(exchange.at)}`);
    if (this.bubble.textContent !== exchange.content) this.bubble.textContent = exchange.content;
    this.showAttached(exchange.attachments);
    this.showDelivery(exchange, around);
    this.answer.update(exchange, around);
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
