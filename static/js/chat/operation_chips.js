// A turn's operations as chips in the transcript; similar ones share a chip, which opens to their names.
import { el, icon } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { folded, operationWords } from "./operations.js";

export const operationChips = (operations, isLive) => operations.length > 0
  && el("ul", { class: "line wrap operations", "aria-label": isLive ? gettext("Happening now") : gettext("What was done") }, folded(operations).map(item));

const item = (group) => el("li", {}, group.names.length > 1 ? several(group) : one(group));

const one = (group) => chip("span", group, `${operationWords(group)}: `, el("b", { class: "clip", dir: "auto" }, group.names[0]));

const several = (group) => el("details", {}, chip("summary", group, operationWords(group), icon("right", "s turn-on")),
  el("ul", { class: "names" }, group.names.map((name) => el("li", { dir: "auto" }, name))));

function chip(tag, { status }, ...content) {
  const isLive = status === "started";
  const mark = isLive ? icon("mark", "s spin") : icon(status === "failed" ? "fail" : "check", "s");
  return el(tag, { class: isLive ? "chip live" : "chip" }, mark, ...content);
}
