// Brings the transcript to the page: what changed, at most once a frame, keeping the reader's place.
import { dayName } from "./format.js";
import { ExchangeView } from "./exchange_view.js";
import { canBeEdited, isWaiting } from "./state.js";

export class Renderer {
  constructor({ log, transcript, scroll, actions }) {
    this.log = log;
    this.transcript = transcript;
    this.scroll = scroll;
    this.actions = actions;
    this.isOnline = true;
    this.views = new Map();
    this.changed = new Set();
    this.frame = 0;
  }

  /** Draw `exchange` at the next frame. */
  mark(exchange) {
    if (exchange) this.changed.add(exchange);
    this.frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Draw all exchanges at the next frame: their order, or the state of the connection, has changed. */
  markAll() {
    this.transcript.exchanges.forEach((exchange) => this.changed.add(exchange));
    this.mark(null);
  }

  /** Draw now. */
  flush() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const isAtEnd = this.scroll.isAtEnd();
    this.removeGone();
    this.transcript.exchanges.forEach((exchange, at) => this.draw(exchange, at));
    this.changed.clear();
    if (isAtEnd) this.scroll.toEnd();
  }

  draw(exchange, at) {
    const isNew = !this.views.has(exchange);
    if (!isNew && !this.changed.has(exchange)) return;
    if (isNew) this.place(exchange, at);
    const { exchanges } = this.transcript;
    this.views.get(exchange).update(exchange, {
      isLast: at === exchanges.length - 1, isOnline: this.isOnline,
      isWaiting: isWaiting(this.transcript, exchange), startsDay: startsDay(exchanges, at),
      canEdit: canBeEdited(this.transcript, exchange),
    });
  }

  place(exchange, at) {
    const view = new ExchangeView(this.actions);
    this.views.set(exchange, view);
    const before = this.transcript.exchanges[at - 1];
    if (before) this.views.get(before).node.after(view.node);
    else this.log.prepend(view.node);
  }

  removeGone() {
    const present = new Set(this.transcript.exchanges);
    for (const [exchange, view] of this.views) {
      if (present.has(exchange)) continue;
      view.node.remove();
      this.views.delete(exchange);
    }
  }
}

/** The day stands before the first exchange of a day, unless all there is was said today. */
function startsDay(exchanges, at) {
  const day = dayName(exchanges[at].at);
  return at === 0 ? day !== "Today" : day !== dayName(exchanges[at - 1].at);
}
