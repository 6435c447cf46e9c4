// What a message may be, and the key that sends it.
import { number } from "./format.js";

const LONGEST = 10_000; // characters, as the server takes them

/** Say that a text is too long for one message; empty where it is not. */
export const tooLong = ({ length }) =>
  (length > LONGEST ? `${number(length)} of ${number(LONGEST)} characters. Shorten it, or send it in parts.` : "");

/** True for Enter where it sends: not with Shift, not on a touch screen, not where an input method takes it. */
export function sends(event) {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isComposing = event.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !isComposing && !isTouch;
}
