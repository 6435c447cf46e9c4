// The answer of one exchange: who spoke and what was understood, then text, cards, notices and the row of actions.
import { el, icon, iconButton } from "../shell/dom.js";
import { copyText } from "./code_block.js";
import { clock, exactClock, seconds } from "./format.js";
import { intentChip } from "./intent_chip.js";
import { noticesOf } from "./notices.js";
import { optionCards } from "./options.js";
import { Parts } from "./parts.js";
import { Prose } from "./prose.js";
import { receiptButton } from "./receipt.js";
import { RUNNING } from "./state.js";
import { pausedLine, thinkingLine } from "./thinking.js";
import { wizardCard } from "./wizard.js";
import { operationWords } from "./words.js";

export class AnswerView {
  constructor(actions) {
    this.actions = actions;
    this.node = el("article", { class: "turn", hidden: true });
    this.parts = new Parts(this.node, ["who", "thinking", "operations", "wizard", "prose", "paused", "options", "notices", "bar"]);
  }

  update(exchange, around) {
    const turn = exchange.turn ?? (exchange.delivery === "sending" && around.isOnline ? SENDING : null);
    this.node.hidden = !turn;
    if (!turn) return;
    const isLive = RUNNING.has(turn.status);
    this.node.setAttribute("aria-busy", String(isLive));
    this.node.setAttribute("aria-label", `OmniForge, ${clock(turn.at ?? exchange.at)}`);
    this.showHead(exchange, turn, isLive);
    this.showWork(exchange, turn, isLive, around);
    this.showText(turn, isLive);
    this.showCards(turn, isLive, around);
    this.showEnd(exchange, turn, isLive, around);
  }

  showHead(exchange, turn, isLive) {
    const at = clock(turn.at ?? exchange.at);
    this.parts.set("who", [turn.id, turn.intent, isLive, at], () => el("div", { class: "who" },
      icon("mark"), el("h2", {}, "OmniForge"), el("span", { class: "meta" }, at),
      turn.intent && intentChip(turn.intent, {
        canCorrect: !isLive, onCorrect: (action) => this.actions.correct(exchange, action),
      })));
  }

  showWork(exchange, turn, isLive, { isOnline }) {
    const label = labelOf(turn);
    const startedAt = Date.parse(exchange.at);
    const isPaused = isLive && !isOnline && turn.text !== "";
    this.parts.set("thinking", [turn.id, isLive, label, isPaused], () => isLive && !isPaused && thinkingLine(label, startedAt));
    this.parts.set("paused", [turn.id, isPaused], () => isPaused && pausedLine(exactClock(turn.lastAt)));
    this.parts.set("operations", [turn.operations], () => turn.operations.length > 0
      && el("ul", { class: "line wrap", "aria-label": isLive ? "Happening now" : "What was done" }, turn.operations.map(operationChip)));
  }

  showText(turn, isLive) {
    if (turn.id !== this.proseOf) [this.prose, this.proseOf] = [new Prose(), turn.id];
    this.parts.set("prose", [turn.id, Boolean(turn.text)], () => (turn.text ? this.prose.node : null));
    if (turn.text) this.prose.update(turn.text, isLive);
  }

  showCards(turn, isLive, { isLast }) {
    const isOpen = isLast && !isLive;
    this.parts.set("wizard", [turn.wizard, isOpen], () => turn.wizard
      && wizardCard(turn.wizard, { isOpen, say: (words) => this.actions.say(words) }));
    this.parts.set("options", [turn.options, isOpen], () => turn.options
      && optionCards(turn.options, { isOpen, onChoose: (choice) => this.actions.say(choice.message) }));
  }

  showEnd(exchange, turn, isLive, { isLast }) {
    const retry = () => this.actions.retry(exchange);
    this.parts.set("notices", [turn.id, turn.error, turn.status, turn.stored, turn.degraded], () => noticesOf(turn, isLive ? null : retry));
    this.parts.set("bar", [turn.id, turn.status, turn.usage, turn.text, isLast], () => (isLive ? null : this.bar(turn, isLast, retry)));
  }

  bar(turn, isLast, retry) {
    if (turn.status === "cancelled") return stoppedLine(turn, isLast ? retry : null);
    if (!turn.text) return null;
    return el("div", { class: "bar" },
      iconButton("copy", "Copy answer", () => copyText(turn.text)),
      isLast ? iconButton("redo", "Write again", retry) : null,
      el("span", { class: "grow" }),
      receiptButton(turn));
  }
}

const SENDING = {
  id: "", status: "queued", at: null, phase: null, intent: null, text: "", operations: [], wizard: null, options: null,
  error: null, stored: true, degraded: "", usage: null,
};

function labelOf(turn) {
  if (!turn.id) return "Sending";
  if (turn.text && turn.phase?.phase === "thinking") return "Writing the answer";
  return turn.phase?.label || "Understanding your request";
}

function operationChip(operation) {
  const isLive = operation.status === "started";
  const mark = isLive ? icon("mark", "s spin") : icon(operation.status === "failed" ? "fail" : "check", "s");
  return el("li", { class: isLive ? "chip live" : "chip" }, mark, `${operationWords(operation)}: `, el("b", {}, operation.entity_name));
}

function stoppedLine(turn, retry) {
  const after = turn.usage?.duration_ms ? ` after ${seconds(turn.usage.duration_ms)}` : "";
  const words = turn.text ? `You stopped this${after}` : "You stopped this before it was answered";
  return el("div", { class: "line wrap" }, el("span", { class: "tag" }, icon("stop", "s"), words), el("span", { class: "grow" }),
    retry && el("button", { type: "button", class: "btn quiet small", onclick: retry }, icon("redo", "s"), "Write again"));
}
