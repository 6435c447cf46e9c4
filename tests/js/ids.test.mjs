// Ids that the page makes. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../static/js/chat/transport.js";

const madeAt = (id) => parseInt(id.replaceAll("-", "").slice(0, 12), 16);

test("an id is a UUIDv7 that tells when it was made", () => {
  const before = Date.now();
  const id = newId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(before <= madeAt(id) && madeAt(id) <= Date.now());
  assert.notEqual(newId(), id);
});
