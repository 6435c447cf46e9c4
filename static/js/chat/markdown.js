// Markdown of an answer, made safe. What the server sends is text: HTML in it is shown, never obeyed.
import { Marked } from "../../vendor/marked-18.2.1/marked.esm.js";
import DOMPurify from "../../vendor/dompurify-3.4.18/purify.es.mjs";
import { SYNTAX, escape, tagOrText } from "./markdown_syntax.js";

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => tagOrText(text),
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2); // the page's title is h1, the speaker's name h2
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    checkbox: ({ checked }) => `<span class="box" role="img" aria-label="${checked ? "Done" : "To do"}"></span>`,
  },
}, SYNTAX);

const SAFE = {
  ALLOWED_TAGS: [
    "a", "b", "blockquote", "br", "code", "del", "details", "em", "h3", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre",
    "s", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ],
  ALLOWED_ATTR: ["href", "align", "class", "role", "start"],
  ADD_URI_SAFE_ATTR: ["align", "class", "role", "start"], // what may be an address is held against the next line
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
};

/** Return the blocks of a Markdown text, each with its source in `raw`: a block whose source stays needs no new node. */
export const blocksOf = (text) => marked.lexer(text).filter((block) => block.type !== "space");

/** Return one block as a safe fragment, in which each table has its source as `data-source`. */
export function renderBlock(block) {
  const fragment = DOMPurify.sanitize(marked.parser([block]), SAFE);
  for (const link of fragment.querySelectorAll("a[href]")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
  const sources = tablesIn(block);
  fragment.querySelectorAll("table").forEach((table, at) => { table.dataset.source = sources[at].raw.trim(); });
  return fragment;
}

function tablesIn(block) {
  const found = [];
  marked.walkTokens([block], (token) => { if (token.type === "table") found.push(token); });
  return found;
}
