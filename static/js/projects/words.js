// What the things of a project are called on its pages, and where they are shown.
import { ENTITY_KINDS } from "./live.js";

export const KINDS = {
  document: { icon: "doc", one: "document", many: "Documents" },
  task: { icon: "todo", one: "task", many: "Tasks" },
  goal: { icon: "goal", one: "goal", many: "Goals" },
  plan: { icon: "plan", one: "plan", many: "Plans" },
  milestone: { icon: "flag", one: "milestone", many: "Milestones" },
  risk: { icon: "risk", one: "risk", many: "Risks" },
  requirement: { icon: "need", one: "requirement", many: "Requirements" },
};

const RELATIONS = {
  has_task: ["has the task", "is a task of"],
  supports: ["supports", "is supported by"],
  targets: ["aims at", "is aimed at by"],
  depends_on: ["depends on", "is needed by"],
  blocks: ["blocks", "is blocked by"],
  threatens: ["threatens", "is threatened by"],
  mitigates: ["mitigates", "is mitigated by"],
  satisfies: ["satisfies", "is satisfied by"],
  documented_in: ["is described in", "describes"],
  references: ["refers to", "is referred to by"],
  relates_to: ["relates to", "relates to"],
};

/** A link in words, read from the thing at its beginning (`forth`) or at its end. */
export const relationWords = ({ relation, forth }) => RELATIONS[relation][forth ? 0 : 1];

const STATES = { todo: "To do" };

/** A state as people read it: in_progress is In progress. */
export const stateWords = (state) => STATES[state] ?? `${state[0].toUpperCase()}${state.slice(1).replaceAll("_", " ")}`;

export const pagePath = (projectId, kind, id) => `/projects/${projectId}/${kind}s/${id}/`;

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** A day, as 2026-12-01, as people read it; with the year where it is not this one. */
export function dayWords(day, now = new Date()) {
  const year = Number(day.slice(0, 4));
  return dayFormat.format(new Date(`${day}T00:00:00Z`)) + (year === now.getFullYear() ? "" : ` ${year}`);
}

/** True where a day is before today, by the calendar of the person's zone. */
export function isPast(day, now = new Date()) {
  const pad = (number) => String(number).padStart(2, "0");
  return day < `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

// What a project holds, as the chat shows it: marks, what still counts as open, the way down the tree. Pure.

const MARKS = { project: "folder", agent: "anvil", skill: "skill" };
const ENDS = new Set(["done", "achieved", "abandoned", "completed", "missed", "mitigated", "closed", "met", "dropped"]);

/** The icon of a thing by its kind. */
export const markOf = ({ kind }) => KINDS[kind]?.icon ?? MARKS[kind] ?? "ring";

/** False for what has come to its end, well or not. */
export const isOpen = ({ state }) => !ENDS.has(state);

/** What is open, by kind, the soonest first. */
export function openThings(entities) {
  return entities.filter(isOpen).sort((one, other) =>
    ENTITY_KINDS.indexOf(one.kind) - ENTITY_KINDS.indexOf(other.kind)
    || (one.due_on ?? "9999").localeCompare(other.due_on ?? "9999")
    || (one.priority ?? 9) - (other.priority ?? 9)
    || one.title.localeCompare(other.title));
}

/** Where a path of tree nodes stops at the document `id`: its ancestors and itself, or nothing. */
export function pathTo(nodes, id) {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length) return [node, ...below];
  }
  return [];
}
