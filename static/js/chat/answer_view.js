// The answer of one exchange: who spoke and what was understood, then text, cards, notices and the row of actions.
import { copyText } from "../shell/copying.js";
import { el, icon, iconButton } from "../shell/dom.js";
import { approvalLines } from "./approval_lines.js";
import { fileCards } from "./files.js";
import { groundingLine } from "./grounding.js";
import { clock, exactClock, seconds } from "./format.js";
import { intentChip } from "./intent_chip.js";
import { noticesOf } from "./notices.js";
import { operationChips } from "./operation_chips.js";
import { optionCards } from "./options.js";
import { Parts } from "./parts.js";
import { Prose } from "./prose.js";
import { receiptButton } from "./receipt.js";
import { sourceCards } from "./sources.js";
import { RUNNING, newTurn } from "./state.js";
import { pausedLine, thinkingLine } from "./thinking.js";
import { shownAnswer } from "./versions.js";
import { VersionsView } from "./versions_view.js";
import { wizardCard } from "./wizard.js";
import { approvalsKey, hasWork } from "./work.js";
import { WorkView } from "./work_view.js";

export class AnswerView {
  constructor(actions) {
    this.actions = actions;
    this.versions = new VersionsView(actions.look);
    this.node = el("article", { class: "turn", hidden: true });
    this.parts = new Parts(this.node, ["who", "thinking", "work", "operations", "wizard", "prose", "paused", "files", "sources", "grounding", "approvals", "options", "notices", "bar"]);
  }

  /** An earlier answer that is looked at is past: nothing in it can be chosen or asked for again. */
  update(exchange, around) {
    const turn = shownAnswer(exchange) ?? (exchange.delivery === "sending" && around.isOnline ? SENDING : null);
    this.node.hidden = !turn;
    if (!turn) return;
    const isLive = RUNNING.has(turn.status);
    this.node.setAttribute("aria-busy", String(isLive));
    this.node.setAttribute("aria-label", `OmniForge, ${clock(turn.at ?? exchange.at)}`);
    const isPresent = !exchange.lookedAt;
    this.showHead(exchange, turn, isPresent && !isLive);
    this.showProgress(exchange, turn, isLive, around);
    this.showWork(this.actions.upToDate(turn), isLive);
    this.showText(turn, isLive);
    this.showCards(turn, isPresent && around.isLast && !isLive);
    this.showEnd(exchange, turn, isLive, { isPresent, isLast: isPresent && around.isLast });
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
    this.parts.set("operations", [turn.operations, isLive], () => operationChips(turn.operations, isLive));
  }

  showWork(turn, isLive) {
    if (turn.id !== this.workOf) [this.work, this.workOf] = [new WorkView(this.actions.say), turn.id];
    this.parts.set("work", [turn.id, hasWork(turn)], () => (hasWork(turn) ? this.work.node : null));
    if (hasWork(turn)) this.work.update(turn, isLive);
    this.parts.set("files", [turn.id, turn.files], () => fileCards(turn.files));
    this.parts.set("sources", [turn.id, turn.sources, isLive], () => !isLive && turn.sources.length > 0 && sourceCards(turn.sources));
    this.parts.set("grounding", [turn.grounding, isLive], () => !isLive && turn.grounding && groundingLine(turn.grounding));
    this.parts.set("approvals", [turn.id, approvalsKey(turn)], () => approvalLines(turn.approvals));
  }

  showText(turn, isLive) {
    if (turn.id !== this.proseOf) [this.prose, this.proseOf] = [new Prose(() => turn.sources), turn.id];
    this.parts.set("prose", [turn.id, Boolean(turn.text)], () => (turn.text ? this.prose.node : null));
    if (turn.text) this.prose.update(turn.text, isLive);
  }

  showCards(turn, isOpen) {
    this.parts.set("wizard", [turn.wizard, isOpen], () => turn.wizard
      && wizardCard(turn.wizard, { isOpen, say: (words) => this.actions.say(words) }));
    this.parts.set("options", [turn.options, isOpen], () => turn.options
      && optionCards(turn.options, { isOpen, onChoose: (choice) => this.actions.say(choice.message) }));
  }

  showEnd(exchange, turn, isLive, { isPresent, isLast }) {
    const retry = () => this.actions.retry(exchange);
    const versions = this.versions.update(exchange);
    this.parts.set("notices", [turn.id, turn.error, turn.status, turn.stored, turn.degraded, isPresent],
      () => noticesOf(turn, isLive || !isPresent ? null : retry));
    this.versions.keepFocus(() => this.parts.set("bar", [turn.id, turn.status, turn.usage, turn.text, isLast, versions],
      () => (isLive ? null : this.bar(turn, isLast, { retry, versions }))));
  }

  bar(turn, isLast, { retry, versions }) {
    if (turn.status === "cancelled") return [stoppedLine(turn, isLast && { retry, goOn: () => this.actions.say("Continue") }), versions];
    if (!turn.text) return versions;
    return el("div", { class: "bar" },
      versions,
      iconButton("copy", "Copy answer", ({ currentTarget: button }) => copyText(turn.text, { button, source: this.prose.node })),
      isLast ? iconButton("redo", "Write again", retry) : null,
      el("span", { class: "grow" }),
      receiptButton(turn));
  }
}

const SENDING = newTurn("", "queued");

function labelOf(turn) {
  if (!turn.id) return "Sending";
  if (turn.text && turn.phase?.phase === "thinking") return "Writing the answer";
  return turn.phase?.label || "Understanding your request";
}

/** What was written goes on in an answer of its own; what was done by then is left to be said again. */
function stoppedLine(turn, { retry, goOn }) {
  const after = turn.usage?.duration_ms ? ` after ${seconds(turn.usage.duration_ms)}` : "";
  const words = turn.text ? `You stopped this${after}` : "You stopped this before it was answered";
  const button = (mark, label, onclick) => el("button", { type: "button", class: "btn quiet small", onclick }, icon(mark, "s"), label);
  return el("div", { class: "line wrap" }, el("span", { class: "tag" }, icon("stop", "s"), words), el("span", { class: "grow" }),
    el("div", { class: "line" },
      goOn && turn.text && !hasWork(turn) && button("play", "Continue", goOn),
      retry && button("redo", "Try again", retry)));
}
