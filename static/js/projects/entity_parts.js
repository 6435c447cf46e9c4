// What lists and board show of a thing besides its title.
import { el, icon } from "../shell/dom.js";
import { dayWords, isPast, stateWords } from "./words.js";

/** A select of the states of a kind. `choose(state)` resolves to whether it was taken; else the former one is shown. */
export function stateSelect({ title, state }, states, choose) {
  const chosen = async () => { if (!(await choose(select.value))) select.value = state; };
  const select = el("select", { class: "input small", "aria-label": `State of ${title}`, "data-focus": "state", onchange: chosen },
    states.map((one) => el("option", { value: one, selected: one === state }, stateWords(one))));
  return el("span", { class: "select" }, select, icon("down", "s"));
}

/** Urgency and day, as far as there are any; a day that has passed is said to be late while the thing is open. */
export function marksOf({ priority, due_on: day }, isOpen) {
  const isLate = day && isOpen && isPast(day);
  return [
    priority && el("span", { class: priority === 1 ? "tag warn" : "tag", title: "Priority, from 1, the most urgent, to 5" }, priority === 1 && icon("alert", "s"), `P${priority}`),
    day && el("span", { class: isLate ? "tag bad" : "tag" }, icon("clock", "s"), isLate ? `late, ${dayWords(day)}` : dayWords(day)),
  ];
}

/** The order in which things are shown: the urgent first, then what is due first, then the newest. */
export function byUrgency(one, other) {
  const [mine, theirs] = [one, other].map(({ priority, due_on: day }) => [priority ?? 9, day ?? "9999"]);
  return mine[0] - theirs[0] || mine[1].localeCompare(theirs[1]) || other.created_at.localeCompare(one.created_at);
}
