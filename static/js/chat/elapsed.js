// Clocks of what is running now: they count on by themselves, all of them at once.
import { el } from "../shell/dom.js";
import { countdown } from "./format.js";

/** A clock of what began at `startedAt` (milliseconds); it shows once more than `after` seconds have gone by. */
export function runningClock(startedAt, after = 0) {
  const clock = el("span", { class: "meta hot" });
  Object.assign(clock.dataset, { startedAt, after });
  tick(clock);
  return clock;
}

function tick(clock) {
  const elapsed = Math.floor((Date.now() - Number(clock.dataset.startedAt)) / 1000);
  if (elapsed >= Number(clock.dataset.after)) clock.textContent = countdown(elapsed);
}

/** Count the seconds of every clock on the page. */
export function startClocks() {
  setInterval(() => document.querySelectorAll("[data-started-at]").forEach(tick), 1000);
}
