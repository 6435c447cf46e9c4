// How full the model's reading is, in the composer, once that matters; it opens the receipt of the last answer.
import { el } from "../shell/dom.js";
import { number } from "./format.js";
import { fetchReceipt, gauge, openReceipt } from "./receipt.js";

const SHOWN_FROM = 0.5;

export class ContextGauge {
  constructor({ button, lastTurn }) {
    this.button = button;
    this.lastTurn = lastTurn;
    this.shown = undefined;
    button.addEventListener("click", () => openReceipt(this.turn));
  }

  /** Show the last answer's; of an old one the receipt is asked for, once. */
  async show() {
    const { turn } = this.lastTurn();
    if (turn === this.turn && turn?.context === this.shown) return;
    this.turn = turn;
    this.shown = turn?.context;
    const usage = turn?.context ?? (turn?.answerId && turn.receiptId ? await fetchReceipt(turn).catch(() => null) : null);
    if (turn === this.turn) this.draw(usage);
  }

  draw(usage) {
    const share = usage ? usage.tokens / usage.budget : 0;
    this.button.hidden = share < SHOWN_FROM;
    if (this.button.hidden) return;
    const parts = partsOf(usage);
    const percent = `${Math.round(100 * share)}%`;
    this.button.title = parts.map(({ name, tokens }) => `${name}: ${number(tokens)}`).join("\n");
    this.button.setAttribute("aria-label", `Context: ${percent} of the budget. Open the receipt`);
    this.button.replaceChildren(gauge({ ...usage, parts }), el("span", { class: "meta" }, percent));
  }
}

/** Events tell parts by name, receipts as rows. */
const partsOf = ({ parts }) => (Array.isArray(parts) ? parts : Object.entries(parts).map(([name, tokens]) => ({ name, tokens })));
