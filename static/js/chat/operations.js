// Descriptions of a turn's operations, by name, never by id. Pure.
import { fill, gettext, ngettext } from "../shell/language.js";

// For each action: in progress, done and failed, with its object; and in progress without one.
const DOING = {
  create: [gettext("Creating {thing}"), gettext("Created {thing}"), gettext("Failed: creating {thing}"), gettext("creating")],
  update: [gettext("Changing {thing}"), gettext("Changed {thing}"), gettext("Failed: changing {thing}"), gettext("changing")],
  delete: [gettext("Removing {thing}"), gettext("Removed {thing}"), gettext("Failed: removing {thing}"), gettext("removing")],
  read: [gettext("Reading {thing}"), gettext("Read {thing}"), gettext("Failed: reading {thing}"), gettext("reading")],
  list: [gettext("Listing {thing}"), gettext("Listed {thing}"), gettext("Failed: listing {thing}"), gettext("listing")],
  search: [gettext("Searching {thing}"), gettext("Searched {thing}"), gettext("Failed: searching {thing}"), gettext("searching")],
  move: [gettext("Moving {thing}"), gettext("Moved {thing}"), gettext("Failed: moving {thing}"), gettext("moving")],
  run: [gettext("Running {thing}"), gettext("Ran {thing}"), gettext("Failed: running {thing}"), gettext("running")],
  send: [gettext("Sending {thing}"), gettext("Sent {thing}"), gettext("Failed: sending {thing}"), gettext("sending")],
};
const OTHERWISE = [gettext("Working on {thing}"), gettext("Worked on {thing}"), gettext("Failed: working on {thing}"), gettext("working on")];
// For each type: singular, plural, and a number.
const THINGS = {
  project: [gettext("project"), gettext("projects"), (count) => ngettext("{count} project", "{count} projects", count)],
  document: [gettext("document"), gettext("documents"), (count) => ngettext("{count} document", "{count} documents", count)],
  task: [gettext("task"), gettext("tasks"), (count) => ngettext("{count} task", "{count} tasks", count)],
  goal: [gettext("goal"), gettext("goals"), (count) => ngettext("{count} goal", "{count} goals", count)],
  plan: [gettext("plan"), gettext("plans"), (count) => ngettext("{count} plan", "{count} plans", count)],
  milestone: [gettext("milestone"), gettext("milestones"), (count) => ngettext("{count} milestone", "{count} milestones", count)],
  risk: [gettext("risk"), gettext("risks"), (count) => ngettext("{count} risk", "{count} risks", count)],
  requirement: [gettext("requirement"), gettext("requirements"), (count) => ngettext("{count} requirement", "{count} requirements", count)],
  link: [gettext("link"), gettext("links"), (count) => ngettext("{count} link", "{count} links", count)],
  agent: [gettext("agent"), gettext("agents"), (count) => ngettext("{count} agent", "{count} agents", count)],
  skill: [gettext("skill"), gettext("skills"), (count) => ngettext("{count} skill", "{count} skills", count)],
  event: [gettext("event"), gettext("events"), (count) => ngettext("{count} event", "{count} events", count)],
  message: [gettext("message"), gettext("messages"), (count) => ngettext("{count} message", "{count} messages", count)],
};
const CHANGING = new Set(["create", "update", "delete", "move"]);
const IN_PROJECTS = new Set(["project", "document", "task", "goal", "plan", "milestone", "risk", "requirement", "link"]);
const PLURAL = new Set(["list"]); // its name is the container's, and the listed objects are plural

const wordsOf = (action) => DOING[action] ?? OTHERWISE;

const thingsOf = (type) => THINGS[type] ?? [type.replaceAll("_", " "), `${type.replaceAll("_", " ")}s`, (count) => `${count} ${type.replaceAll("_", " ")}s`];

/** Merge adjacent similar operations: {action, entity_type, status, names, entity_id}. */
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

/** The words before the name: "Reading document" while in progress, "Created 3 tasks" for several. */
export function operationWords({ action, entity_type, status, names }) {
  const [doing, done, failed] = wordsOf(action);
  const [one, many, counted] = thingsOf(entity_type);
  const thing = PLURAL.has(action) ? many : names.length > 1 ? counted(names.length) : one;
  return fill(status === "failed" ? failed : status === "done" ? done : doing, { thing });
}

/** True for an operation that changed a project, which can be undone. */
export const canBeUndone = ({ action, entity_type, status }) => status === "done" && CHANGING.has(action) && IN_PROJECTS.has(entity_type);

export const isInProjects = ({ entity_type }) => IN_PROJECTS.has(entity_type);

/** Map objects to the action of a running answer on them, as "reading". */
export const touchedBy = (operations) =>
  new Map(operations.filter(({ entity_id }) => entity_id).map(({ entity_id, action }) => [entity_id, wordsOf(action)[3]]));
