// The memory of the open chat: state and summary, fetched once and then updated.
import { applied } from "../../projects/live.js";
import { oneAtATime } from "../../shell/pacing.js";
import { getJson, sendJson } from "../transport.js";

export class Memory extends EventTarget {
  /** Events: `changed`. `data` has the form of `/memory/`, null before it was fetched. */
  constructor(conversation) {
    super();
    this.conversation = conversation;
    this.data = null;
    this.error = "";
  }

  get path() {
    return `/api/v1/conversations/${this.conversation.id}/memory/`;
  }

  /** Fetch it unless that was done; a chat without messages has none. */
  async look() {
    if (this.conversation.id && !this.data) await this.load();
  }

  /** Fetch again after a disconnect, if it was fetched before. */
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

  /** Handle frames and events about this chat; ignored before the first fetch. */
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

  /** Change the state by updates of single items, which don't conflict with other changes. Throws ApiError. */
  async change({ item_updates: items = [], updates = {} }) {
    this.put(await sendJson("PATCH", `${this.path}state/`, { item_updates: items, updates }));
  }

  async forget() {
    this.put(await sendJson("DELETE", `${this.path}state/`));
  }

  /** Store the state after a change, unless a newer one is known. */
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

/** The latest data with the newer state of both: responses may overtake each other and events. */
function newest(told, known) {
  if (!known || known.state_version <= told.state_version) return told;
  return { ...told, state: known.state, state_version: known.state_version };
}
