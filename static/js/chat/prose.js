// The text of an answer, rendered block by block: while it streams only the last block is made anew.
import { el } from "../shell/dom.js";
import { codeBlock } from "./code_block.js";
import { blocksOf, renderBlock } from "./markdown.js";
import { linkCitations } from "./transcript/answer_parts.js";

export class Prose {
  /** `sources()` tells what the answer rests on: a [1] in it becomes a link to the first of them. */
  constructor(sources = () => []) {
    this.sources = sources;
    this.node = el("div", { class: "prose", dir: "auto" });
    this.blocks = [];
    this.shown = null;
  }

  /** Show `text`; a caret stands at its end while `live`. */
  update(text, live) {
    if (text !== this.shown) this.show(text);
    this.moveCaret(live);
  }

  show(text) {
    const blocks = blocksOf(text);
    const same = blocks.findIndex((block, at) => block.raw !== this.blocks[at]?.raw);
    const from = same < 0 ? blocks.length : same;
    for (const { nodes } of this.blocks.splice(from)) nodes.forEach((node) => node.remove());
    for (const block of blocks.slice(from)) {
      const nodes = nodesOf(block, this.sources());
      this.node.append(...nodes);
      this.blocks.push({ raw: block.raw, nodes });
    }
    this.shown = text;
  }

  moveCaret(live) {
    this.node.querySelector(".caret")?.classList.remove("caret");
    if (live && this.shown) lastTextHolder(this.node).classList.add("caret");
  }
}

function nodesOf(block, sources) {
  if (block.type === "code") return [codeBlock(block.text, block.lang)];
  const fragment = renderBlock(block);
  linkCitations(fragment, sources);
  for (const table of fragment.querySelectorAll("table")) scrollable(table);
  for (const pre of fragment.querySelectorAll("pre")) pre.tabIndex = 0; // nested code scrolls by keyboard too
  return [...fragment.childNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE || node.textContent.trim());
}

function scrollable(table) {
  const region = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" });
  table.replaceWith(region);
  region.append(table);
}

function lastTextHolder(node) {
  const last = node.lastElementChild;
  if (!last || !last.matches(":is(ul,ol,li,p,blockquote,h3,h4,h5,h6)")) return node;
  const inner = last.lastElementChild;
  return inner?.matches(":is(ul,ol,li,p)") ? lastTextHolder(last) : last;
}
