// The transcript as it grows from frames: order, repeats, retries, tabs. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addStoredMessages } from "../../static/js/chat/transcript/conversation.js";
import {
  accept, acceptElsewhere, addOwnMessage, answersOf, applyEvent, createTranscript, currentTurn, giveTurn, isWaiting, removeExchange, standingAnswer,
} from "../../static/js/chat/transcript/state.js";

const AT = "2026-11-21T09:02:11.482Z";
const event = (seq, type, data = {}, turn = "t1") => ({ seq, type, data, turn_id: turn, at: AT });
const accepted = (id, turn, status = "running") => ({ id, message_id: id, turn_id: turn, status, stored: true });

function asked(content = "Hello") {
  const transcript = createTranscript();
  const exchange = addOwnMessage(transcript, { id: "m1", content, at: AT });
  accept(transcript, accepted("m1", "t1"));
  return { transcript, exchange };
}

test("an answer grows by its deltas and ends with done", () => {
  const { transcript, exchange } = asked();
  applyEvent(transcript, event(1, "session", { degraded: "" }));
  applyEvent(transcript, event(2, "text_delta", { text: "Hel" }));
  applyEvent(transcript, event(3, "text_delta", { text: "lo" }));
  applyEvent(transcript, event(4, "done", { finish_reason: "completed", stored: true, usage: { tokens: 3 }, message_id: "a1" }));
  assert.equal(exchange.turn.text, "Hello");
  assert.equal(exchange.turn.status, "completed");
  assert.equal(currentTurn(transcript), null);
});

test("an event that comes twice counts once", () => {
  const { transcript, exchange } = asked();
  const delta = event(1, "text_delta", { text: "once" });
  assert.ok(applyEvent(transcript, delta));
  assert.equal(applyEvent(transcript, delta), null);
  assert.equal(exchange.turn.text, "once");
});

test("a joined delta after a resume replaces nothing that was seen", () => {
  const { transcript, exchange } = asked();
  applyEvent(transcript, event(2, "text_delta", { text: "ab" }));
  applyEvent(transcript, event(5, "text_delta", { text: "cde" }));
  assert.equal(exchange.turn.text, "abcde");
  assert.equal(exchange.turn.lastSeq, 5);
});

test("events of a turn that is not on this page are left alone", () => {
  const { transcript } = asked();
  assert.equal(applyEvent(transcript, event(1, "text_delta", { text: "x" }, "other")), null);
});

test("a retry keeps the earlier answer to look at, without late events of it", () => {
  const { transcript, exchange } = asked();
  applyEvent(transcript, event(1, "text_delta", { text: "old" }));
  giveTurn(transcript, exchange, "t2", "queued");
  assert.equal(applyEvent(transcript, event(2, "text_delta", { text: "late" })), null);
  applyEvent(transcript, event(1, "text_delta", { text: "new" }, "t2"));
  assert.equal(exchange.turn.text, "new");
  assert.deepEqual(texts(exchange), ["old", "new"]);
});

test("a try that says nothing leaves the answer before it in its place", () => {
  const { transcript, exchange } = asked();
  applyEvent(transcript, event(1, "text_delta", { text: "old" }));
  for (const turn of ["t2", "t3"]) giveTurn(transcript, exchange, turn, "failed");
  assert.deepEqual(texts(exchange), ["old", ""]);
  assert.equal(standingAnswer(exchange).text, "old");
});

test("a second message waits until the first is answered", () => {
  const { transcript, exchange } = asked();
  const second = addOwnMessage(transcript, { id: "m2", content: "And then?", at: AT });
  accept(transcript, accepted("m2", "t2", "queued"));
  assert.equal(isWaiting(transcript, exchange), false);
  assert.equal(isWaiting(transcript, second), true);
  applyEvent(transcript, event(1, "done", { finish_reason: "completed" }));
  applyEvent(transcript, event(1, "session", {}, "t2"));
  assert.equal(isWaiting(transcript, second), false);
});

test("a message from another tab appears once, and our own is not doubled by its announcement", () => {
  const { transcript } = asked();
  const frame = { turn_id: "t9", message_id: "m9", content: "From the other tab" };
  assert.equal(acceptElsewhere(transcript, frame, AT).content, "From the other tab");
  assert.equal(acceptElsewhere(transcript, frame, AT), null);
  addOwnMessage(transcript, { id: "m3", content: "mine", at: AT });
  assert.equal(acceptElsewhere(transcript, { turn_id: "t3", message_id: "m3", content: "mine" }, AT), null);
  assert.equal(transcript.exchanges.length, 3);
});

test("a message taken back leaves no trace", () => {
  const { transcript, exchange } = asked();
  removeExchange(transcript, exchange);
  assert.equal(transcript.exchanges.length, 0);
  assert.equal(transcript.byMessage.size + transcript.byTurn.size, 0);
});

test("an operation that was started becomes the one that is done", () => {
  const { transcript, exchange } = asked();
  const operation = { action: "create", entity_type: "agent", entity_name: "notion-reporter" };
  applyEvent(transcript, event(1, "operation", { ...operation, status: "started" }));
  applyEvent(transcript, event(2, "operation", { ...operation, status: "done" }));
  assert.deepEqual(exchange.turn.operations.map(({ status }) => status), ["done"]);
});

const stored = (sequence, role, turn, extra = {}) => ({
  id: `${role}-${sequence}`, role, content: `${role} ${sequence}`, sequence, status: "complete", created_at: AT, metadata: {},
  parent_id: role === "assistant" ? `user-${sequence - 1}` : null,
  turn: turn && { id: turn, number: Number(turn.slice(1)), status: "completed", tokens: 5, cost: "0.001" }, ...extra,
});
const texts = (exchange) => answersOf(exchange).map(({ text }) => text);

test("stored messages stand in the order of their sequence, whatever order they come in", () => {
  const transcript = createTranscript();
  addStoredMessages(transcript, [stored(4, "assistant", "t2"), stored(1, "user", "t1"), stored(3, "user", "t2"), stored(2, "assistant", "t1")]);
  assert.deepEqual(transcript.exchanges.map(({ content, turn }) => [content, turn.text]), [["user 1", "assistant 2"], ["user 3", "assistant 4"]]);
});

test("an answer cut from its question by a page's edge finds it in the page before", () => {
  const transcript = createTranscript();
  addStoredMessages(transcript, [stored(2, "assistant", "t1"), stored(3, "user", "t2")]);
  assert.equal(transcript.exchanges[0].content, null);
  addStoredMessages(transcript, [stored(1, "user", "t1")]);
  assert.equal(transcript.exchanges.length, 2);
  assert.deepEqual([transcript.exchanges[0].content, transcript.exchanges[0].turn.text], ["user 1", "assistant 2"]);
});

test("answers that were superseded come back with a reload, in their order, also from the page before", () => {
  const again = (sequence, turn, status) => stored(sequence, "assistant", turn, { parent_id: "user-1", status });
  const transcript = createTranscript();
  addStoredMessages(transcript, [again(6, "t3", "complete"), again(4, "t2", "superseded")]);
  addStoredMessages(transcript, [again(2, "t1", "superseded"), stored(1, "user", "t3")]);
  assert.equal(transcript.exchanges.length, 1);
  const [exchange] = transcript.exchanges;
  assert.deepEqual(texts(exchange), ["assistant 2", "assistant 4", "assistant 6"]);
  assert.deepEqual([exchange.content, exchange.turn.text], ["user 1", "assistant 6"]);
});

test("a turn that runs on while the page is loaded goes on from the stored question", () => {
  const transcript = createTranscript();
  addStoredMessages(transcript, [stored(1, "user", "t1", { turn: { id: "t1", status: "running" } })]);
  applyEvent(transcript, event(1, "text_delta", { text: "on and on" }));
  assert.equal(currentTurn(transcript).text, "on and on");
});
