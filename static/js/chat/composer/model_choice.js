// Which model answers in this chat: named by a quiet button in the composer, which opens the models to pick from.
import { el, icon, need } from "../../shell/dom.js";
import { onDemand } from "../../shell/pacing.js";
import { toastAway } from "../notices.js";

/** The model of a role string such as openai:gpt-4o. */
export const modelName = (id) => id.slice(id.indexOf(":") + 1);

export class ModelChoice {
  /** `models` are as the page came with them: {own, picked, count}; `store(id)` keeps what was picked for a stored chat. */
  constructor({ models, conversation, store }) {
    this.own = models.own;
    this.count = models.count;
    this.conversation = conversation;
    this.store = store;
    this.button = need("#model");
    this.menu = onDemand(() => import("./model_menu.js"));
    this.button.addEventListener("pointerenter", () => this.menu().then(({ load }) => load()).catch(() => {})); // ahead of the click
    this.button.addEventListener("click", () => this.open(this.button, { picked: this.picked || this.own, onPick: (id) => this.pick(id) }));
    this.show(models.picked);
  }

  /** Whether there is another one to try. */
  get hasOthers() {
    return this.count > 1;
  }

  /** Let the person have an answer of `exchange` from a model of their choice. */
  openFor = (exchange, opener) => {
    const asked = exchange.turn?.model?.id || this.picked || this.own;
    this.open(opener, { picked: asked, label: "Try again with", onPick: (id) => this.conversation.retry(exchange, id) });
  };

  open(opener, choice) {
    this.menu().then(({ openModels }) => openModels(opener, choice)).catch(toastAway);
  }

  /** A new chat sends it with its first message; one that is stored keeps it at the server. */
  pick(id) {
    this.show(id === this.own ? "" : id);
    if (this.conversation.id) this.store(this.picked);
    else if (this.conversation.transcript.exchanges.length) this.conversation.addEventListener("opened", () => this.store(this.picked), { once: true });
  }

  show(picked) {
    if (picked === this.picked) return;
    this.picked = picked;
    this.conversation.model = picked;
    const name = modelName(picked || this.own);
    this.button.hidden = this.own === "";
    this.button.setAttribute("aria-label", `Model: ${name}`);
    this.button.replaceChildren(el("span", { class: "clip" }, name.slice(name.lastIndexOf("/") + 1)), icon("down", "s"));
  }
}
