// The open conversation: what the person does becomes frames, what the server sends becomes transcript.
import { announceTurn, announceWork } from "./announcer.js";
import { Edits } from "./edits.js";
import {
  RUNNING, accept, acceptElsewhere, addOwnMessage, applyEvent, currentTurn, giveTurn, removeExchange,
} from "./state.js";

export class Conversation extends EventTarget {
  /** Events: `changed` (detail: exchange or null for all), `opened` (detail: its id), `limited` (detail: wait, message, exchange), `away` (what has to go at once cannot). */
  constructor({ id, transcript, socket }) {
    super();
    this.id = id;
    this.transcript = transcript;
    this.socket = socket;
    this.held = [];
    this.focus = null; // what a new one is about
    this.edits = new Edits(this);
  }

  /** Say `content`, with files. It shows at once; what is said before a new conversation has its id waits for that. */
  say(content, attachments = []) {
    const at = new Date().toISOString();
    const exchange = addOwnMessage(this.transcript, { id: crypto.randomUUID(), content, attachments, at });
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
    const frame = { type: "message", id: exchange.id, content: exchange.content, ...(attachments.length && { attachments }) };
    this.socket.sendSurely(this.id ? { ...frame, conversation_id: this.id } : { ...frame, ...(this.focus && { focus: this.focus }) });
  }

  /** Put back what an earlier visit of this tab wrote and the server has not acknowledged. */
  restore(frames) {
    for (const frame of frames) {
      if (this.transcript.byMessage.has(frame.id)) continue;
      if (frame.type === "edit") this.edits.restore(frame);
      if (frame.type === "message") addOwnMessage(this.transcript, { id: frame.id, content: frame.content, at: new Date().toISOString() });
    }
  }

  retry = (exchange) => this.again(exchange, { type: "retry" });
  correct = (exchange, action) => this.again(exchange, { type: "correct", action_type: action });

  again(exchange, frame) {
    const id = crypto.randomUUID();
    this.socket.sendSurely({ ...frame, id, turn_id: exchange.turn.id });
    giveTurn(this.transcript, exchange, id, "queued");
    this.changed(exchange);
  }

  /** Look at another answer of `exchange`; the conversation goes on as it did. */
  look = (exchange, turn) => {
    exchange.lookedAt = turn === exchange.turn ? null : turn;
    this.changed(exchange);
  };

  stop() {
    const turn = currentTurn(this.transcript);
    if (turn) this.cancel(turn);
  }

  /** Take back a message that still waits. Returns whether it went out: else it would be answered unseen. */
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

  /** Frames that ask for everything of each unfinished turn after what is known of it. */
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
