// All communication with the server: requests, uploads, the outbox, the socket.
import { gettext } from "../shell/language.js";

// REST: JSON in, JSON out, errors with the server's message for people.

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? gettext("The server did not answer as it should. Try again in a moment."));
    this.status = status;
    this.code = problem.code ?? "";
    this.retryable = problem.retryable ?? false;
  }
}

const READING_MS = 30_000; // read timeout
const WRITING_MS = 60_000;

/** The CSRF token for writes from our own pages. */
export const csrfToken = () => /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="csrf-token"]')).content;

export const getJson = (path, signal) => request("GET", path, undefined, untilLate(signal));
export const sendJson = (method, path, body, patience = WRITING_MS) => request(method, path, body, AbortSignal.timeout(patience));

/** Fetch the page at `path` as a detached document, or null if it is gone. Throws ApiError. */
export async function getPage(path) {
  const response = await fetch(path, { headers: { Accept: "text/html" }, signal: untilLate() }).catch(unheard);
  if (response.status === 404) return null;
  if (!response.ok || response.redirected) throw new ApiError(response.status, {});
  const text = await response.text().catch(unheard);
  return new DOMParser().parseFromString(text, "text/html");
}

function untilLate(signal) {
  const late = AbortSignal.timeout(READING_MS);
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** Throws ApiError; dispatches the event `signed-out` if the session is over. */
async function request(method, path, body, signal) {
  const lost = method === "GET" ? unheard : uncertain;
  const response = await fetch(path, {
    method,
    signal,
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken(), "Page-Language": document.documentElement.lang },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(lost);
  if (response.status === 401) dispatchEvent(new Event("signed-out"));
  if (response.ok) return response.status === 204 ? null : response.json().catch(lost);
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}

const AWAY = gettext("There is no connection. Try again when you are online.");

/**
 * The connection broke, before or during the response, or timed out.
 * @returns {never}
 */
function unheard({ name }, late = gettext("The server did not answer in time. Try again in a moment.")) {
  throw new ApiError(0, { detail: name === "TimeoutError" ? late : AWAY, retryable: true });
}

/** @returns {never} */
const uncertain = (error) => unheard(error, gettext("The server did not answer in time. It may have been done all the same: look before you try again."));

// Uploads one file with progress, which fetch cannot report.

/**
 * Return {stored, cancel}: `stored` resolves to the stored file, or rejects with an ApiError;
 * `onProgress` gets the share that was sent, 0 to 1.
 */
export function upload(file, onProgress) {
  const transfer = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file);
  const stored = new Promise((resolve, reject) => {
    transfer.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    transfer.addEventListener("load", () => settle(transfer, resolve, reject));
    transfer.addEventListener("error", () => reject(new ApiError(0, { detail: gettext("The connection broke off. Attach it again.") })));
  });
  transfer.open("POST", "/api/v1/files/");
  transfer.setRequestHeader("X-CSRFToken", csrfToken());
  transfer.setRequestHeader("Page-Language", document.documentElement.lang);
  transfer.setRequestHeader("Accept", "application/json");
  transfer.responseType = "json";
  transfer.send(form);
  return { stored, cancel: () => transfer.abort() };
}

function settle(transfer, resolve, reject) {
  if (transfer.status === 401) dispatchEvent(new Event("signed-out"));
  if (transfer.status === 201) resolve(transfer.response);
  else reject(new ApiError(transfer.status, transfer.response ?? {}));
}

// Unacknowledged frames. They survive a reload of the tab, so that no message is lost; sending one again is
// harmless, since its id makes it the same message.

export class Outbox {
  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage */
  constructor(key, storage = sessionStorage) {
    this.key = `omniforge.outbox.${key}`;
    this.storage = storage;
    this.frames = JSON.parse(storage.getItem(this.key) ?? "[]");
  }

  all() {
    return [...this.frames];
  }

  put(frame) {
    this.frames = [...this.frames.filter((one) => one.id !== frame.id), frame];
    this.save();
  }

  /** Remove and return the frame with `id`, or undefined. */
  take(id) {
    const found = this.frames.find((one) => one.id === id);
    if (found) {
      this.frames = this.frames.filter((one) => one !== found);
      this.save();
    }
    return found;
  }

  /** Move the frames to another key: the conversation has got its id. */
  moveTo(key) {
    this.storage.removeItem(this.key);
    this.key = `omniforge.outbox.${key}`;
    this.save();
  }

  save() {
    if (this.frames.length) this.storage.setItem(this.key, JSON.stringify(this.frames));
    else this.storage.removeItem(this.key);
  }
}

// A reconnecting WebSocket: heartbeat, back-off with jitter, and frames that wait for acknowledgement.

const SILENCE_MS = 45_000; // the server pings every 20 s
const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 15_000;
const TRIES = 10; // about a minute and a half, then the person decides
const SIGNED_OUT = 4401;
const NO_ACCESS = 4403;

/**
 * Calls `onStatus` with connecting, open, reconnecting, offline, lost, signed-out or no-access, and `onFrame` with each
 * frame. `resume()` returns the frames to send whenever it opens: subscriptions, after the last event seen.
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
    this.listen(); // a handshake may hang too
  }

  /** Send now if connected; frames of the `outbox` are sent again whenever the socket opens. */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Keep `frame` until its id is acknowledged, and send it as soon as there is a connection. */
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

  /** Drop a silent connection. */
  drop() {
    this.leave();
    this.closed(1006);
  }

  /** Detach from a connection, without waiting for its closing handshake. */
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

const VERSION = 0x70;
const VARIANT = 0x80;

/** Return the id of a new message, a UUIDv7 (RFC 9562, section 5.7): they sort by creation time. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const now = Date.now();
  for (let place = 0; place < 6; place += 1) bytes[place] = Math.floor(now / 256 ** (5 - place)) % 256;
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
