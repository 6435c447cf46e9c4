// One WebSocket that comes back: heartbeat, back-off with jitter, and frames that wait until the server has them.

const SILENCE_MS = 45_000; // the server pings each 20 s
const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 15_000;
const TRIES = 10; // about a minute and a half, then the person decides
const SIGNED_OUT = 4401;
const NO_ACCESS = 4403;

/**
 * Tells `onStatus` one of connecting, open, reconnecting, offline, lost, signed-out, no-access, and `onFrame` each
 * frame. `resume()` returns the frames to send after each opening: subscriptions, after the last event seen.
 */
export class ChatSocket {
  constructor({ url, outbox, onFrame, onStatus, resume }) {
    this.url = url;
    this.outbox = outbox;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.resume = resume;
    this.tries = 0;
    this.socket = null;
    this.timers = {};
    addEventListener("online", () => this.reconnectNow());
    addEventListener("offline", () => this.goOffline());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  connect() {
    clearTimeout(this.timers.retry);
    if (!navigator.onLine) return this.onStatus("offline");
    this.onStatus(this.tries ? "reconnecting" : "connecting");
    this.leave();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    const on = (name, act) => socket.addEventListener(name, (event) => socket === this.socket && act(event));
    on("open", () => this.opened());
    on("message", (event) => this.received(event.data));
    on("close", (event) => this.closed(event.code));
    this.listen(); // a handshake may fall silent too
  }

  /** Send now if there is a connection; what comes from `outbox` is sent again after each opening. */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Keep `frame` until it is acknowledged by its id, and send it as soon as there is a connection. */
  sendSurely(frame) {
    this.outbox.put(frame);
    return this.send(frame);
  }

  reconnectNow() {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    this.tries = 1;
    this.connect();
  }

  opened() {
    this.tries = 0;
    this.onStatus("open");
    this.listen();
    for (const frame of this.outbox.all()) this.send(frame);
    for (const frame of this.resume()) this.send(frame);
  }

  received(text) {
    this.listen();
    const frame = JSON.parse(text);
    if (frame.type === "ping") this.send({ type: "pong" });
    else if (frame.type !== "pong") this.onFrame(frame);
  }

  listen() {
    clearTimeout(this.timers.silence);
    this.timers.silence = setTimeout(() => this.drop(), SILENCE_MS);
  }

  closed(code) {
    clearTimeout(this.timers.silence);
    if (code === SIGNED_OUT) return this.onStatus("signed-out");
    if (code === NO_ACCESS) return this.onStatus("no-access");
    if (!navigator.onLine) return this.onStatus("offline");
    this.tries += 1;
    if (this.tries > TRIES) return this.onStatus("lost");
    this.onStatus("reconnecting");
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.tries);
    this.timers.retry = setTimeout(() => this.connect(), ceiling / 2 + (Math.random() * ceiling) / 2);
  }

  /** Leave a connection that says nothing. */
  drop() {
    this.leave();
    this.closed(1006);
  }

  /** Hear no more of a connection, without waiting for its closing handshake. */
  leave() {
    const left = this.socket;
    this.socket = null;
    left?.close();
  }

  goOffline() {
    clearTimeout(this.timers.retry);
    this.drop();
    clearTimeout(this.timers.retry);
    this.onStatus("offline");
  }

  wake() {
    if (!this.send({ type: "ping" }) && this.tries) this.reconnectNow();
  }
}
