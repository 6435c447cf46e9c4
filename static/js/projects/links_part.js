// An object's links on its page: each as a sentence, and adding one.
import { finder } from "../chat/finder.js";
import { marked, Palette } from "../chat/palette.js";
import { getJson, sendJson } from "../chat/transport.js";
import { el, icon, iconButton, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { makeIn, showMenu, tried } from "./acts.js";
import { KINDS, pagePath, relationWords } from "./words.js";

export class LinksPart {
  /** `refresh()` fetches the links again. */
  constructor({ kind, row, relations, mayWrite, refresh }) {
    this.kind = kind;
    this.row = row;
    this.relations = relations;
    this.mayWrite = mayWrite;
    this.refresh = refresh;
    this.list = el("ul", { class: "rows" });
    need("#links").append(this.list);
    if (!mayWrite) return;
    const { open } = finder({ id: "things", label: gettext("Link to"), placeholder: gettext("Find a document, a task, a goal …") },
      async (field) => new ThingFinder(field, { projectId: row.project_id, except: row.id, choose: (other) => this.choose(other) }));
    this.add = el("button", { type: "button", class: "btn quiet small", onclick: open }, icon("plus", "s"), gettext("Add a link"));
    need("#links-head").append(this.add);
  }

  show(links) {
    const nothing = el("li", {}, el("div", { class: "row note" }, gettext("No links yet.")));
    this.list.replaceChildren(...(links.length ? links.map((link) => this.rowOf(link)) : [nothing]));
  }

  rowOf(link) {
    const { kind, id, title } = link.other;
    return el("li", {}, el("div", { class: "row" }, icon(KINDS[kind].icon), el("span", { class: "note" }, relationWords(link)),
      el("a", { class: "grow", href: pagePath(this.row.project_id, kind, id), dir: "auto" }, title),
      this.mayWrite && iconButton("x", gettext("Unlink {title}", { title }), () => this.unlink(link), "s")));
  }

  /** Ask for the relation to a chosen object. */
  choose(other) {
    showMenu(this.add, gettext("How is it linked to {title}?", { title: other.title }), this.relations[other.kind].map((link) => ({
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

// Finds a document or an entity of a project by its title.

const SHOWN = 12;
const PAGES = 5; // pages of 100 entities, last changed first

class ThingFinder {
  /** `field` is the input from `finder`. */
  constructor(field, { projectId, except, choose }) {
    this.projectId = projectId;
    this.except = except;
    this.palette = new Palette(field, {
      find: (words) => this.find(words),
      row: (thing, words) => el("button", { type: "button", class: "opt", onclick: () => { this.palette.dialog.close(); choose(thing); } },
        icon(KINDS[thing.kind].icon, "s"), el("span", { class: "clip", dir: "auto" }, ...marked(thing.title, words)), el("span", { class: "meta" }, KINDS[thing.kind].one)),
      nothing: (words) => (words ? gettext("No title says '{words}'. Try fewer letters.", { words }) : gettext("There is nothing else in this project yet.")),
    });
  }

  begin() {
    this.things = null;
    this.palette.begin();
  }

  async find(words) {
    this.things ??= this.read();
    const wanted = words.toLowerCase();
    const things = await this.things.catch((error) => {
      this.things = null; // the next input fetches again
      throw error;
    });
    return things.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, SHOWN);
  }

  async read() {
    const at = `/api/v1/projects/${this.projectId}`;
    const [{ root }, entities] = await Promise.all([getJson(`${at}/tree/`), this.entities(`${at}/entities/?limit=100`)]);
    return [...documentsIn(root), ...entities].filter(({ id }) => id !== this.except);
  }

  async entities(path, pages = PAGES, cursor = "") {
    const { results, next } = await getJson(path + cursor);
    const more = next && pages > 1 ? await this.entities(path, pages - 1, `&cursor=${encodeURIComponent(next)}`) : [];
    return [...results, ...more];
  }
}

const documentsIn = (nodes) => nodes.flatMap(({ id, title, children }) => [{ kind: "document", id, title }, ...documentsIn(children)]);
