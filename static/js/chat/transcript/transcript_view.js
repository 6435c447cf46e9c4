// The transcript on the page: exchanges in order, questions, and the scroll position.
import { el, icon, iconButton } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { onceHere } from "../../shell/pacing.js";
import { clock, dayName } from "../format.js";
import { attachedChips } from "./answer_parts.js";
import { AnswerView } from "./answer_view.js";
import { answersBeforeEdit, answersOf, canBeEdited, isWaiting, shownQuestion } from "./state.js";

// Renders changes of the transcript, at most once per frame, keeping the scroll position.

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

  /** Redraw `exchange` at the next frame. */
  mark(exchange) {
    if (exchange) this.changed.add(exchange);
    this.frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Redraw all exchanges at the next frame: their order, or the connection, has changed. */
  markAll() {
    this.transcript.exchanges.forEach((exchange) => this.changed.add(exchange));
    this.mark(null);
  }

  /** Draw now. */
  flush() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.removeGone();
    this.transcript.exchanges.forEach((exchange, at) => this.draw(exchange, at));
    this.changed.clear();
    this.scroll.settle();
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

/** A date heading precedes the first exchange of a day, unless all are from today. */
function startsDay(exchanges, at) {
  const day = dayName(exchanges[at].at);
  return at === 0 ? day !== gettext("Today") : day !== dayName(exchanges[at - 1].at);
}

// One exchange on the page: date heading, question, answer.

class ExchangeView {
  constructor(actions) {
    this.day = el("p", { class: "day", hidden: true }, el("span"));
    this.question = new QuestionView(actions);
    this.answer = new AnswerView(actions);
    this.node = el("div", { class: "exchange" }, this.day, this.question.node, this.answer.node);
  }

  /** `around`: isLast, isWaiting, isOnline, startsDay, canEdit. */
  update(exchange, around) {
    this.node.dataset.message = exchange.id;
    this.node.hidden = around.isWaiting;
    this.day.hidden = !around.startsDay;
    this.day.firstChild.textContent = dayName(exchange.at);
    this.question.update(exchange, around);
    this.answer.update(exchange, around);
  }
}

// The question of one exchange: bubble, files, delivery status, and the editor.

const editView = onceHere(() => import("./edit_view.js"));
const undo = onceHere(() => import("../work/undo.js"));

class QuestionView {
  constructor(actions) {
    this.actions = actions;
    this.bubble = el("div", { class: "bubble", dir: "auto" });
    this.pencil = iconButton("pencil", gettext("Edit message"), () => actions.edits.begin(this.exchange), "s");
    this.said = el("div", { class: "said" }, this.pencil, this.bubble);
    this.attached = el("ul", { class: "attached", hidden: true, "aria-label": gettext("Attached files") });
    this.sideEffects = null;
    this.editor = null;
    this.again = () => {}; // redraws once a lazily loaded part has arrived
    this.delivery = el("div", { class: "part", hidden: true });
    this.node = el("article", { class: "turn you" }, this.said, this.attached, this.delivery);
  }

  update(exchange, around) {
    this.exchange = exchange;
    this.again = () => this.actions.draw(exchange);
    const { content, attachments, at } = shownQuestion(exchange);
    this.node.hidden = content === null;
    this.node.setAttribute("aria-label", gettext("You, {time}", { time: clock(at) }));
    if (this.bubble.textContent !== content) this.bubble.textContent = content;
    this.pencil.hidden = !around.canEdit || exchange.lookedAt !== null;
    this.showAttached(attachments);
    this.showEdit(exchange, around);
    this.showSideEffects(exchange.lookedAt ? [] : exchange.edit ? answersOf(exchange) : answersBeforeEdit(exchange));
    this.showDelivery(exchange, around);
  }

  showEdit({ edit }, around) {
    const module = edit && editView(this.again);
    this.said.hidden = module !== null;
    if (module && !this.editor) this.openEditor(module, edit);
    if (module) this.editor.update(edit, around);
    else if (this.editor) this.closeEditor();
  }

  /** Show effects of `turns` that an edit does not undo. */
  showSideEffects(turns) {
    const module = turns.length > 0 && undo(this.again);
    if (module && !this.sideEffects) {
      this.sideEffects = new module.SideEffectsNote();
      this.attached.after(this.sideEffects.node);
    }
    this.sideEffects?.update(turns);
  }

  openEditor({ EditView }, edit) {
    const { send, leave } = this.actions.edits;
    this.editor = new EditView(edit, { send: (content) => send(this.exchange, content), leave: () => leave(this.exchange) });
    this.said.after(this.editor.node);
    this.editor.focus();
  }

  /** Move the focus to the composer after sending, else to the editor's opener if it still exists. */
  closeEditor() {
    const { node, opener, isSending } = this.editor;
    const focused = document.activeElement;
    const hadFocus = node.contains(focused) || focused === document.body; // a disabled button loses the focus
    this.editor = null;
    node.remove();
    if (!hadFocus) return;
    if (!isSending && opener.checkVisibility()) opener.focus();
    else this.actions.toComposer();
  }

  showAttached(files) {
    if (files === this.shown) return;
    this.shown = files;
    this.attached.hidden = files.length === 0;
    this.attached.replaceChildren(...attachedChips(files));
  }

  showDelivery(exchange, { isOnline }) {
    const tag = this.deliveryTag(exchange, isOnline);
    this.delivery.replaceChildren(...(tag ? [tag] : []));
    this.delivery.hidden = !tag;
  }

  deliveryTag(exchange, isOnline) {
    if (exchange.delivery === "failed") {
      const again = el("button", { type: "button", class: "link", onclick: () => this.actions.sendAgain(exchange) }, gettext("Send again"));
      const why = exchange.failure?.message ?? gettext("Not sent.");
      return el("span", { class: "tag bad", role: "alert" }, icon("alert", "s"), gettext("Not sent. {reason}", { reason: why }), " ", again);
    }
    if (exchange.delivery === "sending" && !isOnline) return el("span", { class: "tag" }, icon("clock", "s"), gettext("Waiting to be sent"));
    return null;
  }
}

// Auto-scroll: follows the end only while the reader is there.

const NEAR = 80; // pixels

export class Scroll {
  constructor(jump) {
    this.jump = jump;
    this.isHeld = true; // follows the end
    this.lastTop = 0;
    /** @type {Element | null} */
    this.place = null; // the target of a link, until the reader scrolls
    for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(move, () => { this.place = null; }, { passive: true });
    jump.addEventListener("click", () => this.toEnd());
    addEventListener("scroll", () => this.noticeScroll(), { passive: true });
    addEventListener("resize", () => this.isHeld && this.toEnd());
  }

  /** Restore the scroll position after a redraw. */
  settle() {
    if (this.place) this.stayAt(this.place);
    else if (this.isHeld) this.toEnd();
  }

  /** Keep `node` in view, whatever is drawn around it, until the reader scrolls. */
  stayAt(node) {
    this.place = node;
    this.isHeld = false;
    node.scrollIntoView({ block: "center", behavior: "instant" });
  }

  toEnd() {
    this.place = null;
    this.isHeld = true;
    this.jump.hidden = true;
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  }

  /** Run `change`, which adds content above, without moving the visible part. */
  keepPlace(change) {
    const page = document.documentElement;
    const fromEnd = page.scrollHeight - scrollY;
    change();
    scrollTo({ top: page.scrollHeight - fromEnd, behavior: "instant" });
  }

  noticeScroll() {
    const isNear = this.distance() < NEAR;
    const movedUp = scrollY < this.lastTop;
    this.lastTop = scrollY;
    this.jump.hidden = isNear;
    if (this.place) return;
    if (this.distance() < 2) this.isHeld = true; // also if the page shrank while the reader was at its end
    else if (movedUp) this.isHeld = false;
    else if (isNear) this.isHeld = true;
  }

  distance() {
    return document.documentElement.scrollHeight - innerHeight - scrollY;
  }
}

// Opens a conversation at one message: "#s12" is its sequence number.

/** Load earlier messages until the one in `hash` is there, and scroll to it; does nothing without one. */
export async function goToMessage(hash, { transcript, older, catchUp, log, scroll }) {
  const sequence = Number(/^#s(\d+)$/.exec(hash)?.[1] ?? 0);
  if (!sequence) return;
  scroll.isHeld = false;
  if (transcript.exchanges.some((one) => one.sequence === Infinity)) await catchUp(); // sent since the page was rendered
  while (older.hasMore() && !(transcript.exchanges[0]?.sequence <= sequence)) await older.load();
  const exchange = transcript.exchanges.findLast((one) => one.sequence <= sequence);
  const node = exchange && log.querySelector(`[data-message="${exchange.id}"]`);
  if (!node) return;
  log.querySelector(".found")?.classList.remove("found");
  node.classList.add("found");
  scroll.stayAt(node);
}
