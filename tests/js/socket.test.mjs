// The socket that comes back, and the frames that wait for it. Run by node's own test runner.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { FakeSocket, FakeStorage, installBrowser } from "./browser.mjs";
import { ChatSocket, Outbox } from "../../static/js/chat/transport.js";

let statuses, frames, socket, storage;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeSocket.made = [];
  installBrowser();
  [statuses, frames, storage] = [[], [], new FakeStorage()];
  socket = new ChatSocket({
    url: "ws://x/", outbox: new Outbox("c1", storage), onFrame: (frame) => frames.push(frame),
    onStatus: (status) => statuses.push(status), resume: () => [{ type: "subscribe", turn_id: "t1", after: 7 }],
  });
  socket.connect();
});

const message = { type: "message", id: "m1", content: "Hello" };

const setOnline = (onLine) => Object.assign(navigator, { onLine });

test("what is written before the connection stands goes out when it does", () => {
  assert.equal(socket.sendSurely(message), false);
  FakeSocket.latest.open();
  assert.deepEqual(FakeSocket.latest.sent, [message, { type: "subscribe", turn_id: "t1", after: 7 }]);
});

test("after a drop it reconnects, sends again what was not acknowledged and asks for the rest of each turn", () => {
  FakeSocket.latest.open();
  socket.sendSurely(message);
  FakeSocket.latest.close();
  assert.equal(statuses.at(-1), "reconnecting");
  mock.timers.tick(1000);
  assert.equal(FakeSocket.made.length, 2);
  FakeSocket.latest.open();
  assert.deepEqual(FakeSocket.latest.sent.map(({ type }) => type), ["message", "subscribe"]);
  assert.equal(statuses.at(-1), "open");
});

test("an acknowledged frame is not sent again", () => {
  FakeSocket.latest.open();
  socket.sendSurely(message);
  socket.outbox.take("m1");
  FakeSocket.latest.close();
  mock.timers.tick(1000);
  FakeSocket.latest.open();
  assert.deepEqual(FakeSocket.latest.sent.map(({ type }) => type), ["subscribe"]);
});

test("a reload of the tab finds what was not acknowledged", () => {
  socket.sendSurely(message);
  assert.deepEqual(new Outbox("c1", storage).all(), [message]);
});

test("silence longer than two heartbeats counts as a drop", () => {
  FakeSocket.latest.open();
  mock.timers.tick(44_000);
  FakeSocket.latest.say({ type: "ping" });
  mock.timers.tick(44_000);
  assert.equal(statuses.at(-1), "open");
  mock.timers.tick(2_000);
  assert.equal(statuses.at(-1), "reconnecting");
});

test("a ping is answered and not passed on", () => {
  FakeSocket.latest.open();
  FakeSocket.latest.say({ type: "ping" });
  assert.deepEqual(FakeSocket.latest.sent.at(-1), { type: "pong" });
  assert.deepEqual(frames, []);
});

test("it gives up after ten tries, and tries again when asked", () => {
  for (let attempt = 0; attempt <= 10; attempt += 1) {
    FakeSocket.latest.close();
    mock.timers.tick(15_000);
  }
  assert.equal(statuses.at(-1), "lost");
  const before = FakeSocket.made.length;
  socket.reconnectNow();
  assert.equal(FakeSocket.made.length, before + 1);
});

test("a session that is over is not knocked at again", () => {
  FakeSocket.latest.open();
  FakeSocket.latest.close(4401);
  mock.timers.tick(60_000);
  assert.equal(statuses.at(-1), "signed-out");
  assert.equal(FakeSocket.made.length, 1);
});

test("going offline says so at once, and coming back connects without a pause", () => {
  const window = installBrowser();
  socket = new ChatSocket({
    url: "ws://x/", outbox: new Outbox("c1", storage), onFrame() {}, onStatus: (status) => statuses.push(status), resume: () => [],
  });
  socket.connect();
  FakeSocket.latest.open();
  setOnline(false);
  window.dispatchEvent(new Event("offline"));
  assert.equal(statuses.at(-1), "offline");
  setOnline(true);
  const before = FakeSocket.made.length;
  window.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.made.length, before + 1);
});

test("who asks for another connection while one opens hears the new one alone", () => {
  const [slow] = FakeSocket.made;
  socket.reconnectNow();
  assert.equal(slow.readyState, 3);
  slow.open();
  slow.say({ type: "conversation" });
  assert.deepEqual([frames, FakeSocket.latest.sent], [[], []]);
  FakeSocket.latest.open();
  assert.equal(statuses.at(-1), "open");
});

test("a handshake that nobody answers counts as a drop", () => {
  mock.timers.tick(46_000);
  assert.equal(statuses.at(-1), "reconnecting");
});
