// The composer. Enter sends, Shift+Enter starts a new line; one button sends and stops.
import { el, icon, iconButton, need } from "../../shell/dom.js";
import { gettext } from "../../shell/language.js";
import { onDemand } from "../../shell/pacing.js";
import { number } from "../format.js";
import { takeFiles } from "../drops.js";
import { toastAway } from "../notices.js";
import { isWaiting } from "../transcript/state.js";

export class Composer {
  /** `conversation` gets the messages; `state()` returns {isBusy, choices, isOffline}. */
  constructor({ form, conversation, state }) {
    this.form = form;
    this.conversation = conversation;
    this.state = state;
    this.until = 0;
    this.text = need("textarea", form, HTMLTextAreaElement);
    this.button = need("#send", form, HTMLButtonElement);
    this.note = need("#composer-note", form);
    /** @type {import("./attachments.js").Attachments | null} */
    this.attachments = null;
    this.loadAttachments = onDemand(async () => {
      const { Attachments } = await import("./attachments.js");
      return this.attachments = new Attachments({ form, onChange: () => this.show() });
    });
    this.coming = 0; // pending calls that wait for it
    takeFiles(form, { onOver: (isOver) => this.over(isOver), onFiles: (files) => this.withAttachments((held) => held.add(files)) });
    this.text.value = loadDraft(conversation.id);
    this.text.addEventListener("input", () => this.edited());
    this.text.addEventListener("keydown", (event) => this.pressed(event));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.act(); });
    this.edited();
  }

  /** Call `act` with the attachments, whose module is loaded with the first file; sending waits for that. */
  withAttachments(act) {
    this.coming += 1;
    this.show();
    this.loadAttachments().then(act, toastAway).finally(() => {
      this.coming -= 1;
      this.show();
    });
  }

  get isUploading() {
    return this.coming > 0 || (this.attachments?.isUploading ?? false);
  }

  over(isOver) {
    this.form.classList.toggle("over", isOver);
    this.show();
  }

  edited() {
    keepDraft(this.conversation.id, this.text.value);
    this.grow();
    this.show();
  }

  /** Move the draft to a new conversation's id. */
  takeDraftAlong() {
    keepDraft(null, "");
    this.edited();
  }

  /** Resize the field in browsers without `field-sizing`. */
  grow() {
    if (CSS.supports("field-sizing", "content")) return;
    this.text.style.blockSize = "auto";
    this.text.style.blockSize = `${this.text.scrollHeight}px`;
  }

  pressed(event) {
    if (!sends(event)) return;
    event.preventDefault();
    if (this.text.value.trim()) this.send();
  }

  act() {
    if (this.text.value.trim()) this.send();
    else if (this.state().isBusy) this.conversation.stop();
  }

  send() {
    const content = this.text.value.trim();
    if (!this.canSend(content)) return;
    this.write("");
    this.conversation.say(content, this.attachments?.take());
  }

  canSend(content) {
    return content !== "" && !tooLong(content) && Date.now() >= this.until && !this.isUploading;
  }

  turnButton(stops) {
    this.stops = stops;
    this.button.setAttribute("aria-label", stops ? gettext("Stop") : gettext("Send"));
    this.button.replaceChildren(icon(stops ? "stop" : "up"));
  }

  hint(isOffline, stops) {
    if (tooLong(this.text.value)) return tooLong(this.text.value);
    if (this.form.classList.contains("over")) return gettext("Let go to attach");
    if (this.isUploading) return gettext("Uploading");
    return isOffline ? gettext("Offline") : stops ? gettext("Esc stops") : "";
  }

  /** True if there is no text and no file. */
  get isEmpty() {
    return this.text.value === "" && !this.attachments?.held.length;
  }

  /** Replace the field's text. */
  write(text) {
    this.text.value = text;
    this.edited();
  }

  /** Append `words` to the field's text, and focus it. */
  add(words) {
    this.write([this.text.value.trimEnd(), words].filter(Boolean).join("\n\n"));
  }

  /** Put back a message that was not sent, with its files. */
  takeBack({ content, attachments }) {
    this.add(content);
    if (attachments.length) this.withAttachments((held) => held.putBack(attachments));
  }

  /** Disable sending until `moment` (milliseconds). */
  holdUntil(moment) {
    this.until = moment;
    this.show();
  }

  /** Update the button and the placeholder. */
  show() {
    const { isBusy, choices, isOffline } = this.state();
    const hasText = this.text.value.trim() !== "";
    const stops = isBusy && !hasText;
    const canSend = this.canSend(this.text.value.trim());
    this.button.className = `ib ${stops ? "fill" : canSend ? "strike" : "send"}`;
    this.button.disabled = !stops && !canSend;
    if (stops !== this.stops) this.turnButton(stops);
    this.note.textContent = this.hint(isOffline, stops);
    this.text.placeholder = placeholderOf(choices, isBusy, this.conversation.id, this.attachments?.count ?? 0);
  }
}

function placeholderOf(choices, isBusy, conversationId, files) {
  if (files) return files === 1 ? gettext("What is to be done with it?") : gettext("What is to be done with them?");
  if (choices > 1) {
    const keys = Array.from({ length: choices }, (_, at) => at + 1);
    return gettext("Press {keys} or {last}, or say it differently", { keys: keys.slice(0, -1).join(", "), last: choices });
  }
  if (isBusy) return gettext("Add to this, or ask something else");
  return conversationId ? gettext("Ask something else") : gettext("What is taking your time?");
}

// Drafts, stored in this browser per conversation.

const keyOf = (conversationId) => `omniforge.draft.${conversationId ?? "new"}`;

const loadDraft = (conversationId) => localStorage.getItem(keyOf(conversationId)) ?? "";

function keepDraft(conversationId, text) {
  if (text) localStorage.setItem(keyOf(conversationId), text);
  else localStorage.removeItem(keyOf(conversationId));
}

// The maximum length of a message, and the key that sends it.

const LONGEST = 10_000; // characters, as on the server

/** Return an error if a text is too long for one message, else ''. */
export const tooLong = ({ length }) =>
  (length > LONGEST ? gettext("{count} of {most} characters. Shorten it, or send it in parts.", { count: number(length), most: number(LONGEST) }) : "");

/** True if Enter sends: not with Shift, on a touch screen, or during input method composition. */
export function sends(event) {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isComposing = event.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !isComposing && !isTouch;
}

// URL parameters of the chat page: open the search, or start with some text.

/** Apply `location.search`. Text is only filled in, never sent: a link must not act for anyone. */
export function applyUrlActions({ openSearch, composer, conversation }) {
  const asked = new URLSearchParams(location.search);
  if (asked.has("search")) openSearch();
  if (asked.has("draft")) write(asked, composer, conversation.id);
}

/** Added below the person's draft; saved as part of the draft only once the person edits it. */
function write(asked, composer, conversationId) {
  const own = composer.text.value;
  composer.add(asked.get("draft"));
  keepDraft(conversationId, own);
  composer.text.addEventListener("input", () => {
    asked.delete("draft");
    history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${location.hash}`);
  }, { once: true });
}

// Queued messages: chips above the composer, to edit or withdraw.

/** Show the waiting messages of `conversation` in `place`; editing one puts it back into `composer`. */
export function showQueue(place, conversation, composer) {
  const { transcript } = conversation;
  const waiting = transcript.exchanges.filter((exchange) => isWaiting(transcript, exchange));
  const ids = waiting.map(({ id }) => id).join();
  if (place.dataset.ids === ids) return;
  place.dataset.ids = ids;
  place.replaceChildren(...waiting.map((exchange) => tab(exchange, conversation, composer)));
}

function tab(exchange, conversation, composer) {
  const edit = () => {
    if (!conversation.withdraw(exchange)) return;
    composer.takeBack(exchange);
    composer.text.focus();
  };
  return el("div", { class: "line queue" }, el("span", { class: "note" }, gettext("Waiting")),
    el("span", { class: "clip grow", dir: "auto" }, exchange.content),
    iconButton("pencil", gettext("Edit waiting message"), edit, "s"),
    iconButton("x", gettext("Withdraw waiting message"), () => conversation.withdraw(exchange), "s"));
}

// The model of this chat: a button in the composer, which opens the list of models.

/** The model of a role string such as openai:gpt-4o. */
const modelName = (id) => id.slice(id.indexOf(":") + 1);

export class ModelChoice {
  /** `models` is from the page's initial data: {own, picked, count}; `store(id)` saves the pick for a stored chat. */
  constructor({ models, conversation, store }) {
    this.own = models.own;
    this.count = models.count;
    this.conversation = conversation;
    this.store = store;
    this.button = need("#model");
    this.menu = onDemand(() => import("./model_menu.js"));
    this.button.addEventListener("pointerenter", () => this.menu().then(({ load }) => load()).catch(() => {})); // preload
    this.button.addEventListener("click", () => this.open(this.button, { picked: this.picked || this.own, onPick: (id) => this.pick(id) }));
    this.show(models.picked);
  }

  /** Whether there is another model to try. */
  get hasOthers() {
    return this.count > 1;
  }

  /** Let the person pick a model for another answer of `exchange`. */
  openFor = (exchange, opener) => {
    const asked = exchange.turn?.model?.id || this.picked || this.own;
    this.open(opener, { picked: asked, label: gettext("Try again with"), onPick: (id) => this.conversation.retry(exchange, id) });
  };

  open(opener, choice) {
    this.menu().then(({ openModels }) => openModels(opener, choice)).catch(toastAway);
  }

  /** A new chat sends it with its first message; a stored chat saves it on the server. */
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
    this.button.setAttribute("aria-label", gettext("Model: {name}", { name }));
    this.button.replaceChildren(el("span", { class: "clip" }, name.slice(name.lastIndexOf("/") + 1)), icon("down", "s"));
  }
}
