// The line that says what is being done; seconds appear once it takes more than five.
import { el, icon } from "../shell/dom.js";
import { runningClock } from "./elapsed.js";

const SHOW_SECONDS_AFTER = 5;

/** `waits`: nothing runs, the person is asked. */
export function thinkingLine(label, startedAt, waits) {
  if (waits) return el("p", { class: "think" }, icon("pause"), label);
  return el("p", { class: "think" }, icon("mark", "spin"), label, runningClock(startedAt, SHOW_SECONDS_AFTER));
}

/** The line of an answer whose connection is away: it says how far the text goes. */
export function pausedLine(at) {
  return el("p", { class: "think note" }, `Text up to ${at}. The rest arrives when the connection is back.`);
}
