// The open conversation: turns user actions into frames, and server frames into the transcript.
import { loadAtSight, oneAtATime } from "../../shell/pacing.js";
import { announceTurn, announceWork } from "../notices.js";
import { getJson, newId } from "../transport.js";
import {
  accept, acceptElsewhere, addOwnMessage, applyEvent, currentTurn, findEdit, giveTurn, insert, keepEarlier, newTurn, removeExchange, renew, RUNNING, sayAnew, storedWork,
} from "./state.js";

export class Conversation extends EventTarget {
  /** Events: `changed` (detail: exchange or null for all), `opened` (detail: its id), `limited` (detail: wait, message, exchange), `away` (an action that needs the connection failed). */
  constructor({ id, transcript, socket }) {
    super();
    this.id = id;
    this.transcript = transcript;
    this.socket = socket;
    this.held = [];
    this.focus = null; // the focus of a new one
    this.model = ""; // its model; empty: the workspace's own
    this.edits = new Edits(this);
  }

  /** Send `content` with files. It is shown at once; further messages wait until a new conversation has its id. */
  say(content, attachments = []) {
    const at = new Date().toISOString();
    const exchange = addOwnMessage(this.transcript, { id: newId(), content, attachments, at });
    this.changed(null);
    this.send(exchange);
  }

  sendAgain(exchange) {
    Object.assign(exchange, { delivery: "sending", failure: null });
    this.changed(exchange);
    this.send(exchange);
  }

  send(exchange) {
    const isFirst = !this.id && this.transcript.exchanges[0] === exchange;
    if (!this.id && !isFirst) return this.held.push(exchange);
    const attachments = exchange.attachments.map(({ id }) => id);
    const frame = { type: "message", id: exchange.id, content: exchange.content, busy: "steer", ...(attachments.length && { attachments }) };
    const begun = { ...(this.focus && { focus: this.focus }), ...(this.model && { model: this.model }) };
    this.socket.sendSurely({ ...frame, ...(this.id ? { conversation_id: this.id } : begun) });
  }

  /** Restore unacknowledged messages of an earlier page load in this tab. */
  restore(frames) {
    for (const frame of frames) {
      if (this.transcript.byMessage.has(frame.id)) continue;
      if (frame.type === "edit") this.edits.restore(frame);
      if (frame.type === "message") addOwnMessage(this.transcript, { id: frame.id, content: frame.content, at: new Date().toISOString() });
    }
  }

  /** Answer `exchange` again, with this model if given. */
  retry = (exchange, model = null) => this.again(exchange, { type: "retry", ...(model ? { model } : {}) });
  correct = (exchange, action) => this.again(exchange, { type: "correct", action_type: action });

  again(exchange, frame) {
    const id = newId();
    this.socket.sendSurely({ ...frame, id, turn_id: exchange.turn.id });
    giveTurn(this.transcript, exchange, id, "queued");
    this.changed(exchange);
  }

  /** View another answer of `exchange`; the conversation is unaffected. */
  look = (exchange, turn) => {
    exchange.lookedAt = turn === exchange.turn ? null : turn;
    this.changed(exchange);
  };

  stop() {
    const turn = currentTurn(this.transcript);
    if (turn) this.cancel(turn);
  }

  /** Withdraw a queued message. Returns whether the request was sent: otherwise it would be answered unseen. */
  withdraw(exchange) {
    if (!this.cancel(exchange.turn)) return false;
    removeExchange(this.transcript, exchange);
    this.changed(null);
    return true;
  }

  cancel({ id }) {
    const isSent = this.socket.send({ type: "cancel", turn_id: id });
    if (!isSent) this.dispatchEvent(new Event("away"));
    return isSent;
  }

  isBusy() {
    return currentTurn(this.transcript) !== null;
  }

  /** Frames that subscribe to each unfinished turn after its last known event. */
  subscriptions() {
    return this.transcript.exchanges
      .filter(({ turn }) => turn && (RUNNING.has(turn.status) || (turn.status !== "completed" && !turn.answerId && !turn.lastSeq)))
      .map(({ turn }) => ({ type: "subscribe", turn_id: turn.id, after: turn.lastSeq }));
  }

  receive(frame) {
    if (frame.seq) this.receiveEvent(frame);
    else if (frame.type === "accepted") this.accepted(frame);
    else if (frame.type === "turn" && frame.conversation_id === this.id) this.begunElsewhere(frame);
    else if (frame.type === "error") this.refused(frame);
  }

  receiveEvent(event) {
    const before = this.transcript.byTurn.get(event.turn_id)?.turn?.status;
    const exchange = applyEvent(this.transcript, event);
    if (!exchange) return;
    announceTurn(before, exchange.turn);
    announceWork(event);
    const hasEnded = !RUNNING.has(exchange.turn.status);
    this.changed(hasEnded || event.type === "session" ? null : exchange);
  }

  accepted(frame) {
    this.socket.outbox.take(frame.id);
    const exchange = accept(this.transcript, frame, new Date().toISOString());
    if (!exchange) return;
    if (!this.id) this.open(frame.conversation_id);
    this.changed(null);
  }

  open(id) {
    this.id = id;
    this.dispatchEvent(new CustomEvent("opened", { detail: id }));
    for (const exchange of this.held.splice(0)) this.send(exchange);
  }

  begunElsewhere(frame) {
    const exchange = acceptElsewhere(this.transcript, frame, frame.at ?? new Date().toISOString());
    if (!exchange) return;
    this.socket.send({ type: "subscribe", turn_id: frame.turn_id, after: 0 });
    this.changed(null);
  }

  refused(error) {
    const frame = this.socket.outbox.take(error.id);
    if (frame?.type === "edit") return this.edits.refused(error);
    const exchange = this.transcript.byMessage.get(error.id) ?? this.transcript.byTurn.get(error.id);
    if (!exchange) return;
    if (error.code === "rate_limited" && frame?.type === "message") return this.limited(exchange, error);
    if (exchange.delivery === "sending") Object.assign(exchange, { delivery: "failed", failure: error });
    else Object.assign(exchange.turn, { status: "failed", error });
    this.changed(null);
  }

  limited(exchange, error) {
    removeExchange(this.transcript, exchange);
    this.changed(null);
    this.dispatchEvent(new CustomEvent("limited", { detail: { wait: error.retry_after ?? 60, message: error.message, exchange } }));
  }

  changed(exchange) {
    this.dispatchEvent(new CustomEvent("changed", { detail: exchange }));
  }
}

// Editing the last message. It changes in place once the server has the new text.

class Edits {
  constructor(conversation) {
    this.conversation = conversation;
  }

  /** Start editing; nothing changes before it is sent. */
  begin = (exchange) => {
    Object.assign(exchange, { lookedAt: null, edit: { id: null, content: exchange.content, failure: null } });
    this.conversation.changed(exchange);
  };

  leave = (exchange) => {
    exchange.edit = null;
    this.conversation.changed(exchange);
  };

  send = (exchange, content) => {
    const id = newId();
    exchange.edit = { id, content, failure: null };
    this.conversation.socket.sendSurely({ type: "edit", id, turn_id: exchange.turn.id, content });
    this.conversation.changed(exchange);
  };

  /** Restore an unacknowledged edit of an earlier page load in this tab. */
  restore({ id, turn_id: turn, content }) {
    const exchange = this.conversation.transcript.byTurn.get(turn);
    if (exchange) exchange.edit = { id, content, failure: null };
  }

  /** Keep the input in the editor, with the error. */
  refused(error) {
    const exchange = findEdit(this.conversation.transcript, error.id);
    if (!exchange) return;
    Object.assign(exchange.edit, { id: null, failure: error });
    this.conversation.changed(exchange);
  }
}

// Converts stored messages from the API and the initial data to exchanges.

/** Add `messages` (any order) to `transcript`; a page of older ones may complete an exchange that was split by pagination. */
export function addStoredMessages(transcript, messages) {
  const inOrder = [...messages].sort((a, b) => a.sequence - b.sequence);
  inOrder.toReversed().forEach((message) => nameFormer(transcript, message));
  for (const message of inOrder) {
    if (message.role === "user") addQuestion(transcript, message);
    else if (message.role === "assistant") addAnswer(transcript, message);
  }
}

function addQuestion(transcript, message) {
  const { id, content, sequence, created_at: at } = message;
  const said = { id, content, attachments: message.metadata?.attachments ?? [], at };
  const known = transcript.byMessage.get(id);
  if (!known) return addNewQuestion(transcript, message, said);
  if (known.id !== id) known.past.set(id, said); // edited since
  else if (known.content === null) Object.assign(known, said);
  else return;
  known.sequence = Math.min(known.sequence, sequence);
  if (known.id === id) presentTurn(transcript, known, message);
}

/** An unknown message: an edit replaces the earlier one, others get their own place. */
function addNewQuestion(transcript, message, said) {
  const edited = transcript.byMessage.get(message.parent_id);
  const exchange = edited
    ? sayAnew(transcript, edited, said)
    : insert(transcript, { ...said, sequence: message.sequence, delivery: "sent", failure: null, turn: null });
  nameFormer(transcript, message);
  presentTurn(transcript, exchange, message);
}

/** A message replaced by a known edit belongs to that exchange, even if it arrives with the previous page. */
function nameFormer(transcript, { id, role, parent_id: former }) {
  const exchange = transcript.byMessage.get(id);
  if (exchange && role === "user" && former) transcript.byMessage.set(former, exchange);
}

function presentTurn(transcript, exchange, message) {
  if (message.turn && message.turn.id !== exchange.turn?.id) present(transcript, exchange, turnOf(message.turn, message.id));
}

function addAnswer(transcript, message) {
  const exchange = exchangeOf(transcript, message);
  const turn = answeredTurn(message);
  const shown = exchange.turn;
  if (shown?.id === turn.id && shown.answerId) return;
  if (shown?.id === turn.id) exchange.turn = turn;
  else if (!shown || (exchange.content === null && turn.number > shown.number)) present(transcript, exchange, turn);
  else keepEarlier(exchange, turn);
}

function present(transcript, exchange, turn) {
  renew(exchange, turn);
  transcript.byTurn.set(turn.id, exchange);
}

const askedBy = (answer) => answer.parent_id ?? `before-${answer.id}`;

/** The exchange of an answer; its message may arrive with the previous page. */
function exchangeOf(transcript, answer) {
  const asked = askedBy(answer);
  const known = transcript.byMessage.get(asked);
  return known ?? insert(transcript, {
    id: asked, content: null, attachments: [], at: answer.created_at, sequence: answer.sequence,
    delivery: "sent", failure: null, turn: null,
  });
}

function answeredTurn(message) {
  const { intent, options, dry_run_offer: offer, wizard, operations, error, grounding, model } = message.metadata ?? {};
  return Object.assign(message.turn ? turnOf(message.turn) : newTurn(message.id, "completed"), {
    messageId: askedBy(message), text: message.content, answerId: message.id, at: message.created_at,
    intent: intent ?? null, options: options ?? null, offer: offer ?? null, wizard: wizard ?? null, operations: operations ?? [], error: error ?? null,
    grounding: grounding ?? null, model: model ?? null, canUndo: message.turn?.can_undo ?? false,
    ...storedWork(message.metadata),
  });
}

function turnOf(stored, messageId) {
  const turn = newTurn(stored.id, stored.status);
  turn.messageId = messageId;
  turn.number = stored.number;
  turn.receiptId = stored.receipt_id ?? "";
  turn.usage = {
    tokens: stored.tokens, cost: stored.cost, model: stored.model,
    first_text_ms: stored.first_text_ms, duration_ms: stored.duration_ms,
  };
  return turn;
}

// Earlier messages are loaded when the reader is near the top.

/** Watch `sentinel` at the top of the log; `next` is the cursor of the previous page, or null. Returns `load` and `hasMore`. */
export function startOlder({ sentinel, next, conversation, renderer, scroll }) {
  let from = next;
  const hasMore = () => from !== null;
  const load = oneAtATime(async () => {
    if (!hasMore()) return;
    const page = await getJson(`/api/v1/conversations/${conversation.id}/messages/?before=${from}&limit=50`);
    from = page.next;
    addStoredMessages(conversation.transcript, page.results);
    scroll.keepPlace(() => {
      renderer.markAll();
      renderer.flush();
    });
  });
  loadAtSight(sentinel, { load, hasMore, margin: "400px 0px 0px" });
  return { load, hasMore };
}

// Messages sent by other tabs while this one was disconnected.

/** Return a function that adds unknown turns of `conversation`. */
export const catchingUp = (conversation) => oneAtATime(async () => {
  if (!conversation.id) return;
  const asked = await unheard(conversation).catch(() => []); // tried again when the connection is back
  for (const message of asked) conversation.begunElsewhere(frameOf(message));
});

/** The newest questions, back to the first one with a known turn, in order. */
async function unheard({ id, transcript }, before = "") {
  const { results, next } = await getJson(`/api/v1/conversations/${id}/messages/?limit=50${before}`);
  results.forEach((message) => place(transcript, message));
  const isKnown = ({ turn }) => transcript.byTurn.has(turn?.id);
  const earlier = next && !results.some(isKnown) ? await unheard({ id, transcript }, `&before=${next}`) : [];
  return [...earlier, ...results.filter((message) => message.role === "user" && message.turn && !isKnown(message))];
}

/** Set a stored message's sequence: messages sent since the page was rendered have none. */
function place({ byMessage }, { id, sequence }) {
  const known = byMessage.get(id);
  if (known) known.sequence = Math.min(known.sequence, sequence);
}

const frameOf = ({ id, parent_id: parent, content, metadata, turn, created_at: at }) =>
  ({ turn_id: turn.id, message_id: id, parent_id: parent, content, attachments: metadata?.attachments, at });
