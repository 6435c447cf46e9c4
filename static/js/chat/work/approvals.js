// Pending approvals in the open conversation. The server lists them; they are fetched again whenever something
// may have changed: here, in another tab, or by expiry.
import { gettext } from "../../shell/language.js";
import { oneAtATime } from "../../shell/pacing.js";
import { announce } from "../notices.js";
import { told } from "../told.js";
import { getJson, sendJson } from "../transport.js";

const PATH = "/api/v1/approvals/";
const SETTLED = [404, 409]; // gone, or already decided

export class Approvals extends EventTarget {
  /** Events: `changed`. `begin(turn)` is called with the turn that continues after a decision. */
  constructor({ conversation, begin }) {
    super();
    this.conversation = conversation;
    this.begin = begin;
    this.pending = [];
    this.standings = new Map();
    this.decided = 0;
  }

  /** Handle a socket frame. A message may decide too ("yes"), so while something is pending, each turn triggers a fetch. */
  receive({ type, conversation_id: conversation }) {
    if (conversation !== this.conversation.id) return;
    if (type === "approval" || (this.pending.length && ["intent", "done"].includes(type))) this.refresh();
  }

  /** Fetch pending approvals. If that fails, the next opening of the socket tries again. */
  refresh = oneAtATime(async () => {
    const { conversation: { id }, decided } = this;
    const asked = id && await everyPage(`${PATH}?conversation_id=${id}`).catch(() => null);
    if (asked && decided === this.decided) this.take(asked); // ignore a response from before a decision
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

  /** Decide: "approve" or "reject", with `edited` arguments or null. Throws ApiError; a settled one is final. */
  async decide(approval, decision, edited) {
    const { approval_id: id } = approval;
    const decided = await sendJson("POST", `${PATH}${id}/`, edited ? { decision, arguments: edited } : { decision });
    this.decided += 1;
    this.standings.set(id, decided.status);
    this.remove(approval);
    if (decided.turn_id) this.begin(decided);
  }

  /** Remove an approval that cannot be decided here, and fetch its outcome. */
  dismiss(approval) {
    this.remove(approval);
    this.refresh();
  }

  remove(approval) {
    this.pending = this.pending.filter((one) => one !== approval);
    this.changed();
  }

  /** Return `turn` with its approvals' `status` updated: pending, approved, rejected, expired; empty while unknown. */
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

/** All items of a paginated list, oldest first. */
async function everyPage(path) {
  const found = [];
  for (let more = ""; more !== null;) {
    const { results, next } = await getJson(path + more);
    found.push(...results);
    more = next && `&cursor=${next}`;
  }
  return found.reverse();
}
