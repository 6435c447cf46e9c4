// The dialog for choosing the chat's focus: everything, a project, or one object in a project.
import { KINDS, markOf } from "../../projects/words.js";
import { el, icon } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { marked, Palette } from "../palette.js";
import { getJson } from "../transport.js";

/** The focus on everything, in the form of `/focus/`. */
export const EVERYTHING = { scope: "global", project_id: null, project: "", type: null, id: null, name: "" };
export const aProject = ({ id, name }) => ({ ...EVERYTHING, scope: "project", project_id: id, project: name });
export const aThing = ({ project_id, project, kind, id, title }) =>
  ({ scope: "entity", project_id, project, type: kind, id, name: title });

const PROJECTS = 100; // the newest, filtered here; search finds objects in all of them
const THINGS = 12;

export class FocusChoice {
  /** `field` is the input from `finder`. */
  constructor(field, focus) {
    this.focus = focus;
    this.palette = new Palette(field, {
      find: (words) => this.find(words), row: (item, words) => this.row(item, words),
      nothing: (words) => gettext("Nothing says '{words}'. Try fewer letters.", { words }),
    });
  }

  begin() {
    this.projects = null; // there may be new ones
    this.palette.begin();
  }

  async find(words) {
    this.projects ??= getJson(`/api/v1/projects/?limit=${PROJECTS}`);
    const { results: projects } = await this.projects.catch((error) => {
      this.projects = null; // the next input fetches again
      throw error;
    });
    const named = (name) => name.toLowerCase().includes(words.toLowerCase());
    const rows = [{ title: gettext("Everything"), note: gettext("All projects"), mark: "scope", value: EVERYTHING }, ...projects.map(projectRow)];
    return [...rows.filter(({ title }) => named(title)), ...(words ? await things(words, projects) : [])];
  }

  row({ title, note, mark, value }, words) {
    const isNow = value.project_id === this.focus.value.project_id && value.id === this.focus.value.id;
    return el("div", { class: "opt", onclick: () => this.choose(value) },
      icon(mark, "s"), el("span", { class: "clip", dir: "auto" }, ...marked(title, words)),
      el("span", { class: "note" }, isNow ? gettext("now") : note));
  }

  choose(value) {
    this.palette.dialog.close();
    this.focus.choose(value);
  }
}

const projectRow = (project) => ({ title: project.name, note: gettext("Project"), mark: "folder", value: aProject(project) });

async function things(words, projects) {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const { results } = await getJson(`/api/v1/search/?limit=${THINGS}&q=${encodeURIComponent(words)}`);
  const seen = new Set(); // a document is found once for each passage
  return results.filter(({ id }) => !seen.has(id) && seen.add(id)).map((hit) => {
    const project = names.get(hit.project_id) ?? "";
    return { title: hit.title, note: project || (KINDS[hit.kind]?.one ?? hit.kind), mark: markOf(hit), value: aThing({ ...hit, project }) };
  });
}
