// Where the person writes. Enter sends, Shift and Enter starts a line; the same button sends and stops.
import { icon } from "../shell/dom.js";
import { Attachments } from "./attachments.js";
import { keepDraft, loadDraft } from "./drafts.js";
import { sends, tooLong } from "./message_text.js";

export class Composer {
  /** `conversation` is spoken to; `state()` tells {isBusy, choices, isOffline}. */
  constructor({ form, conversation, state }) {
    this.form = form;
    this.conversation = conversation;
    this.state = state;
    this.until = 0;
    this.text = form.querySelector("textarea");
    this.button = form.querySelector("#send");
    this.note = form.querySelector("#composer-note");
    this.attachments = new Attachments({ form, onChange: () => this.show() });
    this.text.value = loadDraft(conversation.id);
    this.text.addEventListener("input", () => this.edited());
    this.text.addEventListener("keydown", (event) => this.pressed(event));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.act(); });
    this.edited();
  }

  edited() {
    keepDraft(this.conversation.id, this.text.value);
    this.grow();
    this.show();
  }

  /** A new conversation has got its id: what was typed since belongs to it. */
  takeDraftAlong() {
    keepDraft(null, "");
    this.edited();
  }

  /** For browsers without `field-sizing`. */
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
    this.conversation.say(content, this.attachments.take());
  }

  canSend(content) {
    return content !== "" && !tooLong(content) && Date.now() >= this.until && !this.attachments.isUploading;
  }

  turnButton(stops) {
    this.stops = stops;
    this.button.setAttribute("aria-label", stops ? "Stop" : "Send");
    this.button.replaceChildren(icon(stops ? "stop" : "up"));
  }

  hint(isOffline, stops) {
    if (tooLong(this.text.value)) return tooLong(this.text.value);
    if (this.attachments.isOver) return "Let go to attach";
    if (this.attachments.isUploading) return "Uploading";
    return isOffline ? "Offline" : stops ? "Esc stops" : "";
  }

  /** True where nothing is written or held. */
  get isEmpty() {
    return this.text.value === "" && this.attachments.held.length === 0;
  }

  /** Put `text` into the field, in place of what is there. */
  write(text) {
    this.text.value = text;
    this.edited();
  }

  /** Put `words` below what is there, to be written on. */
  add(words) {
    this.write([this.text.value.trimEnd(), words].filter(Boolean).join("\n\n"));
  }

  /** Hold a message again that was not sent, with its files. */
  takeBack({ content, attachments }) {
    this.add(content);
    this.attachments.putBack(attachments);
  }

  /** Nothing can be sent until `moment` (milliseconds). */
  holdUntil(moment) {
    this.until = moment;
    this.show();
  }

  /** Show what the button does now, and the hint for an empty field. */
  show() {
    const { isBusy, choices, isOffline } = this.state();
    const hasText = this.text.value.trim() !== "";
    const stops = isBusy && !hasText;
    const canSend = this.canSend(this.text.value.trim());
    this.button.className = `ib ${stops ? "fill" : canSend ? "strike" : "send"}`;
    this.button.disabled = !stops && !canSend;
    if (stops !== this.stops) this.turnButton(stops);
    this.note.textContent = this.hint(isOffline, stops);
    this.text.placeholder = placeholderOf(choices, isBusy, this.conversation.id, this.attachments.count);
  }
}

function placeholderOf(choices, isBusy, conversationId, files) {
  if (files) return files === 1 ? "What is to be done with it?" : "What is to be done with them?";
  if (choices > 1) {
    const keys = Array.from({ length: choices }, (_, at) => at + 1);
    return `Press ${keys.slice(0, -1).join(", ")} or ${choices}, or say it differently`;
  }
  if (isBusy) return "Add to this, or ask something else";
  return conversationId ? "Ask something else" : "What is taking your time?";
}
