// What has to reach the server at once, while it cannot. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../static/js/chat/transcript/conversation.js";
import { accept, addOwnMessage, createTranscript } from "../../static/js/chat/transcript/state.js";

function conversation(isOpen) {
  const transcript = createTranscript();
  const [running, waiting] = ["m1", "m2"].map((id) => addOwnMessage(transcript, { id, content: id, at: "2026-11-22T09:00:00Z" }));
  accept(transcript, { id: "m1", message_id: "m1", turn_id: "t1", status: "running", stored: true });
  accept(transcript, { id: "m2", message_id: "m2", turn_id: "t2", status: "queued", stored: true });
  const sent = [];
  const made = new Conversation({ id: "c", transcript, socket: { send: (frame) => isOpen && sent.push(frame) > 0 } });
  const told = [];
  made.addEventListener("away", () => told.push("away"));
  return { made, transcript, running, waiting, sent, told };
}

test("a message that waits is only gone once the server can be told", () => {
  const away = conversation(false);
  assert.equal(away.made.withdraw(away.waiting), false);
  assert.deepEqual([away.transcript.exchanges.length, away.told], [2, ["away"]]);
  const here = conversation(true);
  assert.equal(here.made.withdraw(here.waiting), true);
  assert.deepEqual([here.transcript.exchanges, here.sent, here.told], [[here.running], [{ type: "cancel", turn_id: "t2" }], []]);
});

test("a stop that cannot go out is told", () => {
  const away = conversation(false);
  away.made.stop();
  assert.deepEqual(away.told, ["away"]);
});
