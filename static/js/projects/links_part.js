// What a thing is linked to, on its page: each link as a sentence, and how to make another.
import { sendJson } from "../chat/api.js";
import { el, icon, iconButton } from "../shell/dom.js";
import { makeIn, tried } from "./changing.js";
import { showMenu } from "./menu.js";
import { ThingFinder } from "./thing_finder.js";
import { KINDS, pagePath, relationWords } from "./words.js";

export class LinksPart {
  /** `refresh()` reads the links anew. */
  constructor({ kind, row, relations, mayWrite, refresh }) {
    this.kind = kind;
    this.row = row;
    this.relations = relations;
    this.mayWrite = mayWrite;
    this.refresh = refresh;
    this.list = el("ul", { class: "rows" });
    document.getElementById("links").append(this.list);
    if (!mayWrite) return;
    this.add = el("button", { type: "button", class: "btn quiet small", onclick: () => this.finder.open() }, icon("plus", "s"), "Add a link");
    document.getElementById("links-head").append(this.add);
    this.finder = new ThingFinder({ projectId: row.project_id, except: row.id, choose: (other) => this.choose(other) });
  }

  show(links) {
    const nothing = el("li", {}, el("div", { class: "row note" }, "No links yet."));
    this.list.replaceChildren(...(links.length ? links.map((link) => this.rowOf(link)) : [nothing]));
  }

  rowOf(link) {
    const { kind, id, title } = link.other;
    return el("li", {}, el("div", { class: "row" }, icon(KINDS[kind].icon), el("span", { class: "note" }, relationWords(link)),
      el("a", { class: "grow", href: pagePath(this.row.project_id, kind, id), dir: "auto" }, title),
      this.mayWrite && iconButton("x", `Unlink ${title}`, () => this.unlink(link), "s")));
  }

  /** Another thing was chosen: ask how the two are linked. */
  choose(other) {
    showMenu(this.add, `How is it linked to ${other.title}?`, this.relations[other.kind].map((link) => ({
      label: `${relationWords(link)} '${other.title}'`, act: () => this.link(link, other),
    })));
  }

  async link({ relation, forth }, other) {
    const [mine, theirs] = [{ kind: this.kind, id: this.row.id }, other];
    const [source, target] = forth ? [mine, theirs] : [theirs, mine];
    const edge = { source_kind: source.kind, source_id: source.id, relation, target_kind: target.kind, target_id: target.id };
    if (await tried(() => makeIn(this.row.project_id, "edges", edge))) this.refresh();
  }

  async unlink({ id }) {
    await tried(() => sendJson("DELETE", `/api/v1/edges/${id}/`));
    this.refresh();
  }
}
