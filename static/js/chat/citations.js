// Numbers in an answer's text that name its sources, as links to them.
import { el } from "../shell/dom.js";
import { safeLink } from "./links.js";

const NUMBER = /\[(\d{1,2})\]/;

/** Make each [n] in the text of `fragment` a link to the nth of `sources`; other numbers, and code, stay as they are. */
export function linkCitations(fragment, sources) {
  if (!sources.length) return;
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (NUMBER.test(texts.currentNode.textContent) && !texts.currentNode.parentElement?.closest("code, a")) found.push(texts.currentNode);
  for (const text of found) text.replaceWith(...text.data.split(NUMBER).map((piece, at) => (at % 2 ? citation(Number(piece), sources) : piece)));
}

function citation(number, sources) {
  const source = sources[number - 1];
  const safe = safeLink(source?.link);
  if (!safe) return `[${number}]`;
  return el("a", {
    class: "cite", href: safe.href, target: "_blank", rel: "noopener noreferrer nofollow", title: source.snippet || null,
    "aria-label": `Source ${number}: ${source.title}, opens in a new tab`,
  }, String(number));
}
