// What an answer rests on, as numbered cards that open in a tab of their own.
import { el, icon } from "../shell/dom.js";
import { safeLink } from "./links.js";

const AT_ONCE = 3;

export function sourceCards(sources) {
  const cards = sources.map((source, at) => card(source, at + 1));
  const rest = cards.splice(AT_ONCE);
  return [list(cards), rest.length ? more(rest, cards.length) : null];
}

const list = (cards, start = 1) => el("ol", { class: "sources", "aria-label": "Sources", start }, cards.map((one) => el("li", {}, one)));

function more(cards, before) {
  const words = cards.length === 1 ? "1 more source" : `${cards.length} more sources`;
  return el("details", {}, el("summary", { class: "note" }, words, icon("right", "s turn-on")), list(cards, before + 1));
}

function card({ title, link, snippet }, number) {
  const safe = safeLink(link);
  const content = [
    el("span", { class: "meta" }, String(number)), el("span", { class: "clip", dir: "auto" }, title || safe?.place || "Untitled"),
    safe ? el("small", { class: "clip" }, safe.place || "In this workspace") : null,
    snippet ? el("p", { class: "snippet", dir: "auto" }, snippet) : null,
  ];
  if (!safe) return el("div", { class: "source" }, content);
  return el("a", { class: "source", href: safe.href, target: "_blank", rel: "noopener noreferrer nofollow" }, content,
    el("span", { class: "vh" }, ", opens in a new tab"));
}
