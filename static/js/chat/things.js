// What a project holds, as the chat shows it: marks, what still counts as open, the way down the tree. Pure.
import { ENTITY_KINDS, KINDS } from "../projects/words.js";

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
