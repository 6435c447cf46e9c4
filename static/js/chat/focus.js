// What the open chat is about: everything, a project, or one thing in it. The person chooses.
import { oneAtATime } from "../shell/one_at_a_time.js";
import { getJson, sendJson } from "./api.js";
import { toast } from "./toast.js";

export const EVERYTHING = { scope: "global", project_id: null, project: "", type: null, id: null, name: "" };
export const aProject = ({ id, name }) => ({ ...EVERYTHING, scope: "project", project_id: id, project: name });
export const aThing = ({ project_id, project, kind, id, title }) =>
  ({ scope: "entity", project_id, project, type: kind, id, name: title });

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
