// The list of conversations in the sidebar, the same in every tab: grouped, renamed, pinned, deleted, loaded on.
import { el, icon } from "../shell/dom.js";
import { oneAtATime } from "../shell/one_at_a_time.js";
import { getJson } from "./api.js";
import { ChatActions } from "./chat_actions.js";
import { groupByDay } from "./day_groups.js";
import { isUnread, setUnread } from "./unread.js";

const PAGE = 50;

export class ChatList extends EventTarget {
  /** Events: `current` (detail: the open conversation's item, or null when it was deleted). */
  constructor({ place, sentinel, page, currentId }) {
    super();
    Object.assign(this, { place, next: page.next, currentId });
    this.items = new Map(page.results.map((item) => [item.id, item]));
    this.gone = new Set(); // what was deleted: a fetch that was under way still has it
    this.actions = new ChatActions(this);
    this.observer = new IntersectionObserver(([entry]) => entry.isIntersecting && this.loadMore(sentinel));
    if (this.next) this.observer.observe(sentinel);
    if (currentId) setUnread(currentId, false);
    this.show();
  }

  /** Take a `conversation` or `turn` frame: something changed in this or another tab. */
  receive({ type, ...frame }) {
    if (type === "turn") return this.change(frame.conversation_id, { running: frame.turn_id, updated_at: new Date().toISOString() });
    const { id, deleted, ...fields } = frame;
    return deleted ? this.remove(id) : this.change(id, fields);
  }

  change(id, fields) {
    const known = this.items.get(id);
    const isWhole = known || "archived" in fields;
    if (!isWhole || this.refresh.isUnderWay()) this.refresh().catch(() => {}); // without a connection the next frame asks again
    if (!isWhole) return;
    const hasEnded = known?.running && fields.running === null;
    if (hasEnded && id !== this.currentId) setUnread(id, true);
    this.put({ id, ...known, ...fields });
  }

  /** Fetch the newest again: one has appeared that is not known here. */
  refresh = oneAtATime(async () => {
    const page = await getJson(`/api/v1/conversations/?limit=${PAGE}`);
    for (const item of page.results) if (!this.gone.has(item.id)) this.put(item);
  });

  /** Show `item` as it is now: in its place, or no longer where it is archived. */
  put(item) {
    if (item.archived) this.items.delete(item.id);
    else this.items.set(item.id, item);
    this.gone.delete(item.id);
    this.show();
    if (item.id === this.currentId) this.dispatchEvent(new CustomEvent("current", { detail: item }));
  }

  remove(id) {
    this.gone.add(id);
    if (!this.items.delete(id)) return;
    this.show();
    if (id === this.currentId) this.dispatchEvent(new CustomEvent("current", { detail: null }));
  }

  setCurrent(id) {
    this.currentId = id;
    this.show();
  }

  async loadMore(sentinel) {
    this.observer.unobserve(sentinel);
    const page = await getJson(`/api/v1/conversations/?limit=${PAGE}&cursor=${encodeURIComponent(this.next)}`);
    for (const item of page.results) if (!this.items.has(item.id)) this.items.set(item.id, item);
    this.next = page.next;
    this.show();
    if (this.next) this.observer.observe(sentinel);
  }

  show() {
    if (this.actions.isRenaming) return;
    const focused = document.activeElement?.closest?.(".conv")?.dataset.id;
    const groups = groupByDay(this.items.values());
    const nothing = el("p", { class: "note side-note" }, "Your conversations will be listed here.");
    this.place.replaceChildren(...(groups.length ? groups.flatMap((group) => this.groupNodes(group)) : [nothing]));
    if (focused) this.row(focused)?.querySelector("a").focus();
  }

  groupNodes({ label, items }) {
    return [el("h2", {}, label), el("ul", {}, items.map((item) => this.rowOf(item)))];
  }

  row(id) {
    return this.place.querySelector(`.conv[data-id="${CSS.escape(id)}"]`);
  }

  rowOf(item) {
    const unread = isUnread(item.id);
    const title = item.title || "New chat";
    const more = el("button", {
      type: "button", class: "ib", "aria-label": `Actions for ${title}`, "aria-haspopup": "menu",
      onclick: () => this.actions.openFor(item, more),
    }, icon("more"));
    return el("li", { class: "conv", "data-id": item.id },
      el("a", { class: unread ? "go unread" : "go", href: `/c/${item.id}/`, "aria-current": item.id === this.currentId ? "page" : null },
        el("span", { class: "clip", dir: "auto" }, title), markOf(item, unread)),
      more);
  }
}

function markOf(item, unread) {
  if (item.running) return [el("span", { class: "vh" }, "running"), icon("mark", "s spin")];
  if (unread) return [el("span", { class: "vh" }, "unread"), el("span", { class: "dot" })];
  return [];
}
