// A question with two to four choices; each says what it would do. The number is also its key.
import { el, icon } from "../shell/dom.js";

/** Return the cards. While `isOpen`, choosing one calls `onChoose(choice)`; later they only show what was offered. */
export function optionCards(options, { isOpen, onChoose }) {
  return el("div", { class: "options", role: "group", "aria-label": options.question || "What should happen?" },
    options.choices.map((choice, at) => card(choice, at + 1, isOpen, onChoose)));
}

function card(choice, number, isOpen, onChoose) {
  const content = [
    el("span", { class: "meta" }, String(number)), el("b", {}, choice.title),
    el("p", {}, choice.effect), isOpen ? icon("right", "flip") : null,
  ];
  if (!isOpen) return el("div", { class: "option past" }, ...content);
  return el("button", { type: "button", class: "option", onclick: () => onChoose(choice) }, ...content);
}
