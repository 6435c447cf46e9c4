// The transcript: exchanges in order, each a message of the person and the turn that answers it.
// Pure: frames and stored messages go in, plain objects come out. No DOM, no network.

// The answers that one message has got, as it was first said and as it was edited: each retry and each edit writes another
// one, and the ones before it can be looked at, with the words that they answer. Pure.

/** All answers of `exchange`, the first one first; the last is that of its present turn. */
export const answersOf = ({ earlier, turn }) => [...earlier, ...(turn ? [turn] : [])];

/** The one that the page shows. */
export const shownAnswer = ({ lookedAt, turn }) => lookedAt ?? turn;

/** What the person said there: the words that the shown answer belongs to, as `content`, `attachments` and `at`. */
export const shownQuestion = (exchange) => exchange.past.get(shownAnswer(exchange)?.messageId) ?? exchange;

/** The one that the conversation goes on with: a try that said nothing takes nobody's place, an edit takes all. */
export const standingAnswer = (exchange) =>
  answersOf(exchange).findLast(({ text, messageId }) => text && messageId === exchange.id) ?? exchange.turn;

/** The answers to what `exchange` said before it was edited. */
export const answersBeforeEdit = (exchange) => exchange.earlier.filter(({ messageId }) => messageId !== exchange.id);

/** Let `exchange` say something else from now on; what it said until now stays with the answers to that. */
function reword(exchange, { id, content, attachments, at }) {
  exchange.past.set(exchange.id, { content: exchange.content, attachments: exchange.attachments, at: exchange.at });
  Object.assign(exchange, { id, content, attachments, at });
}

/** Make `turn` the present one of `exchange`; what the one before it said is kept. */
export function renew(exchange, turn) {
  const before = exchange.turn;
  Object.assign(exchange, { turn, lookedAt: null });
  if (before) keepEarlier(exchange, before);
}

/** Keep what an earlier turn said, in its order; one that said nothing is worth a look only for other words of the person. */
export function keepEarlier(exchange, turn) {
  if (!turn.text && turn.messageId === exchange.id) return;
  if (exchange.earlier.some(({ id }) => id === turn.id)) return;
  exchange.earlier = [...exchange.earlier, turn].sort((a, b) => a.number - b.number);
}

// What the person said last, said in other words: before the server has them, and from then on. Pure.

/** The exchange whose edit was sent as message `id`, or null. */
export const findEdit = (transcript, id) => transcript.exchanges.find(({ edit }) => edit?.id === id) ?? null;

/** The edit that was sent as message `id` is stored. Returns its exchange, or null where none was sent here. */
function acceptEdit(transcript, id, at) {
  const exchange = findEdit(transcript, id);
  if (!exchange) return null;
  const { content } = exchange.edit;
  exchange.edit = null;
  return sayAnew(transcript, exchange, { id, content, attachments: exchange.attachments, at });
}

/** Let `exchange` say something else from now on, as message `said.id`. Returns it. */
export function sayAnew(transcript, exchange, said) {
  reword(exchange, said);
  transcript.byMessage.set(said.id, exchange);
  return exchange;
}

// What agents do in a turn: plan, steps, tool calls, approvals, files, sources; from events, or as an old answer keeps it.

const noWork = () => ({ plan: null, steps: [], tools: [], approvals: [], files: [], sources: [] });

/** The work that a stored answer tells of in its metadata. */
export const storedWork = (metadata) =>
  Object.fromEntries(Object.entries(noWork()).map(([name, none]) => [name, metadata?.[name] ?? none]));

/** What each kind of event changes in a turn. Lists are made anew, so that a change is seen by identity. */
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

/** Whether what was said is answered in the turn before. */
export const isTakenIn = (turn) => Boolean(turn.intent?.entities?.answered_in);

export const hasWork = (turn) => turn.plan !== null || turn.tools.length > 0;
const plannedSteps = (plan) => plan?.stages.flatMap((stage) => stage.steps) ?? [];
export const stepOf = (turn, id) => turn.steps.find((step) => step.step_id === id);

/** How a call stands: running, done, failed, waiting (for the person), decided since, or stopped with its turn. */
export function callStatus(turn, call, isLive) {
  if (call.ok) return "done";
  const asked = turn.approvals.find(({ tool, what }) => tool === call.tool && what === call.label);
  if (asked) return isOpen(asked) ? "waiting" : "decided";
  if (call.waits) return isDecided(turn) ? "decided" : "waiting"; // for what is asked within it
  if (call.ok === false) return "failed";
  return isLive ? "running" : "stopped";
}

/** How a planned step stands: as its last event says, or pending; what ran when its turn ended was stopped. */
export function stepStatus(turn, id, isLive) {
  const status = stepOf(turn, id)?.status ?? "pending";
  if (status === "waiting" && isDecided(turn)) return "decided";
  return isLive || status !== "running" ? status : "stopped";
}

const isOpen = ({ status }) => !status || status === "pending";
const isDecided = (turn) => turn.approvals.length > 0 && !turn.approvals.some(isOpen);

/** Differs where something was asked, or decided, since. */
export const approvalsKey = (turn) => turn.approvals.map((one) => `${one.approval_id} ${one.status}`).join();

/** Calls that serve no step of the plan, or all where there is none. */
export function looseCalls(turn) {
  const ids = new Set(plannedSteps(turn.plan).map((step) => step.id));
  return turn.tools.filter((call) => !ids.has(call.step_id) && !(PLANNING.has(call.tool) && call.ok !== false));
}

const PLANNING = new Set(["todo", "delegate"]); // what they gave is the plan itself

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

// The exchanges themselves, and what frames and events change in them.

export const RUNNING = new Set(["queued", "running"]);

/** @returns {{exchanges: any[], byMessage: Map<string, any>, byTurn: Map<string, any>}} */
export function createTranscript() {
  return { exchanges: [], byMessage: new Map(), byTurn: new Map() };
}

/** @typedef {{id: string, content: string, at: string, attachments?: object[]}} Said */
/** A message that was just written here, not yet acknowledged. */
export function addOwnMessage(transcript, /** @type {Said} */ { id, content, at, attachments = [] }) {
  return insert(transcript, { id, content, attachments, at, sequence: Infinity, delivery: "sending", failure: null, turn: null });
}

/** The server has stored message or request `frame.id`; its turn exists from now on. Returns the exchange or null. */
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

/** Another tab had a message accepted in this conversation. Returns the exchange if its turn is new here. */
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

/** Take one event of a turn. Returns the exchange that changed, or null for a stranger or a repeat. */
export function applyEvent(transcript, event) {
  const exchange = transcript.byTurn.get(event.turn_id);
  const turn = exchange?.turn;
  if (!turn || turn.id !== event.turn_id || event.seq <= turn.lastSeq) return null;
  Object.assign(turn, { lastSeq: event.seq, lastAt: event.at });
  APPLY[event.type]?.(turn, event.data, event);
  return exchange;
}

/** Forget a message that never became a turn, or was withdrawn before it ran. */
export function removeExchange(transcript, exchange) {
  transcript.exchanges = transcript.exchanges.filter((other) => other !== exchange);
  for (const index of [transcript.byMessage, transcript.byTurn]) {
    for (const [key, value] of index) if (value === exchange) index.delete(key);
  }
}

/** Give `exchange` a fresh turn, the newest; what an earlier one said can still be looked at. */
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
    canUndo: true, number: Number.MAX_SAFE_INTEGER, messageId: null, // the words that it answers
    ...noWork(),
  };
}

/**
 * Put `exchange` where its sequence belongs and index it. `past` is what it said before, by message; `edit` is being
 * written: {id (once it is sent), content, failure}.
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

/** The turn that is being answered: the first that has not ended. */
export const currentTurn = (transcript) => transcript.exchanges.find((one) => one.turn && RUNNING.has(one.turn.status))?.turn ?? null;

/** True for what the person said last, once it has its answer: it can be said in other words. */
export function canBeEdited(transcript, exchange) {
  const isLast = transcript.exchanges.findLast(({ content }) => content !== null) === exchange;
  return isLast && exchange.turn !== null && currentTurn(transcript) === null;
}

/** True for a message that waits while an earlier one is answered: it stands above the composer, not in the log. */
export function isWaiting(transcript, exchange) {
  if (exchange.turn?.status !== "queued") return false;
  const before = transcript.exchanges.slice(0, transcript.exchanges.indexOf(exchange));
  return before.some((one) => one.turn && RUNNING.has(one.turn.status));
}

const APPLY = {
  ...APPLY_WORK,
  session(turn, data, event) {
    // A turn that another process takes up begins anew.
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

/** Operations without those that were started and of which nothing more will come; the same list where there are none. */
function ended(operations, isOver) {
  const isLeft = (one) => one.status === "started" && isOver(one);
  return operations.some(isLeft) ? operations.filter((one) => !isLeft(one)) : operations;
}
