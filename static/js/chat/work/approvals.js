// What waits for the person's word in the open conversation. The server says what that is; it is asked again
// whenever something may have changed: here, in another tab, or by time.
import { gettext } from "../../shell/language.js";
import { oneAtATime } from "../../shell/pacing.js";
import { announce } from "../notices.js";
import { told } from "../told.js";
import { getJson, sendJson } from "../transport.js";

const PATH = "/api/v1/approvals/";
const SETTLED = [404, 409]; // gone, or decided already

export class Approvals extends EventTarget {
  /** Events: `changed`. `begin(turn)` is told of the turn that goes on with a decision. */
  constructor({ conversation, begin }) {
    super();
    this.conversation = conversation;
    this.begin = begin;
    this.pending = [];
    this.standings = new Map();
    this.decided = 0;
  }

  /** Take a frame of the socket. A message may decide too ("yes"): while something waits, each turn is a reason to ask. */
  receive({ type, conversation_id: conversation }) {
    if (conversation !== this.conversation.id) return;
    if (type === "approval" || (this.pending.length && ["intent", "done"].includes(type))) this.refresh();
  }

  /** Ask what waits. Where that fails the next opening of the socket asks again. */
  refresh = oneAtATime(async () => {
    const { conversation: { id }, decided } = this;
    const asked = id && await everyPage(`${PATH}?conversation_id=${id}`).catch(() => null);
    if (asked && decided === this.decided) this.take(asked); // an answer from before a decision is no news
  });

  take(asked) {
    this.standings = new Map(asked.map((one) => [one.approval_id, standingOf(one)]));
    const known = new Map(this.pending.map((one) => [one.approval_id, one]));
    const open = asked.filter((one) => standingOf(one) === "pending");
    this.pending = open.map((one) => known.get(one.approval_id) ?? one);
    const news = open.filter((one) => !known.has(one.approval_id));
    if (news.length) announce(gettext("Needs your approval: {what}", { what: told(news.at(-1).what) }));
    this.changed();
  }

  /** Decide: "approve" or "reject", with `edited` arguments or null. Raises ApiError; a settled one is final. */
  async decide(approval, decision, edited) {
    const { approval_id: id } = approval;
    const decided = await sendJson("POST", `${PATH}${id}/`, edited ? { decision, arguments: edited } : { decision });
    this.decided += 1;
    this.standings.set(id, decided.status);
    this.remove(approval);
    if (decided.turn_id) this.begin(decided);
  }

  /** Take away what cannot be decided here, and ask what became of it. */
  dismiss(approval) {
    this.remove(approval);
    this.refresh();
  }

  remove(approval) {
    this.pending = this.pending.filter((one) => one !== approval);
    this.changed();
  }

  /** Return `turn` with its approvals' `status` as it is now: pending, approved, rejected, expired; empty while not known. */
  upToDate(turn) {
    if (turn.approvals.length === 0) return turn;
    return { ...turn, approvals: turn.approvals.map((one) => ({ ...one, status: this.standings.get(one.approval_id) ?? "" })) };
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

const standingOf = ({ status, expires_at: until }) => (status === "pending" && Date.parse(until) <= Date.now() ? "expired" : status);

export const isSettled = (error) => SETTLED.includes(error.status);

/** All that a list has, oldest first: it comes in pages, the newest first. */
async function everyPage(path) {
  const found = [];
  for (let more = ""; more !== null;) {
    const { results, next } = await getJson(path + more);
    found.push(...results);
    more = next && `&cursor=${next}`;
  }
  return found.reverse();
}
