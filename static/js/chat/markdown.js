// Renders an answer's Markdown safely. HTML in it is shown as text, never interpreted.
import { Marked } from "../../vendor/marked-18.2.1/marked.esm.js";
import { gettext } from "../shell/language.js";
import "../../vendor/dompurify-3.4.18/purify.min.js"; // it sets DOMPurify

// Parser extensions for models' output beyond GitHub's Markdown: formulas, folded parts, footnotes.

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

/** Allowed tags, without attributes, that Markdown has no syntax for. All other HTML is shown as text. */
const PLAIN_TAG = /^<\/?(?:br|sub|sup|kbd)\s*\/?>$/i;

/** @param {string} text A tag, as the model wrote it. */
const tagOrText = (text) => (PLAIN_TAG.test(text) ? text : escape(text));

const IS_FORMULA = /[\\^_=+*/<>|]|^\s*\w\s*$/; // "\[Your name\]" is an escaped bracket

const blockFormula = {
  name: "blockFormula",
  level: "block",
  start: (source) => source.match(/^ {0,3}(?:\$\$|\\\[)/m)?.index,
  tokenizer(source) {
    const found = /^ {0,3}(?:\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n+|$)/.exec(source);
    const text = found?.[1] ?? found?.[2];
    return found && text && IS_FORMULA.test(text) ? { type: "blockFormula", raw: found[0], text: text.trim() } : undefined;
  },
  renderer: ({ text }) => `<pre class="formula">${escape(text)}</pre>`,
};

const OPENERS = /(?<![\w$\\])\$(?=[^\s])|\\[([]/;
const FORMULAS = [/^\\\(([\s\S]+?)\\\)/, /^\\\[([^\n]+?)\\\]/, /^\$\$([^$\n]+)\$\$/, /^\$(?![\s$])((?:\\.|[^\\$\n])*(?:\\.|[^\\$\s]))\$(?!\d)/];

const formula = {
  name: "formula",
  level: "inline",
  start: (source) => source.match(OPENERS)?.index,
  tokenizer(source) {
    for (const pattern of FORMULAS) {
      const found = pattern.exec(source);
      if (found && (!source.startsWith("\\[") || IS_FORMULA.test(found[1]))) return { type: "formula", raw: found[0], text: found[1].trim() };
    }
    return undefined;
  },
  renderer: ({ text }) => `<span class="formula">${escape(text)}</span>`,
};

const details = {
  name: "details",
  level: "block",
  start: (source) => source.match(/^ {0,3}<details/im)?.index,
  tokenizer(source) {
    const opening = /^ {0,3}<details(?:\s+open(?:="")?)?\s*>/i.exec(source);
    if (!opening) return undefined;
    const raw = source.slice(0, endOfDetails(source));
    const inside = raw.slice(opening[0].length).replace(/<\/details>\s*$/i, "");
    const summary = /^\s*<summary>([\s\S]*?)<\/summary>/i.exec(inside);
    const words = summary?.[1].replace(/<\/?[a-z][^>]*>/gi, "").trim() || gettext("Details");
    return {
      type: "details", raw, summary: this.lexer.inlineTokens(words),
      tokens: this.lexer.blockTokens(inside.slice(summary?.[0].length ?? 0).trimStart()),
    };
  },
  renderer({ summary, tokens }) {
    return `<details><summary>${this.parser.parseInline(summary)}</summary>${this.parser.parse(tokens)}</details>`;
  },
  childTokens: ["summary", "tokens"],
};

/** Return the end of the first <details> of `source`, including nested ones; without an end tag, all. */
function endOfDetails(source) {
  let depth = 0;
  for (const tag of source.matchAll(/<(\/?)details\b[^>]*>[ \t]*\n*/gi)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return tag.index + tag[0].length;
  }
  return source.length;
}

const footnote = {
  name: "footnote",
  level: "inline",
  start: (source) => source.match(/\[\^/)?.index,
  tokenizer(source) {
    const found = /^\[\^([\w-]{1,20})\]:?/.exec(source);
    return found ? { type: "footnote", raw: found[0], text: found[1] } : undefined;
  },
  renderer: ({ text }) => `<sup>${escape(text)}</sup>`,
};

/** @type {object} Extensions for `Marked`. */
const SYNTAX = {
  extensions: [blockFormula, formula, details, footnote],
  tokenizer: {
    html: () => undefined, // no HTML blocks: their text is Markdown, their tags are shown
    del: (source) => (/^~~(?!~)/.test(source) ? false : undefined), // a single ~ doesn't strike through: H~2~O
    def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false), // a footnote is no link definition
  },
};

// The parser, and the sanitiser's allow list.

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => tagOrText(text),
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2); // h1 is the page's title, h2 the author's name
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    checkbox: ({ checked }) => `<span class="box" role="img" aria-label="${checked ? gettext("Done") : gettext("To do")}"></span>`,
  },
}, SYNTAX);

const SAFE = {
  ALLOWED_TAGS: [
    "a", "b", "blockquote", "br", "code", "del", "details", "em", "h3", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre",
    "s", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ],
  ALLOWED_ATTR: ["href", "align", "class", "role", "start"],
  ADD_URI_SAFE_ATTR: ["align", "class", "role", "start"], // the other attributes are checked as URLs by the next line
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\]))/i, // the last alternative is our own pages
  RETURN_DOM_FRAGMENT: true,
};

/** Return the blocks of a Markdown text, each with its source in `raw`; unchanged blocks keep their nodes. */
export const blocksOf = (text) => marked.lexer(text).filter((block) => block.type !== "space");

/** Return one block as a safe fragment, in which each table has its source as `data-source`. */
export function renderBlock(block) {
  const fragment = DOMPurify.sanitize(marked.parser([block]), SAFE);
  for (const link of fragment.querySelectorAll("a[href]:not([href^='/'])")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
  for (const link of fragment.querySelectorAll("a[href^='/']")) { // show the full URL of our own pages, so that it can be shared
    const path = link.getAttribute("href");
    if (link.textContent === path) link.textContent = location.origin + path;
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
