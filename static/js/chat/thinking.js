// The line that says what is being done; seconds appear once it takes more than five.
import { el, icon } from "../shell/dom.js";
import { countdown } from "./format.js";

const SHOW_SECONDS_AFTER = 5;

export function thinkingLine(label, startedAt) {
  const line = el("p", { class: "think" }, icon("mark", "spin"), label, el("span", { class: "meta hot" }));
  line.dataset.startedAt = startedAt;
  return line;
}

/** The line of an answer whose connection is away: it says how far the text goes. */
export function pausedLine(at) {
  return el("p", { class: "think note" }, `Text up to ${at}. The rest arrives when the connection is back.`);
}

/** Count the seconds of every line on the page. */
export function startThinkingClock() {
  setInterval(() => {
    for (const line of document.querySelectorAll(".think[data-started-at]")) {
      const elapsed = Math.floor((Date.now() - Number(line.dataset.startedAt)) / 1000);
      if (elapsed >= SHOW_SECONDS_AFTER) line.querySelector(".meta").textContent = countdown(elapsed);
    }
  }, 1000);
}
