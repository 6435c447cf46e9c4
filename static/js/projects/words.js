// Display names of a project's objects, and the paths of their pages.
import { gettext, locale } from "../shell/language.js";
import { dayOf } from "../shell/moments.js";
import { ENTITY_KINDS } from "./live.js";

export const KINDS = {
  document: { icon: "doc", one: gettext("document"), many: gettext("Documents") },
  task: { icon: "todo", one: gettext("task"), many: gettext("Tasks"), add: gettext("Add a task"), none: gettext("No task is open.") },
  goal: { icon: "goal", one: gettext("goal"), many: gettext("Goals"), add: gettext("Add a goal"), none: gettext("No goal is open.") },
  plan: { icon: "plan", one: gettext("plan"), many: gettext("Plans"), add: gettext("Add a plan"), none: gettext("No plan is open.") },
  milestone: { icon: "flag", one: gettext("milestone"), many: gettext("Milestones"), add: gettext("Add a milestone"), none: gettext("No milestone is open.") },
  risk: { icon: "risk", one: gettext("risk"), many: gettext("Risks"), add: gettext("Add a risk"), none: gettext("No risk is open.") },
  requirement: { icon: "need", one: gettext("requirement"), many: gettext("Requirements"), add: gettext("Add a requirement"), none: gettext("No requirement is open.") },
};

const RELATIONS = {
  has_task: [gettext("has the task"), gettext("is a task of")],
  supports: [gettext("supports"), gettext("is supported by")],
  targets: [gettext("aims at"), gettext("is aimed at by")],
  depends_on: [gettext("depends on"), gettext("is needed by")],
  blocks: [gettext("blocks"), gettext("is blocked by")],
  threatens: [gettext("threatens"), gettext("is threatened by")],
  mitigates: [gettext("mitigates"), gettext("is mitigated by")],
  satisfies: [gettext("satisfies"), gettext("is satisfied by")],
  documented_in: [gettext("is described in"), gettext("describes")],
  references: [gettext("refers to"), gettext("is referred to by")],
  relates_to: [gettext("relates to"), gettext("relates to")],
};

/** A link in words, from its source (`forth`) or its target. */
export const relationWords = ({ relation, forth }) => RELATIONS[relation][forth ? 0 : 1];

const STATES = {
  todo: gettext("To do"), in_progress: gettext("In progress"), blocked: gettext("Blocked"), done: gettext("Done"), draft: gettext("Draft"), active: gettext("Active"), achieved: gettext("Achieved"),
  abandoned: gettext("Abandoned"), completed: gettext("Completed"), pending: gettext("Pending"), missed: gettext("Missed"), identified: gettext("Identified"), mitigated: gettext("Mitigated"), occurred: gettext("Occurred"),
  closed: gettext("Closed"), agreed: gettext("Agreed"), met: gettext("Met"), dropped: gettext("Dropped"), planning: gettext("Planning"), paused: gettext("Paused"), cancelled: gettext("Cancelled"),
};

/** The name of a state. */
export const stateWords = (state) => STATES[state] ?? state;

export const pagePath = (projectId, kind, id) => `/projects/${projectId}/${kind}s/${id}/`;

const dayFormat = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });

/** Format a day like 2026-12-01; with the year if it isn't the current one. */
export function dayWords(day, now = new Date()) {
  const year = day.slice(0, 4);
  return dayFormat.format(new Date(`${day}T00:00:00Z`)) + (year === dayOf(now).slice(0, 4) ? "" : ` ${Number(year)}`);
}

/** True if a day is before today in the workspace's zone. */
export const isPast = (day, now = new Date()) => day < dayOf(now);

// A project's objects in the chat: icons, open ones, paths in the tree. Pure.

const MARKS = { project: "folder", agent: "anvil", skill: "skill" };
const ENDS = new Set(["done", "achieved", "abandoned", "completed", "missed", "mitigated", "closed", "met", "dropped"]);

/** The icon of an object by kind. */
export const markOf = ({ kind }) => KINDS[kind]?.icon ?? MARKS[kind] ?? "ring";

/** False for an object in an end state. */
export const isOpen = ({ state }) => !ENDS.has(state);

/** Open objects by kind, earliest due first. */
export function openThings(entities) {
  return entities.filter(isOpen).sort((one, other) =>
    ENTITY_KINDS.indexOf(one.kind) - ENTITY_KINDS.indexOf(other.kind)
    || (one.due_on ?? "9999").localeCompare(other.due_on ?? "9999")
    || (one.priority ?? 9) - (other.priority ?? 9)
    || one.title.localeCompare(other.title));
}

/** The path of tree nodes to the document `id`, inclusive, or none. */
export function pathTo(nodes, id) {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length) return [node, ...below];
  }
  return [];
}
