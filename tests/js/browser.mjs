// Just enough of a browser for modules that speak to the network: events, storage, and a WebSocket led by hand.

export class FakeSocket extends EventTarget {
  static OPEN = 1;
  static made = [];

  constructor(url) {
    super();
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    FakeSocket.made.push(this);
  }

  static get latest() {
    return FakeSocket.made.at(-1);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  say(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  close(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

export class FakeStorage {
  constructor() {
    this.values = new Map();
  }

  getItem = (key) => this.values.get(key) ?? null;
  setItem = (key, value) => void this.values.set(key, value);
  removeItem = (key) => void this.values.delete(key);
}

/** Set the globals that the modules under test expect. Returns the window, to dispatch events on. */
export function installBrowser() {
  const window = new EventTarget();
  const globals = {
    WebSocket: FakeSocket, document: Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: "en" } }), navigator: { onLine: true },
    addEventListener: window.addEventListener.bind(window),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return window;
}
