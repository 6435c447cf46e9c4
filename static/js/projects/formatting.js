// Markdown signs set around or before what is chosen in a text field; the browser can take each step back.
import { el, icon } from "../shell/dom.js";

const AROUND = { bold: ["**", "**"], italic: ["_", "_"], code: ["`", "`"], link: ["[", "](https://)"] };
const BEFORE = { heading: "## ", list: "- ", quote: "> " };
const BUTTONS = [
  ["heading", "Heading", "H"], ["bold", "Bold", "B"], ["italic", "Italic", "I"], ["list", "List", "•"], ["quote", "Quote", "”"],
  ["code", "Code", "‹›"], ["link", "Link"],
];
const KEYS = { b: "bold", i: "italic", k: "link" };
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** Return {from, to, text, chosen: [from, to]}: what to put in place of `from` to `to`, and what is chosen then. */
export function formatted(value, start, end, name) {
  if (name in AROUND) {
    const [before, after] = AROUND[name];
    return { from: start, to: end, text: before + value.slice(start, end) + after, chosen: [start + before.length, end + before.length] };
  }
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const text = value.slice(from, end).split("\n").map((line) => BEFORE[name] + line).join("\n");
  return { from, to: end, text, chosen: [from + text.length, from + text.length] };
}

/** Set signs in a textarea as if they were typed. */
export function format(textarea, name) {
  const { from, to, text, chosen } = formatted(textarea.value, textarea.selectionStart, textarea.selectionEnd, name);
  textarea.focus();
  textarea.setSelectionRange(from, to);
  document.execCommand("insertText", false, text); // the one way that undo knows of
  textarea.setSelectionRange(...chosen);
}

/** Return the toolbar of a textarea, and let Ctrl and B, I and K do the same. */
export function toolbarOf(textarea) {
  textarea.addEventListener("keydown", (event) => {
    const name = (event.ctrlKey || event.metaKey) && !event.shiftKey && KEYS[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    format(textarea, name);
  });
  const buttons = BUTTONS.map(([name, label, sign], at) => el("button", {
    type: "button", class: `ib sign ${name}`, "aria-label": label, title: label, tabindex: at ? "-1" : "0", onclick: () => format(textarea, name),
  }, sign ?? icon(name, "s")));
  return el("div", { class: "line toolbar", role: "toolbar", "aria-label": "Formatting", onkeydown: (event) => moveIn(buttons, event) }, buttons);
}

function moveIn(buttons, event) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const at = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
  buttons.forEach((button, index) => { button.tabIndex = index === at ? 0 : -1; });
  buttons[at].focus();
}
