// The pause after too many messages: a countdown above the composer; the draft stays where it is.
import { el, icon } from "../shell/dom.js";
import { countdown } from "./format.js";

/** Count down `wait` seconds in `place`; `message` is the server's own sentence about the limit. */
export function showLimit(place, { wait, message }, composer) {
  const until = Date.now() + wait * 1000;
  const title = el("strong", { role: "timer" }); // not read out each second
  place.replaceChildren(el("div", { class: "notice warn", role: "status" }, icon("clock"),
    el("div", { class: "grow" }, title, el("p", { class: "note" }, `${message} Your draft stays where it is.`))));
  composer.holdUntil(until);
  const tick = () => {
    if (!title.isConnected) return; // another limit stands here
    const left = (until - Date.now()) / 1000;
    title.textContent = `You can send again in ${countdown(left)}`;
    if (left > 0) return setTimeout(tick, 250);
    place.replaceChildren();
    composer.show();
  };
  tick();
}
