// What was understood, how sure, and one click to say otherwise.
import { el, icon } from "../shell/dom.js";
import { openMenu } from "../shell/menus.js";
import { percent } from "./format.js";
import { ACTIONS, actionWord } from "./words.js";

/** Return the chip of `intent`; `onCorrect(action_type)` is called with what the person says it was. */
export function intentChip(intent, { canCorrect, onCorrect }) {
  const isUnsure = intent.is_unsure && !isAnswer(intent) && intent.method !== "corrected";
  const chip = el("button", {
    type: "button", class: isUnsure ? "chip unsure" : "chip", "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: () => openMenu(correctionMenu(intent, { canCorrect, onCorrect, chip }), chip),
  }, isUnsure ? unsureWords(intent) : sureWords(intent), icon("down", "s"));
  return chip;
}

/** True for a message that answers, changes or settles what was asked. */
const isAnswer = ({ move }) => ["answer", "change", "choose", "confirm", "decline"].includes(move?.move);

function sureWords(intent) {
  if (isAnswer(intent)) return ["Understood as ", el("b", {}, "an answer to my questions")];
  const words = ["Understood as ", el("b", {}, actionWord(intent.action_type))];
  if (intent.method === "corrected") return [...words, el("span", {}, "as you said")];
  return [...words, meta(intent.confidence)];
}

function unsureWords(intent) {
  const first = ["Not sure: ", el("b", {}, actionWord(intent.action_type)), meta(intent.confidence)];
  if (!intent.alternative_action) return first;
  return [...first, " or ", el("b", {}, actionWord(intent.alternative_action)), meta(intent.alternative_confidence)];
}

const meta = (share) => (share === null || share === undefined ? null : el("span", { class: "meta" }, percent(share)));

function correctionMenu(intent, { canCorrect, onCorrect, chip }) {
  const menu = el("div", { class: "menu", popover: "auto", role: "menu", "aria-label": "Correct what was understood" });
  const choose = (action) => {
    menu.hidePopover();
    if (action !== intent.action_type) onCorrect(action);
  };
  const named = [intent.action_type, intent.alternative_action].filter((action) => action && action !== "unknown");
  const others = Object.keys(ACTIONS).filter((action) => action !== "unknown" && !named.includes(action));
  const rest = others.map((action) => reading(action, {}, choose, canCorrect));
  rest.forEach((row) => { row.hidden = true; });
  const more = el("button", { type: "button", class: "opt", role: "menuitem", onclick: () => reveal(rest, more) },
    el("span"), "Something else…");
  menu.append(
    el("p", { role: "presentation" }, intent.reasoning || "I took it the way it reads."),
    ...(canCorrect ? [] : [el("p", { role: "presentation" }, "Once this answer is done or stopped, you can change the reading.")]),
    el("hr", { role: "presentation" }),
    ...named.map((action) => reading(action, oddsOf(intent, action), choose, canCorrect)), ...(canCorrect ? [more, ...rest] : []));
  menu.addEventListener("toggle", (event) => event.newState === "closed" && menu.remove());
  chip.after(menu);
  return menu;
}

function oddsOf(intent, action) {
  const isChosen = action === intent.action_type;
  return { isChosen, share: isChosen ? intent.confidence : intent.alternative_confidence };
}

function reading(action, { isChosen = false, share = null }, choose, canCorrect) {
  const [, title, effect] = ACTIONS[action];
  return el("button", {
    type: "button", class: "opt", role: "menuitemradio", "aria-checked": String(isChosen),
    disabled: !canCorrect && !isChosen, onclick: () => choose(action),
  }, isChosen ? icon("check", "s") : el("span"), title, meta(share), el("small", {}, effect));
}

function reveal(rows, more) {
  more.remove();
  rows.forEach((row) => { row.hidden = false; });
  rows[0].focus();
}
