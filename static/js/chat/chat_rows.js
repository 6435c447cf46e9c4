// The rows of conversations in the sidebar. A row that says the same stays the same node, and keeps the focus.
import { el, icon } from "../shell/dom.js";

export class ChatRows {
  /** `openMenu(id, opener)` is called by a row's button. */
  constructor(place, openMenu) {
    this.place = place;
    this.openMenu = openMenu;
    this.made = new Map();
  }

  /** Show `groups` of items, which also say `isUnread` and `isCurrent`. */
  show(groups) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement : null;
    const kept = this.made;
    this.made = new Map();
    const nodes = groups.flatMap(({ label, items }) => [el("h2", {}, label), el("ul", {}, items.map((item) => this.node(item, kept)))]);
    this.place.replaceChildren(...(nodes.length ? nodes : [el("p", { class: "note side-note" }, "Your conversations will be listed here.")]));
    if (focused) this.refocus(focused);
  }

  node({ id, title, running, isUnread, isCurrent }, kept) {
    const state = JSON.stringify([title, Boolean(running), isUnread, isCurrent]);
    const known = kept.get(id);
    const node = known?.state === state ? known.node : this.make({ id, title: title || "New chat", running, isUnread, isCurrent });
    this.made.set(id, { state, node });
    return node;
  }

  make({ id, title, running, isUnread, isCurrent }) {
    const more = el("button", {
      type: "button", class: "ib", "aria-label": `Actions for ${title}`, "aria-haspopup": "menu", onclick: () => this.openMenu(id, more),
    }, icon("more"));
    return el("li", { class: "conv", "data-id": id },
      el("a", { class: isUnread ? "go unread" : "go", href: `/c/${id}/`, "aria-current": isCurrent ? "page" : null },
        el("span", { class: "clip", dir: "auto" }, title), markOf(running, isUnread)),
      more);
  }

  row(id) {
    return this.made.get(id)?.node;
  }

  /** Give the focus back to what had it, or to its like in the row that was made anew. */
  refocus(focused) {
    const row = this.row(focused.closest(".conv")?.dataset.id);
    (focused.isConnected ? focused : row?.querySelector(focused.matches("button") ? "button" : "a"))?.focus({ preventScroll: true });
  }
}

function markOf(running, isUnread) {
  if (running) return [el("span", { class: "vh" }, "running"), icon("mark", "s spin")];
  if (isUnread) return [el("span", { class: "vh" }, "unread"), el("span", { class: "dot" })];
  return [];
}
