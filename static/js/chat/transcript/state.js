// The transcript: exchanges in order, each a message of the person and the turn that answers it.
// Pure: frames and stored messages go in, plain objects come out. No DOM, no network.

// The answers to one message, in its original and edited texts: each retry and each edit adds one, and earlier
// ones can be viewed with the text that they answer. Pure.

/** All answers of `exchange`, in order; the last is that of its current turn. */
export const answersOf = ({ earlier, turn }) => [...earlier, ...(turn ? [turn] : [])];

/** The answer shown on the page. */
export const shownAnswer = ({ lookedAt, turn }) => lookedAt ?? turn;

/** The question of the shown answer, as `content`, `attachments` and `at`. */
export const shownQuestion = (exchange) => exchange.past.get(shownAnswer(exchange)?.messageId) ?? exchange;

/** The answer with which the conversation continues: an empty retry replaces nothing, an edit replaces all. */
export const standingAnswer = (exchange) =>
  answersOf(exchange).findLast(({ text, messageId }) => text && messageId === exchange.id) ?? exchange.turn;

/** The answers to the texts of `exchange` before its edit. */
export const answersBeforeEdit = (exchange) => exchange.earlier.filter(({ messageId }) => messageId !== exchange.id);

/** Change the text of `exchange`; the old text is kept with its answers. */
function reword(exchange, { id, content, attachments, at }) {
  exchange.past.set(exchange.id, { content: exchange.content, attachments: exchange.attachments, at: exchange.at });
  Object.assign(exchange, { id, content, attachments, at });
}

/** Make `turn` the current one of `exchange`; the previous one's answer is kept. */
export function renew(exchange, turn) {
  const before = exchange.turn;
  Object.assign(exchange, { turn, lookedAt: null });
  if (before) keepEarlier(exchange, before);
}

/** Keep an earlier turn, in order; an empty one only if it belongs to another text of the person. */
export function keepEarlier(exchange, turn) {
  if (!turn.text && turn.messageId === exchange.id) return;
  if (exchange.earlier.some(({ id }) => id === turn.id)) return;
  exchange.earlier = [...exchange.earlier, turn].sort((a, b) => a.number - b.number);
}

// Edits of the last message, before and after the server has them. Pure.

/** The exchange whose edit was sent as message `id`, or null. */
export const findEdit = (transcript, id) => transcript.exchanges.find(({ edit }) => edit?.id === id) ?? null;

/** Handle the acknowledgement of the edit with message `id`. Returns its exchange, or null if it wasn't sent here. */
function acceptEdit(transcript, id, at) {
  const exchange = findEdit(transcript, id);
  if (!exchange) return null;
  const { content } = exchange.edit;
  exchange.edit = null;
  return sayAnew(transcript, exchange, { id, content, attachments: exchange.attachments, at });
}

/** Replace the message of `exchange` by message `said.id`. Returns the exchange. */
export function sayAnew(transcript, exchange, said) {
  reword(exchange, said);
  transcript.byMessage.set(said.id, exchange);
  return exchange;
}

// Agents' work in a turn: plan, steps, tool calls, approvals, files, sources; from events or stored answers.

const noWork = () => ({ plan: null, steps: [], tools: [], approvals: [], files: [], sources: [] });

/** The work in a stored answer's metadata. */
export const storedWork = (metadata) =>
  Object.fromEntries(Object.entries(noWork()).map(([name, none]) => [name, metadata?.[name] ?? none]));

/** The effect of each event type on a turn. Lists are copied, so that identity reveals changes. */
const APPLY_WORK = {
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

/** Whether the message was answered in the previous turn. */
export const isTakenIn = (turn) => Boolean(turn.intent?.entities?.answered_in);

export const hasWork = (turn) => turn.plan !== null || turn.tools.length > 0;
const plannedSteps = (plan) => plan?.stages.flatMap((stage) => stage.steps) ?? [];
export const stepOf = (turn, id) => turn.steps.find((step) => step.step_id === id);

/** The status of a call: running, done, failed, waiting (for the person), decided, or stopped with its turn. */
export function callStatus(turn, call, isLive) {
  if (call.ok) return "done";
  const asked = turn.approvals.find(({ tool, what }) => tool === call.tool && what === call.label);
  if (asked) return isOpen(asked) ? "waiting" : "decided";
  if (call.waits) return isDecided(turn) ? "decided" : "waiting"; // for a question within it
  if (call.ok === false) return "failed";
  return isLive ? "running" : "stopped";
}

/** The status of a planned step: its last event's, or pending; a step running at the end of its turn was stopped. */
export function stepStatus(turn, id, isLive) {
  const status = stepOf(turn, id)?.status ?? "pending";
  if (status === "waiting" && isDecided(turn)) return "decided";
  return isLive || status !== "running" ? status : "stopped";
}

const isOpen = ({ status }) => !status || status === "pending";
const isDecided = (turn) => turn.approvals.length > 0 && !turn.approvals.some(isOpen);

/** A key that changes with new approvals and decisions. */
export const approvalsKey = (turn) => turn.approvals.map((one) => `${one.approval_id} ${one.status}`).join();

/** Calls outside the steps of the plan, or all if there is no plan. */
export function looseCalls(turn) {
  const ids = new Set(plannedSteps(turn.plan).map((step) => step.id));
  return turn.tools.filter((call) => !ids.has(call.step_id) && !(PLANNING.has(call.tool) && call.ok !== false));
}

const PLANNING = new Set(["todo", "delegate"]); // their result is the plan itself

/** A summary: {count, failed, skipped, waiting, done, took}; `took` is milliseconds. */
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

/** At most the turn's duration: calls may have run in parallel. */
function timeTaken(turn) {
  const rows = turn.plan ? turn.steps : turn.tools;
  const sum = rows.reduce((total, row) => total + (row.duration_ms ?? 0), 0);
  return Math.min(sum, turn.usage?.duration_ms ?? Infinity);
}

// The exchanges, and the effects of frames and events on them.

export const RUNNING = new Set(["queued", "running"]);

/** @returns {{exchanges: any[], byMessage: Map<string, any>, byTurn: Map<string, any>}} */
export function createTranscript() {
  return { exchanges: [], byMessage: new Map(), byTurn: new Map() };
}

/** @typedef {{id: string, content: string, at: string, attachments?: object[]}} Said */
/** Add a new message of this tab, not yet acknowledged. */
export function addOwnMessage(transcript, /** @type {Said} */ { id, content, at, attachments = [] }) {
  return insert(transcript, { id, content, attachments, at, sequence: Infinity, delivery: "sending", failure: null, turn: null });
}

/** Handle the acknowledgement of message or request `frame.id`, whose turn now exists. Returns the exchange or null. */
export function accept(transcript, frame, at) {
  const exchange = transcript.byMessage.get(frame.message_id) ?? transcript.byMessage.get(frame.id)
    ?? acceptEdit(transcript, frame.message_id, at);
  if (!exchange) return null;
  if (exchange.past.has(frame.message_id)) return exchange; // edited again since
  exchange.delivery = "sent";
  exchange.failure = null;
  exchange.stored = frame.stored;
  transcript.byMessage.set(frame.message_id, exchange);
  giveTurn(transcript, exchange, frame.turn_id, frame.status);
  return exchange;
}

/** Handle a message of another tab in this conversation. Returns the exchange if its turn is new here. */
export function acceptElsewhere(transcript, frame, at) {
  if (transcript.byTurn.has(frame.turn_id)) return null;
  const known = transcript.byMessage.get(frame.message_id);
  if (known?.delivery === "sending" || findEdit(transcript, frame.message_id)) return null; // our own; `accepted` follows
  if (known?.past.has(frame.message_id)) return null; // edited again since
  const said = { id: frame.message_id, content: frame.content, attachments: frame.attachments ?? [], at };
  const edited = transcript.byMessage.get(frame.parent_id);
  const exchange = known ?? (edited
    ? sayAnew(transcript, edited, said)
    : insert(transcript, { ...said, sequence: Infinity, delivery: "sent", failure: null, turn: null }));
  giveTurn(transcript, exchange, frame.turn_id, "queued");
  return exchange;
}

/** Apply one event of a turn. Returns the changed exchange, or null for an unknown turn or a repeat. */
export function applyEvent(transcript, event) {
  const exchange = transcript.byTurn.get(event.turn_id);
  const turn = exchange?.turn;
  if (!turn || turn.id !== event.turn_id || event.seq <= turn.lastSeq) return null;
  Object.assign(turn, { lastSeq: event.seq, lastAt: event.at });
  APPLY[event.type]?.(turn, event.data, event);
  return exchange;
}

/** Remove a message that never became a turn, or was withdrawn before it ran. */
export function removeExchange(transcript, exchange) {
  transcript.exchanges = transcript.exchanges.filter((other) => other !== exchange);
  for (const index of [transcript.byMessage, transcript.byTurn]) {
    for (const [key, value] of index) if (value === exchange) index.delete(key);
  }
}

/** Give `exchange` a new turn; earlier answers can still be viewed. */
export function giveTurn(transcript, exchange, id, status) {
  if (exchange.turn?.id === id) return;
  renew(exchange, Object.assign(newTurn(id, status), { messageId: exchange.id }));
  transcript.byTurn.set(id, exchange);
}

/** @typedef {{tokens: number, cost: string, model: string, first_text_ms: number | null, duration_ms: number | null}} Usage */
export function newTurn(id, status) {
  return {
    id, status, lastSeq: 0, lastAt: null, at: null, phase: null, intent: null, text: "", operations: [], wizard: null,
    options: null, offer: null, error: null, model: null, stored: true, degraded: "", usage: /** @type {Usage | null} */ (null), receiptId: "", context: null, grounding: null, answerId: null,
    canUndo: true, number: Number.MAX_SAFE_INTEGER, messageId: null, // of the question that it answers
    ...noWork(),
  };
}

/**
 * Put `exchange` at its sequence and index it. `past` holds its former texts by message; `edit` is the edit in
 * progress: {id (once it is sent), content, failure}.
 */
export function insert(transcript, exchange) {
  const { exchanges } = transcript;
  Object.assign(exchange, { earlier: [], lookedAt: null, past: new Map(), edit: null });
  let at = exchanges.length;
  while (at > 0 && exchanges[at - 1].sequence > exchange.sequence) at -= 1;
  exchanges.splice(at, 0, exchange);
  transcript.byMessage.set(exchange.id, exchange);
  if (exchange.turn) transcript.byTurn.set(exchange.turn.id, exchange);
  return exchange;
}

/** The running turn: the first that has not ended. */
export const currentTurn = (transcript) => transcript.exchanges.find((one) => one.turn && RUNNING.has(one.turn.status))?.turn ?? null;

/** True for the person's last message, once it has its answer: it can be edited. */
export function canBeEdited(transcript, exchange) {
  const isLast = transcript.exchanges.findLast(({ content }) => content !== null) === exchange;
  return isLast && exchange.turn !== null && currentTurn(transcript) === null;
}

/** True for a queued message, which is shown above the composer, not in the log. */
export function isWaiting(transcript, exchange) {
  if (exchange.turn?.status !== "queued") return false;
  const before = transcript.exchanges.slice(0, transcript.exchanges.indexOf(exchange));
  return before.some((one) => one.turn && RUNNING.has(one.turn.status));
}

const APPLY = {
  ...APPLY_WORK,
  session(turn, data, event) {
    // A turn that another process takes up starts over.
    Object.assign(turn, { status: "running", at: event.at, degraded: data.degraded ?? "", text: "" });
  },
  agent_state: (turn, data) => { turn.phase = data; },
  model: (turn, data) => { turn.model = data; },
  intent: (turn, data) => { turn.intent = data; },
  context_usage: (turn, data) => { Object.assign(turn, { receiptId: data.receipt_id ?? "", context: data }); },
  grounding: (turn, data) => { turn.grounding = data; },
  text_delta: (turn, data) => { turn.text += data.text; },
  operation: (turn, data) => { turn.operations = upsertOperation(turn.operations, data); },
  tool_result(turn, data) {
    APPLY_WORK.tool_result(turn, data);
    turn.operations = ended(turn.operations, (one) => one.call_id === data.call_id);
  },
  wizard: (turn, data) => { turn.wizard = data; },
  options: (turn, data) => { turn.options = data; },
  dry_run_offer: (turn, data) => { turn.offer = data; },
  error: (turn, data) => { turn.error = data; },
  done(turn, data) {
    Object.assign(turn, {
      operations: ended(turn.operations, () => true),
      status: data.finish_reason, phase: null, stored: data.stored, usage: data.usage, answerId: data.message_id,
    });
  },
};

function upsertOperation(operations, data) {
  const isSame = data.call_id
    ? (one) => one.call_id === data.call_id
    : (one) => one.action === data.action && one.entity_type === data.entity_type;
  const at = operations.findIndex((one) => one.status === "started" && isSame(one));
  return at < 0 ? [...operations, data] : operations.with(at, data);
}

/** Operations without abandoned started ones; returns the same list if there are none. */
function ended(operations, isOver) {
  const isLeft = (one) => one.status === "started" && isOver(one);
  return operations.some(isLeft) ? operations.filter((one) => !isLeft(one)) : operations;
}
