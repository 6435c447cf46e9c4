// The text of an answer, rendered block by block. While it streams only the last block is made anew, and of that only what differs.
import { el } from "../shell/dom.js";
import { linkCitations } from "./citations.js";
import { blocksOf, renderBlock } from "./markdown.js";
import { codeBlock, tableBlock } from "./prose_blocks.js";
import { settled } from "./unfinished.js";

const HOLDERS = "div, pre, code, ul, ol, li, p, blockquote, h3, h4, h5, h6, table, tbody, tr, td";

export class Prose {
  /** `sources()` tells what the answer rests on: a [1] in it becomes a link to the first of them. */
  constructor(sources = () => []) {
    this.sources = sources;
    this.node = el("div", { class: "prose" });
    this.blocks = [];
    this.shown = null;
  }

  /** Show `text`; a caret stands at its end while `live`. */
  update(text, live) {
    this.removeCaret();
    const words = live ? settled(text) : text;
    if (words !== this.shown) this.show(words);
    if (!live) return;
    this.caret = lastTextHolder(this.node);
    this.caret.classList.add("caret");
  }

  removeCaret() {
    this.caret?.classList.remove("caret");
    if (!this.caret?.className) this.caret?.removeAttribute("class"); // so that it equals what is drawn anew
    this.caret = null;
  }

  show(text) {
    const blocks = blocksOf(text);
    const from = this.isRenewed(blocks) ? 0 : firstDifference(blocks, this.blocks);
    const old = this.blocks.splice(from).flatMap(({ nodes }) => nodes);
    for (const block of blocks.slice(from)) {
      const nodes = nodesOf(block, this.sources()).map((node) => (old.length ? become(old.shift(), node) : this.node.appendChild(node)));
      this.blocks.push({ raw: block.raw, nodes });
    }
    old.forEach((node) => node.remove());
    this.shown = text;
  }

  /** True if addresses have come that links of any block may name. */
  isRenewed(blocks) {
    const before = this.addresses;
    this.addresses = blocks.filter(({ type }) => type === "def").map(({ raw }) => raw).join("");
    return this.addresses !== before;
  }
}

function firstDifference(blocks, shown) {
  const at = blocks.findIndex(({ raw }, at) => raw !== shown[at]?.raw);
  return at < 0 ? blocks.length : at;
}

function nodesOf(block, sources) {
  const fragment = renderBlock(block);
  linkCitations(fragment, sources);
  for (const code of fragment.querySelectorAll("pre > code")) code.parentNode.replaceWith(codeBlock(code.textContent.replace(/\n$/, ""), languageOf(code)));
  for (const table of fragment.querySelectorAll("table")) table.replaceWith(tableBlock(table));
  for (const formula of fragment.querySelectorAll("pre.formula")) formula.tabIndex = 0; // it scrolls by keyboard too
  const nodes = [...fragment.childNodes].filter(({ textContent, nodeType }) => nodeType === Node.ELEMENT_NODE || textContent.trim());
  return nodes.map((node) => inItsDirection(node.nodeType === Node.ELEMENT_NODE ? node : el("p", {}, node)));
}

function inItsDirection(node) {
  node.dir = "auto";
  return node;
}

const languageOf = (code) => /^language-(\S*)/.exec(code.className)?.[1] ?? "";

/** Make `old` equal to `fresh`, and return what stands in its place: nodes that stay keep selection, scrolling and focus. */
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return old;
  if (old.nodeType === Node.TEXT_NODE && fresh.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return old;
  }
  if (old.nodeName !== fresh.nodeName || old.className !== fresh.className) {
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const rest = [...fresh.childNodes];
  for (const child of [...old.childNodes]) rest.length ? become(child, rest.shift()) : child.remove();
  old.append(...rest);
  return old;
}

/** Return the innermost block in which the text ends. */
function lastTextHolder(node) {
  const last = [...node.childNodes].findLast((child) => child.nodeType === Node.ELEMENT_NODE || child.data?.trim());
  return last?.nodeType === Node.ELEMENT_NODE && last.matches(HOLDERS) ? lastTextHolder(last) : node;
}
