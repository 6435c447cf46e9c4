// The sidebar's list of conversations, synchronised across tabs: grouping, renaming, pinning, deleting, paging.
import { el, icon } from "../../shell/dom.js";
import { gettext, locale } from "../../shell/language.js";
import { dayOf, timeZone } from "../../shell/moments.js";
import { loadAtSight, oneAtATime, onDemand } from "../../shell/pacing.js";
import { daysBetween } from "../format.js";
import { DELETED, toastAway } from "../notices.js";
import { getJson } from "../transport.js";

const PAGE = 50;

export class ChatList extends EventTarget {
  /** Events: `current` (detail: the open conversation's item, or null when it was deleted). */
  constructor({ place, sentinel, page, currentId }) {
    super();
    this.next = page.next;
    this.currentId = currentId;
    this.items = new Map(page.results.map((item) => [item.id, item]));
    this.gone = new Set(); // deleted or archived ids, which a concurrent fetch may still contain
    this.heard = 0; // frames
    this.actions = new ActionsOnDemand(this);
    this.rows = new ChatRows(place, (id, opener) => this.actions.openFor(this.items.get(id), opener));
    whenUnreadElsewhere(() => this.show());
    loadAtSight(sentinel, { load: () => this.loadMore(), hasMore: () => this.next !== null });
    if (currentId) setUnread(currentId, false);
    this.show();
  }

  /** Handle a `conversation` or `turn` frame: something changed in this or another tab. */
  receive({ type, ...frame }) {
    if (type === "turn") return this.change(frame.conversation_id, { running: frame.turn_id, updated_at: new Date().toISOString() });
    const { id, deleted, ...fields } = frame;
    return deleted ? this.remove(id) : this.change(id, fields);
  }

  change(id, fields) {
    const known = this.items.get(id);
    const isWhole = known || "archived" in fields;
    if (!isWhole || this.refresh.isUnderWay()) this.refresh().catch(() => {}); // without a connection, the next frame triggers it again
    this.heard += 1;
    if (isWhole) this.put({ id, ...known, ...fields });
  }

  /** Refresh after a disconnect. */
  renew() {
    this.gone.clear(); // restored ones have to reappear
    this.refresh().catch(() => {}); // tried again when the connection is back
  }

  /** Fetch the newest again, and the open one if it is older. */
  refresh = oneAtATime(async () => {
    const { heard } = this;
    const page = await getJson(`/api/v1/conversations/?limit=${PAGE}`);
    if (heard === this.heard) this.dropMissing(page); // otherwise a missing one may be newer than the response
    this.putAll(page.results.filter(({ id }) => !this.gone.has(id)));
    if (!page.results.some(({ id }) => id === this.currentId)) await this.refreshCurrent();
  });

  async refreshCurrent() {
    const id = this.currentId;
    if (!this.items.has(id)) return;
    try {
      this.put(await getJson(`/api/v1/conversations/${id}/`));
    } catch (error) {
      if (error.status === 404) this.remove(id);
    }
  }

  /** Remove items missing from the first page: they were deleted or archived. */
  dropMissing({ results, next }) {
    const there = new Set(results.map(({ id }) => id));
    const oldest = next === null ? "" : results.at(-1).updated_at;
    for (const [id, item] of this.items) if (!there.has(id) && item.updated_at > oldest && id !== this.currentId) this.items.delete(id);
  }

  /** Update `item`: move it to its place, or remove it if it is archived. */
  put(item) {
    this.putAll([item]);
  }

  putAll(items) {
    items.forEach((item) => this.keep(item));
    this.show();
    this.tellCurrent(items.find(({ id }) => id === this.currentId));
  }

  keep(item) {
    const hasEnded = this.items.get(item.id)?.running && item.running === null;
    if (hasEnded && item.id !== this.currentId) setUnread(item.id, true);
    if (item.archived) this.items.delete(item.id);
    else this.items.set(item.id, item);
    this.gone[item.archived ? "add" : "delete"](item.id);
  }

  tellCurrent(item) {
    if (item) this.dispatchEvent(new CustomEvent("current", { detail: item }));
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
    this.tellCurrent(this.items.get(id)); // its frames may have arrived before its id
  }

  async loadMore() {
    const page = await getJson(`/api/v1/conversations/?limit=${PAGE}&cursor=${encodeURIComponent(this.next)}`);
    this.next = page.next;
    this.putAll(page.results.filter(({ id }) => !this.items.has(id) && !this.gone.has(id)));
  }

  show() {
    if (this.actions.isRenaming) return;
    const unread = unreadOnes();
    this.rows.show(groupByDay([...this.items.values()].map((item) => ({
      ...item, isUnread: unread.has(item.id) && item.id !== this.currentId, isCurrent: item.id === this.currentId,
    }))));
  }

  row = (id) => this.rows.row(id);

  newest = (count) => [...this.items.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, count);
}

/** A conversation's actions, loaded at first use. */
class ActionsOnDemand {
  constructor(list) {
    this.here = null;
    this.load = onDemand(async () => {
      const { ChatActions } = await import("../chat_actions.js");
      this.here = new ChatActions(list);
      return this.here;
    });
  }

  get isRenaming() {
    return this.here?.isRenaming ?? false;
  }

  run = (act) => this.load().then(act, toastAway);
  openFor = (item, opener) => this.run((actions) => actions.openFor(item, opener));
  change = (item, fields) => this.run((actions) => actions.change(item, fields));

  offerUndo() {
    if (sessionStorage.getItem(DELETED)) this.run((actions) => actions.offerUndo());
  }
}

// The rows of conversations in the sidebar. An unchanged row keeps its node, and so the focus and a started
// press: a click on a node that is moved before the release is lost.

class ChatRows {
  /** `openMenu(id, opener)` is called by a row's button. */
  constructor(place, openMenu) {
    this.place = place;
    this.openMenu = openMenu;
    this.made = new Map();
    this.groups = new Map();
  }

  /** Show `groups` of items with `isUnread` and `isCurrent`. */
  show(groups) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement : null;
    const kept = this.made;
    this.made = new Map();
    const nodes = groups.flatMap(({ label, items }) => this.group(label, items.map((item) => this.node(item, kept))));
    arrange(this.place, nodes.length ? nodes : [el("p", { class: "note side-note" }, gettext("Your conversations will be listed here."))]);
    if (focused) this.refocus(focused);
  }

  /** Return the heading and the list of `rows`. */
  group(label, rows) {
    if (!this.groups.has(label)) this.groups.set(label, [el("h2", {}, label), el("ul")]);
    const [heading, list] = this.groups.get(label);
    arrange(list, rows);
    return [heading, list];
  }

  node({ id, title, running, isUnread, isCurrent }, kept) {
    const state = JSON.stringify([title, Boolean(running), isUnread, isCurrent]);
    const known = kept.get(id);
    const node = known?.state === state ? known.node : this.make({ id, title: title || gettext("New chat"), running, isUnread, isCurrent });
    this.made.set(id, { state, node });
    return node;
  }

  make({ id, title, running, isUnread, isCurrent }) {
    const more = el("button", {
      type: "button", class: "ib", "aria-label": gettext("Actions for {name}", { name: title }), "aria-haspopup": "menu", onclick: () => this.openMenu(id, more),
    }, icon("more"));
    return el("li", { class: "conv", "data-id": id },
      el("a", { class: isUnread ? "go unread" : "go", href: `/c/${id}/`, "aria-current": isCurrent ? "page" : null },
        el("span", { class: "clip", dir: "auto" }, title), markOf(running, isUnread)),
      more);
  }

  row(id) {
    return this.made.get(id)?.node;
  }

  /** Restore the focus, or focus the same control of the recreated row. */
  refocus(focused) {
    const row = this.row(focused.closest(".conv")?.dataset.id);
    (focused.isConnected ? focused : row?.querySelector(focused.matches("button") ? "button" : "a"))?.focus({ preventScroll: true });
  }
}

/** Make `nodes` the children of `place` without moving those already in place. */
function arrange(place, nodes) {
  const staying = new Set(nodes);
  for (const child of [...place.children]) if (!staying.has(child)) child.remove();
  nodes.forEach((node, at) => { if (place.children[at] !== node) place.insertBefore(node, place.children[at] ?? null); });
}

function markOf(running, isUnread) {
  if (running) return [el("span", { class: "vh" }, gettext("running")), icon("mark", "s spin")];
  if (isUnread) return [el("span", { class: "vh" }, gettext("unread")), el("span", { class: "dot" })];
  return [];
}

// Groups a list of conversations: pinned, then by the day of their last message. Pure.

const monthFormat = new Intl.DateTimeFormat(locale, { month: "long", timeZone });
const monthAndYearFormat = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone });

/** Return `[{label, items}]` of `items`, newest first in each; empty groups are left out. */
export function groupByDay(items, now = new Date()) {
  const groups = new Map();
  const newestFirst = [...items].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  const ordered = [...newestFirst.filter((item) => item.pinned), ...newestFirst.filter((item) => !item.pinned)];
  for (const item of ordered) {
    const label = item.pinned ? gettext("Pinned") : labelOf(new Date(item.updated_at), now);
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups].map(([label, members]) => ({ label, items: members }));
}

function labelOf(date, now) {
  const days = daysBetween(date, now);
  if (days <= 0) return gettext("Today");
  if (days === 1) return gettext("Yesterday");
  if (days <= 7) return gettext("Previous 7 days");
  return (dayOf(date).slice(0, 4) === dayOf(now).slice(0, 4) ? monthFormat : monthAndYearFormat).format(date);
}

// Unread conversations, stored in this browser.

const KEY = "omniforge.unread";

/** The unread ids. */
const unreadOnes = () => new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));

function setUnread(id, unread) {
  const ids = unreadOnes();
  if (unread) ids.add(id);
  else ids.delete(id);
  localStorage.setItem(KEY, JSON.stringify([...ids].slice(-200)));
}

/** Call `changed` when another tab changes the unread ids. */
const whenUnreadElsewhere = (changed) => addEventListener("storage", ({ key }) => key === KEY && changed());
