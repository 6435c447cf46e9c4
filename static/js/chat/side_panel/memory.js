// What the agent remembers of the open chat: its state and the summary, asked for once and then followed.
import { applied } from "../../projects/live.js";
import { oneAtATime } from "../../shell/pacing.js";
import { getJson, sendJson } from "../transport.js";

export class Memory extends EventTarget {
  /** Events: `changed`. `data` is as `/memory/` gives it, null before it was asked for. */
  constructor(conversation) {
    super();
    this.conversation = conversation;
    this.data = null;
    this.error = "";
  }

  get path() {
    return `/api/v1/conversations/${this.conversation.id}/memory/`;
  }

  /** Ask for it where that has not been done; a chat that has not begun has none. */
  async look() {
    if (this.conversation.id && !this.data) await this.load();
  }

  /** Some of it may not have been heard: ask again, where it is followed. */
  renew() {
    if (this.data || this.load.isUnderWay()) this.load();
  }

  load = oneAtATime(async () => {
    try {
      this.data = newest(await getJson(this.path), this.data);
      this.error = "";
    } catch (error) {
      this.error = error.message;
    }
    this.changed();
  });

  /** Take frames and events about this chat: what it is told of before it was looked at needs no following. */
  receive(frame) {
    if (!(this.data || this.load.isUnderWay()) || frame.conversation_id !== this.conversation.id) return;
    if (frame.type === "state_delta") this.take(frame.data ?? frame);
    if (frame.type === "summary") this.load();
  }

  take({ version, patch }) {
    if (this.load.isUnderWay()) return this.load();
    if (version <= this.data.state_version) return;
    if (version > this.data.state_version + 1) return this.load();
    this.data = { ...this.data, state: applied(this.data.state, patch), state_version: version };
    this.changed();
  }

  /** Change the state by updates of single things, which hold whatever else has changed since. Raises ApiError. */
  async change({ item_updates: items = [], updates = {} }) {
    this.put(await sendJson("PATCH", `${this.path}state/`, { item_updates: items, updates }));
  }

  async forget() {
    this.put(await sendJson("DELETE", `${this.path}state/`));
  }

  /** Take the state that came of a change, unless a newer one is here. */
  put(changed) {
    this.data = newest({ ...this.data, ...changed }, this.data);
    this.changed();
  }

  correct = (text, facts) => this.summarise("PUT", "", { text, facts });
  pin = (version, pinned) => this.summarise("PATCH", `${version}/`, { pinned });
  restore = (version) => this.summarise("POST", `${version}/restore/`);

  async summarise(method, which, body) {
    await sendJson(method, `${this.path}summary/${which}`, body);
    await this.load();
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

/** What was told last, with the newer state of both: answers may overtake each other, and what was heard. */
function newest(told, known) {
  if (!known || known.state_version <= told.state_version) return told;
  return { ...told, state: known.state, state_version: known.state_version };
}
