// The chip that says what the chat is about, in the header and in the composer; it opens the choice.
import { el, icon } from "../shell/dom.js";
import { FocusChoice } from "./focus_choice.js";

const WORDS = { global: () => ["Everything"], project: ({ project }) => [project], entity: ({ project, name }) => [project, name] };

export class FocusChip {
  /** `chips` are buttons: the first one shows the way down to the thing, the others only the thing. */
  constructor({ chips, focus }) {
    this.chips = chips;
    this.focus = focus;
    this.choice = new FocusChoice(focus);
    for (const chip of chips) chip.addEventListener("click", () => this.choice.open());
    focus.addEventListener("changed", () => this.show());
    this.show();
  }

  show() {
    const words = WORDS[this.focus.value.scope](this.focus.value);
    this.chips.forEach((chip, at) => {
      const shown = at === 0 ? words : words.slice(-1);
      chip.setAttribute("aria-label", `About: ${words.join(", ")}`);
      chip.replaceChildren(icon("scope", "s"), ...shown.flatMap((word, place) => pieces(word, place === shown.length - 1)), icon("down", "s"));
    });
  }
}

const pieces = (word, isLast) => (isLast ? [el("b", { class: "clip", dir: "auto" }, word)]
  : [el("span", { class: "clip", dir: "auto" }, word), el("span", { "aria-hidden": "true" }, "/")]);
