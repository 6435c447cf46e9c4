// Markdown of an answer, made safe. What the server sends is text: HTML in it is shown, never obeyed.
import { Marked } from "../../vendor/marked-18.2.1/marked.esm.js";
import "../../vendor/dompurify-3.4.18/purify.min.js"; // it sets DOMPurify

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => text.replace(/[&<>"]/g, (sign) => escapes[sign]);

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escape(text),
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2); // the page's title is h1, the speaker's name h2
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

const SAFE = {
  ALLOWED_TAGS: [
    "a", "b", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "i", "li", "ol", "p", "pre",
    "s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ],
  ALLOWED_ATTR: ["href", "align", "class", "start"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
};

/** Return the blocks of a Markdown text, each with its source in `raw`: a block whose source stays needs no new node. */
export const blocksOf = (text) => marked.lexer(text).filter((block) => block.type !== "space");

/** Return one block as a safe fragment. An unfinished block (an open fence, half a link) is shown as far as it goes. */
export function renderBlock(block) {
  const fragment = DOMPurify.sanitize(marked.parser([block]), SAFE);
  for (const link of fragment.querySelectorAll("a[href]")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
  return fragment;
}
