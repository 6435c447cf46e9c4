// Messages that wait while an earlier one is answered: tabs above the composer, to edit or withdraw.
import { el, iconButton } from "../shell/dom.js";
import { isWaiting } from "./state.js";

/** Show the waiting messages of `conversation` in `place`; editing one puts it back into `composer`. */
export function showQueue(place, conversation, composer) {
  const { transcript } = conversation;
  const waiting = transcript.exchanges.filter((exchange) => isWaiting(transcript, exchange));
  const ids = waiting.map(({ id }) => id).join();
  if (place.dataset.ids === ids) return;
  place.dataset.ids = ids;
  place.replaceChildren(...waiting.map((exchange) => tab(exchange, conversation, composer)));
}

function tab(exchange, conversation, composer) {
  const edit = () => {
    if (!conversation.withdraw(exchange)) return;
    composer.takeBack(exchange);
    composer.text.focus();
  };
  return el("div", { class: "line queue" }, el("span", { class: "note" }, "Waiting"),
    el("span", { class: "clip grow", dir: "auto" }, exchange.content),
    iconButton("pencil", "Edit waiting message", edit, "s"),
    iconButton("x", "Withdraw waiting message", () => conversation.withdraw(exchange), "s"));
}
