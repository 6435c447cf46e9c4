// What the chat is about, and what is known of that now: the project, and what the agent remembers.
import { applied, ENTITY_KINDS, fetchRow, Rows } from "../../projects/live.js";
import { el, icon } from "../../shell/dom.js";
import { onDemand, oneAtATime } from "../../shell/pacing.js";
import { toast, toastAway } from "../page.js";
import { getJson, sendJson } from "../transport.js";

// What the open chat is about: everything, a project, or one thing in it. The person chooses.

/** What a client sends of it: null for everything. */
export const wireOf = ({ project_id, type, id }) => (project_id ? { project_id, type, id } : null);

export class Focus extends EventTarget {
  /** Events: `changed`. `value` is as `/focus/` gives it. */
  constructor(conversation, value) {
    super();
    this.conversation = conversation;
    this.value = value;
    conversation.focus = wireOf(value);
  }

  /** Let the chat be about `value` from its next message on. What the server refuses goes back. */
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

  /** A new chat sends it with its first message; one that is stored keeps it at the server. */
  store() {
    return sendJson("PUT", this.path, this.conversation.focus ?? {});
  }

  get path() {
    return `/api/v1/conversations/${this.conversation.id}/focus/`;
  }

  /** Take the frame that tells of a choice, made here or in another tab. */
  receive({ type, conversation_id: id, focus }) {
    if (type !== "focus" || id !== this.conversation.id) return;
    this.show(focus);
    if (this.renew.isUnderWay()) this.renew().catch(() => {});
  }

  /** After a break another tab may have chosen unheard. */
  renew = oneAtATime(async () => {
    if (this.conversation.id) this.show(await getJson(this.path));
  });

  show(value) {
    this.value = value;
    this.conversation.focus = wireOf(value);
    this.dispatchEvent(new Event("changed"));
  }
}

// The chip that says what the chat is about, in the header and in the composer; it opens the choice.

const WORDS = { global: () => ["Everything"], project: ({ project }) => [project], entity: ({ project, name }) => [project, name] };

export class FocusChip {
  /** `chips` are buttons: the first one shows the way down to the thing, the others only the thing. */
  constructor({ chips, focus }) {
    this.chips = chips;
    this.focus = focus;
    const choice = onDemand(() => import("./focus_choice.js").then(({ FocusChoice }) => new FocusChoice(focus)));
    this.choice = { open: () => choice().then((palette) => palette.open(), toastAway) };
    for (const chip of chips) {
      chip.addEventListener("pointerenter", () => choice().catch(() => {})); // ahead of the click, which tells of a failure
      chip.addEventListener("click", () => this.choice.open());
    }
    focus.addEventListener("changed", () => this.show());
    this.show();
  }

  show() {
    const words = WORDS[this.focus.value.scope](this.focus.value);
    this.chips.forEach((chip, at) => {
      const shown = at === 0 ? words : words.slice(-1);
      chip.setAttribute("aria-label", `About: ${words.join(", ")}`);
      chip.replaceChildren(icon("scope", "s"), ...shown.flatMap((word, place) => pieces(word, place === shown.length - 1)), icon("down", "s"));
    });
  }
}

const pieces = (word, isLast) => (isLast ? [el("b", { class: "clip", dir: "auto" }, word)]
  : [el("span", { class: "clip", dir: "auto" }, word), el("span", { "aria-hidden": "true" }, "/")]);

// The project that the chat is about, as it is now: its tree and its entities, kept up to date by the socket.

const ENTITIES = 100; // that changed last
const PAUSE_MS = 120; // several patches of one act ask for the tree once

export class Workspace extends EventTarget {
  /** Events: `changed`. */
  constructor(socket) {
    super();
    this.socket = socket;
    this.clear(null);
  }

  clear(projectId) {
    this.projectId = projectId;
    this.root = null;
    this.entities = new Rows();
    this.hasMore = false;
    this.error = "";
    this.isGone = false;
  }

  /** Show `projectId`, or none, from now on. */
  follow(projectId) {
    if (projectId === this.projectId) return;
    if (this.projectId) this.socket.send({ type: "unwatch", project_id: this.projectId });
    this.clear(projectId);
    for (const frame of this.frames()) this.socket.send(frame);
    this.changed();
  }

  /** What to send after each opening of the socket; its answer, `watching` or a refusal, has everything fetched. */
  frames() {
    return this.projectId ? [{ type: "watch", id: this.projectId, project_id: this.projectId }] : [];
  }

  /** @param {{type: string, id?: string, project_id?: string, data?: any, code?: string}} frame */
  receive({ type, id, project_id: projectId, data }) {
    if (!this.projectId) return;
    if (type === "watching" && projectId === this.projectId) this.begin();
    if (type === "error" && id === this.projectId) this.load(); // which tells why it cannot be watched
    if (type === "entity_patch" && data.project_id === this.projectId) this.take(data);
  }

  /** From here on all changes come; what came before has to be fetched. */
  begin() {
    this.isGone = false;
    this.load();
  }

  load = oneAtATime(() => this.fetch(async (path) => {
    const asked = this.entities.clock;
    const [tree, page] = await Promise.all([getJson(`${path}tree/`), getJson(`${path}entities/?limit=${ENTITIES}`)]);
    return () => {
      this.entities.replaceAll(page.results.map((row) => [row.kind, row]), asked);
      this.root = tree.root;
      this.hasMore = page.next !== null;
      this.error = "";
    };
  }));

  take(patch) {
    const { entity_type: type } = patch;
    if (type === "project") this.isGone = patch.action === "delete";
    if (type === "project" || type === "document") this.loadSoon();
    if (ENTITY_KINDS.includes(type) && this.entities.receive(patch) === "missing") this.fetchEntity(patch);
    this.changed();
  }

  /** The tree shows titles and lengths that no patch of it has: it is asked for again, once for all of them. */
  loadSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.load, PAUSE_MS);
  }

  fetchEntity({ entity_type: type, entity_id: id, version }) {
    return this.fetch(async () => {
      const row = await fetchRow(type, id);
      return () => (row ? this.entities.put(type, row) : this.entities.drop(id, version));
    });
  }

  /** All entities that are known here. */
  things() {
    return ENTITY_KINDS.flatMap((kind) => this.entities.all(kind));
  }

  /** Take what `ask` brings, unless another project is shown by then; what went wrong is shown, not thrown. */
  async fetch(ask) {
    const asked = this.projectId;
    const take = await ask(`/api/v1/projects/${asked}/`).catch((error) => () => {
      if (error.status === 404) this.isGone = true;
      else this.error = error.message;
    });
    if (asked !== this.projectId) return;
    take();
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

// What the agent remembers of the open chat: its state and the summary, asked for once and then followed.

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
