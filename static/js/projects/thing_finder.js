// Finds a document or an entity of a project by its title.
import { getJson } from "../chat/api.js";
import { Palette, marked } from "../chat/palette.js";
import { el, icon } from "../shell/dom.js";
import { KINDS } from "./words.js";

const SHOWN = 12;
const PAGES = 5; // of entities, a hundred each, those that changed last

export class ThingFinder {
  constructor({ projectId, except, choose }) {
    this.projectId = projectId;
    this.except = except;
    this.palette = new Palette({
      id: "things", label: "Link to", placeholder: "Find a document, a task, a goal …", find: (words) => this.find(words),
      row: (thing, words) => el("button", { type: "button", class: "opt", onclick: () => { this.palette.dialog.close(); choose(thing); } },
        icon(KINDS[thing.kind].icon, "s"), el("span", { class: "clip", dir: "auto" }, ...marked(thing.title, words)), el("span", { class: "meta" }, KINDS[thing.kind].one)),
      nothing: (words) => (words ? `No title says '${words}'. Try fewer letters.` : "There is nothing else in this project yet."),
    });
  }

  open() {
    this.things = null;
    this.palette.open();
  }

  async find(words) {
    this.things ??= this.read();
    const wanted = words.toLowerCase();
    const things = await this.things.catch((error) => {
      this.things = null; // what is typed next asks again
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
