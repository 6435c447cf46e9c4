// Files in the transcript: those that came with a message, and those that agents wrote.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileSize } from "../../static/js/chat/format.js";
import { addStoredMessages } from "../../static/js/chat/transcript/conversation.js";
import { accept, acceptElsewhere, addOwnMessage, applyEvent, createTranscript } from "../../static/js/chat/transcript/state.js";

const AT = "2026-11-21T09:02:11.482Z";
const file = (id, name = `${id}.csv`) => ({ id, name, media_type: "text/csv", size: 8, link: `/api/v1/files/${id}/` });
const written = (seq, one) => ({ seq, type: "file", data: { file: one }, turn_id: "t1", at: AT });

test("files that are written while a turn runs stand in their order, each once", () => {
  const transcript = createTranscript();
  const exchange = addOwnMessage(transcript, { id: "m1", content: "Make two", at: AT });
  accept(transcript, { id: "m1", message_id: "m1", turn_id: "t1", status: "running", stored: true });
  for (const [seq, one] of [[1, file("a")], [2, file("b")], [3, file("a")]]) applyEvent(transcript, written(seq, one));
  assert.deepEqual(exchange.turn.files.map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(exchange.attachments, []);
});

test("a stored exchange has the files of both sides", () => {
  const transcript = createTranscript();
  const stored = (sequence, role, metadata) => ({
    id: `${role}-1`, role, content: "x", sequence, status: "complete", created_at: AT, metadata,
    parent_id: role === "assistant" ? "user-1" : null, turn: { id: "t1", status: "completed" },
  });
  addStoredMessages(transcript, [stored(2, "assistant", { files: [file("b")] })]);
  addStoredMessages(transcript, [stored(1, "user", { attachments: [file("a")] })]);
  const [exchange] = transcript.exchanges;
  assert.deepEqual([exchange.attachments[0].id, exchange.turn.files[0].id], ["a", "b"]);
});

test("another tab's message brings its files", () => {
  const transcript = createTranscript();
  const exchange = acceptElsewhere(transcript, { message_id: "m2", turn_id: "t2", content: "x", attachments: [file("a")] }, AT);
  assert.equal(exchange.attachments[0].name, "a.csv");
});

test("sizes are told in the unit that people would use", () => {
  assert.deepEqual([0, 640, 12_400, 3_600_000].map(fileSize), ["0 B", "640 B", "12 KB", "3.4 MB"]);
});
