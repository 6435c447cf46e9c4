// What a turn did in the workspace, in words: names, never ids. Pure.

const DOING = {
  create: ["Creating", "Created"], update: ["Changing", "Changed"], delete: ["Removing", "Removed"], read: ["Reading", "Read"],
  list: ["Listing", "Listed"], search: ["Searching", "Searched"], move: ["Moving", "Moved"], run: ["Running", "Ran"], send: ["Sending", "Sent"],
};
const CHANGING = new Set(["create", "update", "delete", "move"]);
const IN_PROJECTS = new Set(["project", "document", "task", "goal", "plan", "milestone", "risk", "requirement", "link"]);
const PLURAL = new Set(["list"]); // its name is that of the place, and what is listed are several

const wordsOf = (action) => DOING[action] ?? ["Working on", "Worked on"];

/** Return operations with those that follow each other and are alike as one: {action, entity_type, status, names, entity_id}. */
export function folded(operations) {
  const groups = [];
  for (const { action, entity_type, entity_name, entity_id, status } of operations) {
    const last = groups.at(-1);
    const isAlike = last?.action === action && last.entity_type === entity_type && last.status === "done" && status === "done";
    if (isAlike) last.names = [...new Set([...last.names, entity_name])];
    else groups.push({ action, entity_type, status, names: [entity_name], entity_id });
  }
  return groups;
}

/** What was done, before the name: "Reading document" while it goes on, "Created 3 tasks" for several. */
export function operationWords({ action, entity_type, status, names }) {
  const [doing, done] = wordsOf(action);
  const thing = entity_type.replaceAll("_", " ");
  const several = names.length > 1 ? `${names.length} ${thing}s` : thing;
  const things = PLURAL.has(action) ? `${thing}s` : several;
  if (status === "failed") return `Failed: ${doing.toLowerCase()} ${things}`;
  return `${status === "done" ? done : doing} ${things}`;
}

/** True for an operation that changed something in a project, which can be taken back. */
export const canBeUndone = ({ action, entity_type, status }) => status === "done" && CHANGING.has(action) && IN_PROJECTS.has(entity_type);

export const isInProjects = ({ entity_type }) => IN_PROJECTS.has(entity_type);

/** By id of a thing: what an answer that is still being made has done with it, as "reading". */
export const touchedBy = (operations) =>
  new Map(operations.filter(({ entity_id }) => entity_id).map(({ entity_id, action }) => [entity_id, wordsOf(action)[0].toLowerCase()]));
