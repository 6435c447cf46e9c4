// What agents do in a turn: plan, steps, tool calls, approvals, files, sources; from events, or as an old answer keeps it.
// Pure, like state.js.

export const noWork = () => ({ plan: null, steps: [], tools: [], approvals: [], files: [], sources: [] });

/** The work that a stored answer tells of in its metadata. */
export const storedWork = (metadata) =>
  Object.fromEntries(Object.entries(noWork()).map(([name, none]) => [name, metadata?.[name] ?? none]));

/** What each kind of event changes in a turn. Lists are made anew, so that a change is seen by identity. */
export const APPLY_WORK = {
  plan: (turn, data) => { turn.plan = data; },
  step(turn, data, { at }) {
    turn.steps = put(turn.steps, "step_id", data.status === "running" ? { ...data, started_at: at } : data);
  },
  tool_call: (turn, data, { at }) => { turn.tools = put(turn.tools, "call_id", { ...data, started_at: at }); },
  tool_result: (turn, data) => { turn.tools = put(turn.tools, "call_id", data); },
  approval: (turn, data) => { turn.approvals = put(turn.approvals, "approval_id", data); },
  file: (turn, data) => { turn.files = put(turn.files, "id", data.file); },
  sources: (turn, data) => { turn.sources = data.sources.reduce(cite, turn.sources); },
};

function put(rows, key, data) {
  const at = rows.findIndex((row) => row[key] === data[key]);
  return at < 0 ? [...rows, data] : rows.with(at, { ...rows[at], ...data });
}

const placeOf = ({ link, title }) => link || title;
const cite = (sources, source) =>
  (sources.some((known) => placeOf(known) === placeOf(source)) ? sources : [...sources, source]);

export const hasWork = (turn) => turn.plan !== null || turn.tools.length > 0;
const plannedSteps = (plan) => plan?.stages.flatMap((stage) => stage.steps) ?? [];
export const stepOf = (turn, id) => turn.steps.find((step) => step.step_id === id);

/** How a call stands: running, done, failed, waiting (for the person), decided since, or stopped with its turn. */
export function callStatus(turn, call, isLive) {
  if (call.ok) return "done";
  const asked = turn.approvals.find(({ tool, what }) => tool === call.tool && what === call.label);
  if (asked) return isOpen(asked) ? "waiting" : "decided";
  if (call.ok === false) return "failed";
  return isLive ? "running" : "stopped";
}

/** How a planned step stands: as its last event says, or pending; what ran when its turn ended was stopped. */
export function stepStatus(turn, id, isLive) {
  const status = stepOf(turn, id)?.status ?? "pending";
  if (status === "waiting" && turn.approvals.length && !turn.approvals.some(isOpen)) return "decided";
  return isLive || status !== "running" ? status : "stopped";
}

const isOpen = ({ status }) => !status || status === "pending";

/** Differs where something was asked, or decided, since. */
export const approvalsKey = (turn) => turn.approvals.map((one) => `${one.approval_id} ${one.status}`).join();

/** Calls that serve no step of the plan, or all where there is none. */
export function looseCalls(turn) {
  const ids = new Set(plannedSteps(turn.plan).map((step) => step.id));
  return turn.tools.filter((call) => !ids.has(call.step_id));
}

/** One line for all of it: {count, failed, skipped, waiting, done, took}; `took` is milliseconds. */
export function workDigest(turn, isLive) {
  const statuses = turn.plan
    ? plannedSteps(turn.plan).map((step) => stepStatus(turn, step.id, isLive))
    : turn.tools.map((call) => callStatus(turn, call, isLive));
  const number = (status) => statuses.filter((one) => one === status).length;
  return {
    count: statuses.length, done: number("done"), failed: number("failed"), skipped: number("skipped"),
    waiting: number("waiting"), took: timeTaken(turn),
  };
}

/** No longer than the turn itself: calls may have run at the same time. */
function timeTaken(turn) {
  const rows = turn.plan ? turn.steps : turn.tools;
  const sum = rows.reduce((total, row) => total + (row.duration_ms ?? 0), 0);
  return Math.min(sum, turn.usage?.duration_ms ?? Infinity);
}
