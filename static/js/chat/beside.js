// The chat's focus, the context gauge, and the side panel, which is loaded when it is opened.
import { el, icon, need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { oneAtATime, onDemand } from "../shell/pacing.js";
import { number } from "./format.js";
import { finder } from "./finder.js";
import { toast, toastAway } from "./notices.js";
import { told } from "./told.js";
import { fetchReceipt, openReceipt } from "./transcript/answer_parts.js";
import { RUNNING } from "./transcript/state.js";
import { getJson, sendJson } from "./transport.js";

export class Beside {
  /** `focus` is from the page's initial data. */
  constructor({ focus, conversation, socket, composer }) {
    this.focus = new Focus(conversation, focus);
    const chip = new FocusChip({ chips: [need("#focus"), need("#focus-here")], focus: this.focus });
    const lastTurn = () => newest(conversation.transcript);
    this.gauge = new ContextGauge({ button: need("#gauge"), lastTurn });
    /** @type {import("./side_panel/side_panel.js").SidePanel | null} */
    this.panel = null;
    this.load = onDemand(async () => {
      const { SidePanel } = await import("./side_panel/side_panel.js");
      return this.panel = new SidePanel({ focus: this.focus, conversation, socket, composer, lastTurn, choose: () => chip.choice.open() });
    });
    need("#show-panel").addEventListener("click", () => this.load().then((panel) => panel.toggle(), toastAway));
    this.loadIfOpen();
  }

  /** It may be open since the first paint: theme.js. */
  loadIfOpen() {
    if (document.documentElement.dataset.panel === "open") this.load().catch(toastAway); // tried again when the connection is back
  }

  /** Frames to send whenever the socket opens. */
  frames() {
    return this.panel?.frames() ?? [];
  }

  /** Fetch what was missed. */
  renew() {
    this.focus.renew().catch(() => {}); // tried again when the connection is back
    this.loadIfOpen();
    this.panel?.renew();
  }

  receive(frame) {
    this.focus.receive(frame);
    this.panel?.receive(frame);
  }

  /** Update after a change of the conversation. */
  show() {
    this.gauge.show();
    this.panel?.show();
  }
}

function newest({ exchanges }) {
  const turn = exchanges.findLast((exchange) => exchange.turn)?.turn ?? null;
  return { turn, isLive: RUNNING.has(turn?.status) };
}

// A gauge of the model's context in the composer, shown once it matters; it opens the last answer's receipt.

const SHOWN_FROM = 0.5;

class ContextGauge {
  constructor({ button, lastTurn }) {
    this.button = button;
    this.lastTurn = lastTurn;
    this.shown = undefined;
    button.addEventListener("click", () => openReceipt(this.turn));
  }

  /** Show the last answer's usage; the receipt of a stored answer is fetched once. */
  async show() {
    const { turn } = this.lastTurn();
    if (turn === this.turn && turn?.context === this.shown) return;
    this.turn = turn;
    this.shown = turn?.context;
    const usage = turn?.context ?? (turn?.answerId && turn.receiptId ? await fetchReceipt(turn).catch(() => null) : null);
    if (turn === this.turn) this.draw(usage).catch(() => {}); // without a connection, the next answer has it
  }

  async draw(usage) {
    const share = usage ? usage.tokens / usage.budget : 0;
    this.button.hidden = share < SHOWN_FROM;
    if (this.button.hidden) return;
    const { gauge } = await import("./transcript/receipt.js");
    const parts = partsOf(usage);
    const percent = `${Math.round(100 * share)}%`;
    this.button.title = parts.map(({ name, tokens }) => `${told(name)}: ${number(tokens)}`).join("\n");
    this.button.setAttribute("aria-label", gettext("Context: {percent} of the budget. Open the receipt", { percent }));
    this.button.replaceChildren(gauge({ ...usage, parts }), el("span", { class: "meta" }, percent));
  }
}

/** Events have parts by name, receipts as rows. */
const partsOf = ({ parts }) => (Array.isArray(parts) ? parts : Object.entries(parts).map(([name, tokens]) => ({ name, tokens })));

// The focus of the open chat, chosen by the person: everything, a project, or one object in it.

/** Its wire form: null for everything. */
export const wireOf = ({ project_id, type, id }) => (project_id ? { project_id, type, id } : null);

export class Focus extends EventTarget {
  /** Events: `changed`. `value` has the form of `/focus/`. */
  constructor(conversation, value) {
    super();
    this.conversation = conversation;
    this.value = value;
    conversation.focus = wireOf(value);
  }

  /** Set the focus from the next message on. If the server refuses, the old one is restored. */
  async choose(value) {
    const before = this.value;
    this.show(value);
    try {
      if (this.conversation.id) await this.store();
      else if (this.conversation.transcript.exchanges.length) this.conversation.addEventListener("opened", () => this.choose(this.value), { once: true });
    } catch (error) {
      if (this.value === value) this.show(before);
      toast(error.message);
    }
  }

  /** A new chat sends it with its first message; a stored chat saves it on the server. */
  store() {
    return sendJson("PUT", this.path, this.conversation.focus ?? {});
  }

  get path() {
    return `/api/v1/conversations/${this.conversation.id}/focus/`;
  }

  /** Handle the frame of a new focus, chosen here or in another tab. */
  receive({ type, conversation_id: id, focus }) {
    if (type !== "focus" || id !== this.conversation.id) return;
    this.show(focus);
    if (this.renew.isUnderWay()) this.renew().catch(() => {});
  }

  /** After a disconnect: another tab may have changed it. */
  renew = oneAtATime(async () => {
    if (this.conversation.id) this.show(await getJson(this.path));
  });

  show(value) {
    this.value = value;
    this.conversation.focus = wireOf(value);
    this.dispatchEvent(new Event("changed"));
  }
}

// The chip with the chat's focus, in the header and in the composer; it opens the choice.

const WORDS = { global: () => [gettext("Everything")], project: ({ project }) => [project], entity: ({ project, name }) => [project, name] };

class FocusChip {
  /** `chips` are buttons: the first one shows the path to the object, the others only the object. */
  constructor({ chips, focus }) {
    this.chips = chips;
    this.focus = focus;
    this.choice = finder(
      { id: "focus-choice", label: gettext("What is this chat about?"), placeholder: gettext("Find a project, document or task") },
      async (field) => new (await import("./side_panel/focus_choice.js")).FocusChoice(field, focus),
    );
    for (const chip of chips) {
      chip.addEventListener("pointerenter", () => this.choice.load().catch(() => {})); // preload; the click reports failures
      chip.addEventListener("click", () => this.choice.open());
    }
    focus.addEventListener("changed", () => this.show());
    this.show();
  }

  show() {
    const words = WORDS[this.focus.value.scope](this.focus.value);
    this.chips.forEach((chip, at) => {
      const shown = at === 0 ? words : words.slice(-1);
      chip.setAttribute("aria-label", gettext("About: {names}", { names: words.join(", ") }));
      chip.replaceChildren(icon("scope", "s"), ...shown.flatMap((word, place) => pieces(word, place === shown.length - 1)), icon("down", "s"));
    });
  }
}

const pieces = (word, isLast) => (isLast ? [el("b", { class: "clip", dir: "auto" }, word)]
  : [el("span", { class: "clip", dir: "auto" }, word), el("span", { "aria-hidden": "true" }, "/")]);
