// The answer of one exchange: author and intent, then text, cards, notices and the row of actions.
import { copyText, el, focusedIn, icon, iconButton } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { onceHere } from "../../shell/pacing.js";
import { clock, exactClock, seconds } from "../format.js";
import { announce } from "../notices.js";
import { Prose } from "../prose.js";
import { told } from "../told.js";
import {
  approvalLines, fileCards, groundingLine, intentChip, noticesOf, optionCards, pausedLine, receiptButton, sourceCards, thinkingLine,
} from "./answer_parts.js";
import { answersOf, approvalsKey, hasWork, isTakenIn, newTurn, RUNNING, shownAnswer, standingAnswer } from "./state.js";

const workView = onceHere(() => import("../work/work_view.js"));
const operationChips = onceHere(() => import("../operation_chips.js"));
const wizard = onceHere(() => import("./wizard.js"));

export class AnswerView {
  /** @type {import("../work/work_view.js").WorkView | null} */ work = null;
  workOf = ""; // the turns shown by these two
  proseOf = "";

  constructor(actions) {
    this.actions = actions;
    this.versions = new VersionsView(actions.look);
    this.prose = new Prose();
    this.again = () => {}; // redraws once a lazily loaded part has arrived
    this.node = el("article", { class: "turn", hidden: true });
    this.parts = new Parts(this.node, ["who", "thinking", "work", "operations", "prose", "paused", "wizard", "files", "sources", "grounding", "approvals", "options", "offer", "notices", "bar"]);
  }

  /** An earlier answer is read-only: nothing in it can be chosen or retried. */
  update(exchange, around) {
    const turn = shownAnswer(exchange) ?? (exchange.delivery === "sending" && around.isOnline ? SENDING : null);
    this.node.hidden = !turn;
    if (!turn) return;
    const isLive = RUNNING.has(turn.status);
    this.node.setAttribute("aria-busy", String(isLive));
    this.node.setAttribute("aria-label", `OmniForge, ${clock(turn.at ?? exchange.at)}`);
    const isPresent = !exchange.lookedAt;
    this.again = () => this.actions.draw(exchange);
    if (isTakenIn(turn)) return this.showPointer(turn);
    this.showHead(exchange, turn, isPresent && !isLive);
    this.showProgress(exchange, turn, isLive, around);
    this.showWork(this.actions.upToDate(turn), isLive);
    this.showText(turn, isLive);
    this.showCards(turn, isPresent && around.isLast && !isLive);
    this.showEnd(exchange, turn, isLive, { isPresent, isLast: isPresent && around.isLast });
  }

  /** For a message that was sent during the answer above and answered in it. */
  showPointer(turn) {
    for (const name of ["who", "thinking", "bar"]) this.parts.set(name, [turn.id], () => null);
    this.proseOf = "";
    this.parts.set("prose", [turn.id, turn.text], () => el("p", { class: "line note" }, icon("check", "s"), turn.text));
  }

  showHead(exchange, turn, canCorrect) {
    const at = clock(turn.at ?? exchange.at);
    this.parts.set("who", [turn.id, turn.intent, canCorrect, at], () => el("div", { class: "who" },
      icon("mark"), el("h2", {}, "OmniForge"), el("span", { class: "meta" }, at),
      turn.intent && intentChip(turn.intent, {
        canCorrect, onCorrect: (action) => this.actions.correct(exchange, action),
      })));
  }

  showProgress(exchange, turn, isLive, { isOnline }) {
    const label = labelOf(turn);
    const startedAt = Date.parse(exchange.at);
    const isPaused = isLive && !isOnline && turn.text !== "";
    const waits = turn.phase?.phase === "waiting";
    this.parts.set("thinking", [turn.id, isLive, label, isPaused, waits], () => isLive && !isPaused && thinkingLine(label, startedAt, waits));
    this.parts.set("paused", [turn.id, isPaused], () => isPaused && pausedLine(exactClock(turn.lastAt)));
    const chips = turn.operations.length > 0 && operationChips(this.again);
    this.parts.set("operations", [turn.operations, isLive, chips], () => chips && chips.operationChips(turn.operations, isLive));
  }

  showWork(turn, isLive) {
    const module = hasWork(turn) && workView(this.again);
    if (module && turn.id !== this.workOf) [this.work, this.workOf] = [new module.WorkView(this.actions.say), turn.id];
    this.parts.set("work", [turn.id, module], () => module && this.work?.node);
    if (module) this.work?.update(turn, isLive);
    this.parts.set("files", [turn.id, turn.files], () => fileCards(turn.files));
    this.parts.set("sources", [turn.id, turn.sources, isLive], () => !isLive && turn.sources.length > 0 && sourceCards(turn.sources, turn.text));
    this.parts.set("grounding", [turn.grounding, isLive], () => !isLive && turn.grounding && groundingLine(turn.grounding));
    this.parts.set("approvals", [turn.id, approvalsKey(turn)], () => approvalLines(turn.approvals));
  }

  showText(turn, isLive) {
    if (turn.id !== this.proseOf) [this.prose, this.proseOf] = [new Prose(() => turn.sources), turn.id];
    this.parts.set("prose", [turn.id, Boolean(turn.text)], () => (turn.text ? this.prose.node : null));
    if (turn.text) this.prose.update(turn.text, isLive);
  }

  showCards(turn, isOpen) {
    const card = turn.wizard && wizard(this.again);
    this.parts.set("wizard", [turn.wizard, isOpen, card], () => card
      && card.wizardCard(turn.wizard, { isOpen, say: (words) => this.actions.say(words) }));
    this.parts.set("options", [turn.options, isOpen], () => turn.options
      && optionCards(turn.options, { isOpen, onChoose: (choice) => this.actions.say(choice.message) }));
    this.parts.set("offer", [turn.offer, isOpen], () => turn.offer && isOpen && dryRunOffer(turn.offer, () => this.actions.say(turn.offer.message)));
  }

  showEnd(exchange, turn, isLive, { isPresent, isLast }) {
    const retry = () => this.actions.retry(exchange);
    const openOthers = this.actions.retryWith();
    const retryWith = openOthers && (({ currentTarget: opener }) => openOthers(exchange, opener));
    const versions = this.versions.update(exchange);
    this.parts.set("notices", [turn.id, turn.error, turn.status, turn.stored, turn.degraded, turn.model, isPresent],
      () => noticesOf(turn, isLive || !isPresent || goesOn(turn) ? {} : { retry, retryWith }));
    this.versions.keepFocus(() => this.parts.set("bar", [turn.id, turn.status, turn.usage, turn.text, isLast, versions],
      () => (isLive ? null : this.bar(turn, isLast, { retry, retryWith, versions }))));
  }

  bar(turn, isLast, { retry, retryWith, versions }) {
    if (turn.status === "cancelled") return [stoppedLine(turn, isLast && { retry, goOn: () => this.actions.say("Continue") }), versions];
    if (!turn.text) return versions;
    return el("div", { class: "bar" },
      versions,
      iconButton("copy", gettext("Copy answer"), ({ currentTarget: button }) => copyText(turn.text, { button, source: this.prose.node })),
      isLast ? iconButton("redo", gettext("Write again"), retry) : null,
      isLast && retryWith ? menuButton(gettext("Try again with another model"), retryWith) : null,
      el("span", { class: "grow" }),
      turn.model && !turn.model.note ? el("span", { class: "meta clip" }, turn.model.name) : null,
      receiptButton(turn));
  }
}

const menuButton = (label, onclick) => el("button", { type: "button", class: "ib to-others", "aria-label": label, title: label, "aria-haspopup": "menu", onclick }, icon("down", "s"));

const dryRunOffer = ({ agent }, onclick) => el("div", { class: "line wrap" },
  el("button", { type: "button", class: "btn", onclick }, icon("play", "s"), gettext("Try it"), el("span", { class: "vh" }, gettext(": a dry run of {agent}", { agent }))),
  el("span", { class: "note" }, gettext("A dry run reads for real, and shows what it would change or send. Nothing is changed or sent.")));

const SENDING = newTurn("", "queued");

function labelOf(turn) {
  if (!turn.id) return gettext("Sending");
  if (turn.text && turn.phase?.phase === "thinking") return gettext("Writing the answer");
  return told(turn.phase?.label || "") || gettext("Understanding your request");
}

/** Whether to offer Continue after a failure: a retry would repeat completed actions. */
const goesOn = (turn) => turn.options !== null && hasWork(turn);

/** The line of a stopped answer, which can continue in a new answer. */
function stoppedLine(turn, { retry, goOn }) {
  const took = turn.usage?.duration_ms;
  const stopped = took ? gettext("You stopped this after {time}", { time: seconds(took) }) : gettext("You stopped this");
  const words = turn.text ? stopped : gettext("You stopped this before it was answered");
  const button = (mark, label, onclick) => el("button", { type: "button", class: "btn quiet small", onclick }, icon(mark, "s"), label);
  return el("div", { class: "line wrap" }, el("span", { class: "tag" }, icon("stop", "s"), words), el("span", { class: "grow" }),
    el("div", { class: "line" },
      goOn && (turn.text || hasWork(turn)) && button("play", gettext("Continue"), goOn),
      retry && button("redo", gettext("Try again"), retry)));
}

// Fixed slots in an answer; each is rebuilt only when its content has changed.

export class Parts {
  constructor(parent, names) {
    this.places = new Map(names.map((name) => [name, { keys: null, node: el("div", { class: "part", hidden: true }) }]));
    parent.append(...[...this.places.values()].map(({ node }) => node));
  }

  /** Rebuild the slot `name` with `build()` (a node, nodes, or nothing) if any of `keys` has changed. */
  set(name, keys, build) {
    const place = this.places.get(name);
    if (place.keys?.every((key, at) => Object.is(key, keys[at]))) return;
    place.keys = keys;
    const nodes = [build()].flat().filter(Boolean);
    place.node.replaceChildren(...nodes);
    place.node.hidden = nodes.length === 0;
  }
}

// '‹ 2 of 3 ›' under a regenerated answer, to view the others. Viewing changes nothing.

class VersionsView {
  constructor(look) {
    this.look = look;
    this.back = iconButton("left", gettext("Previous answer"), () => this.step(-1), "s");
    this.forth = iconButton("right", gettext("Next answer"), () => this.step(1), "s");
    this.place = el("span", { class: "meta" });
    this.note = el("span", { class: "note", hidden: true });
    this.node = el("div", { class: "line other-answers", role: "group", "aria-label": gettext("Answers to this message") },
      this.back, this.place, this.forth, this.note);
  }

  /** Show the position among the answers of `exchange`. Returns the node, or null if there is only one. */
  update(exchange) {
    this.exchange = exchange;
    const answers = answersOf(exchange);
    const at = answers.indexOf(shownAnswer(exchange));
    this.place.textContent = gettext("{number} of {total}", { number: at + 1, total: answers.length });
    this.back.setAttribute("aria-disabled", String(at === 0));
    this.forth.setAttribute("aria-disabled", String(at === answers.length - 1));
    const standing = standingAnswer(exchange);
    this.note.hidden = answers[at] === standing;
    this.note.textContent = gettext("The chat goes on from answer {number}", { number: answers.indexOf(standing) + 1 });
    return answers.length > 1 ? this.node : null;
  }

  step(by) {
    const answers = answersOf(this.exchange);
    const turn = answers[answers.indexOf(shownAnswer(this.exchange)) + by];
    if (!turn) return;
    this.look(this.exchange, turn);
    const place = { number: answers.indexOf(turn) + 1, total: answers.length };
    announce(turn.messageId === this.exchange.id ? gettext("Answer {number} of {total}", place) : gettext("Answer {number} of {total}, to your earlier words", place));
  }

  /** Run `change`, which may move the node, without losing the focus in it. */
  keepFocus(change) {
    const focused = focusedIn(this.node);
    change();
    focused?.focus({ preventScroll: true });
  }
}
