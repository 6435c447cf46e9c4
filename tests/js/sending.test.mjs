// What is sent once, and what is stored one after the other. Run by node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn, sendingOnce } from "../../static/js/shell/pacing.js";

const settle = () => new Promise((done) => { setImmediate(done); });

function fakeForm() {
  const attributes = new Map();
  return { attributes, setAttribute: (name, value) => attributes.set(name, value), removeAttribute: (name) => attributes.delete(name) };
}

test("what is sent again while it is under way is left out, and can be sent again after a failure", async () => {
  const ends = [];
  const send = sendingOnce(() => new Promise((end, fail) => { ends.push({ end, fail }); }));
  const event = { preventDefault() {}, currentTarget: fakeForm() };
  const first = send(event);
  send(event);
  assert.equal(ends.length, 1);
  assert.equal(event.currentTarget.attributes.get("aria-busy"), "true");
  ends[0].fail(new Error("away"));
  await assert.rejects(first);
  assert.equal(event.currentTarget.attributes.size, 0);
  send(event);
  assert.equal(ends.length, 2);
});

test("changes are stored in their order, each after the one before has ended, also where that failed", async () => {
  const next = inTurn();
  const begun = [];
  const ends = [];
  const work = (name) => () => new Promise((end, fail) => { begun.push(name); ends.push({ end, fail }); });
  const first = next(work("first"));
  const second = next(work("second"));
  await settle();
  assert.deepEqual(begun, ["first"]);
  ends[0].fail(new Error("refused"));
  await assert.rejects(first, /refused/);
  await settle();
  assert.deepEqual(begun, ["first", "second"]);
  ends[1].end("done");
  assert.equal(await second, "done");
});
