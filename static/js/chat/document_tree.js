// The documents of a project as a tree of links; what has documents below it opens and closes.
import { el, icon } from "../shell/dom.js";
import { pagePath } from "../projects/words.js";
import { pathTo } from "./things.js";

const SMALL = 20; // documents that are all shown at first
const PAGE = 3000; // characters

export class DocumentTree {
  constructor(onChange) {
    this.onChange = onChange;
    this.turned = new Set();
  }

  /** Return the list; `about` is the focus, `touched` maps ids to what is being done there now. */
  nodes({ root, projectId, about, touched }) {
    this.projectId = projectId;
    this.about = about;
    this.touched = touched;
    this.isSmall = sizeOf(root) <= SMALL;
    this.way = new Set(pathTo(root, about).map(({ id }) => id));
    return this.list(root, 0);
  }

  list(nodes, depth) {
    return el("ul", {}, nodes.map((node) => this.item(node, depth)));
  }

  item(node, depth) {
    const isParent = node.children.length > 0;
    const isOpen = isParent && this.isOpen(node);
    const line = el("div", { class: this.touched.has(node.id) ? "node live" : "node" },
      isParent ? this.twist(node, isOpen) : el("span", { class: "twist" }), this.link(node, isParent), this.meta(node));
    line.style.setProperty("--d", depth);
    return el("li", {}, line, isOpen && this.list(node.children, depth + 1));
  }

  link(node, isParent) {
    return el("a", {
      class: "line grow", href: pagePath(this.projectId, "document", node.id), title: node.description || null,
      "data-at": node.id, "aria-current": node.id === this.about ? "true" : null,
    }, icon(isParent ? "folder" : "doc"), el("span", { class: "clip", dir: "auto" }, node.title || "Untitled"));
  }

  meta(node) {
    const doing = this.touched.get(node.id);
    if (doing) return el("span", { class: "meta" }, doing);
    if (node.children.length) return el("span", { class: "meta" }, String(node.children.length));
    return node.content_length ? el("span", { class: "meta" }, `${Math.ceil(node.content_length / PAGE)} p`) : null;
  }

  /** Open at first where the tree is small, on the way to what the chat is about, and around what happens. */
  isOpen(node) {
    const isUsual = this.isSmall || (this.way.has(node.id) && node.id !== this.about) || node.children.some(({ id }) => this.touched.has(id));
    return isUsual !== this.turned.has(node.id);
  }

  twist(node, isOpen) {
    const turn = () => {
      if (!this.turned.delete(node.id)) this.turned.add(node.id);
      this.onChange();
    };
    return el("button", {
      type: "button", class: "twist", "aria-expanded": String(isOpen), "aria-label": `Below ${node.title}`, "data-at": `twist-${node.id}`, onclick: turn,
    }, icon(isOpen ? "down" : "right", isOpen ? "s" : "s flip"));
  }
}

const sizeOf = (nodes) => nodes.reduce((sum, node) => sum + 1 + sizeOf(node.children), 0);
