// Redraws only what has changed, so that neither the focus nor a field in use is lost.
import { getPage } from "../chat/transport.js";
import { focusedIn } from "../shell/dom.js";
import { showLocalTimes } from "../shell/moments.js";
import { oneAtATime } from "../shell/pacing.js";

// A list that keeps the nodes of unchanged items, so that neither the focus nor an open menu is lost.

export class Keyed {
  /** `make(item)` creates a node, `id(item)` identifies it, and a changed `state(item)` recreates it. */
  constructor(place, { make, id = (item) => item.id, state }) {
    this.place = place;
    this.make = make;
    this.id = id;
    this.state = state;
    this.made = new Map();
  }

  show(items) {
    const focused = this.place.contains(document.activeElement) ? document.activeElement : null;
    const nodes = items.map((item) => this.nodeOf(item));
    const names = new Set(items.map((item) => this.id(item)));
    for (const name of this.made.keys()) if (!names.has(name)) this.made.delete(name);
    const isSame = nodes.length === this.place.children.length && nodes.every((node, at) => node === this.place.children[at]);
    if (!isSame) this.place.replaceChildren(...nodes);
    if (focused && document.activeElement !== focused) this.refocus(focused, nodes);
  }

  nodeOf(item) {
    const [name, state] = [this.id(item), JSON.stringify(this.state(item))];
    const known = this.made.get(name);
    if (known?.state === state) return known.node;
    const node = this.make(item);
    node.dataset.id = name;
    this.made.set(name, { state, node });
    return node;
  }

  /** Restore the focus, or focus the same control in the recreated node. */
  refocus(focused, nodes) {
    if (focused.isConnected) return focused.focus();
    const name = focused.closest("[data-id]")?.dataset.id;
    const node = nodes.find((one) => one.dataset.id === name);
    const role = focused.dataset.focus;
    (role ? node?.querySelector(`[data-focus="${role}"]`) : node)?.focus();
  }
}

// Server-rendered parts of a page, fetched again a moment after a change.
// Unchanged rows keep their nodes, and so the focus and the scroll position.

const PAUSE_MS = 400;

export class ServerParts {
  /** `places` have ids; `source` is the URL of the page, or of the only part's content; `gone()` is called on a 404. */
  constructor({ places, source = location.href, gone = () => {} }) {
    this.places = places;
    this.source = source;
    this.gone = gone;
  }

  refresh() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.read, PAUSE_MS);
  }

  read = oneAtATime(async () => {
    const page = await getPage(this.source).catch(() => undefined);
    if (page === undefined) return; // without a connection or session: tried again with that
    if (page === null) return this.gone();
    for (const place of this.places) renew(place, page.getElementById(place.id) ?? page.body);
    showLocalTimes();
  });
}

function renew(place, fresh) {
  const focused = focusedIn(place);
  const [rows, newer] = [rowsIn(place), rowsIn(fresh)];
  if (rows && newer) merge(rows, newer);
  else if (!place.isEqualNode(fresh)) place.replaceChildren(...fresh.childNodes);
  if (focused && document.activeElement !== focused) (focused.isConnected ? focused : likeOf(place, focused))?.focus({ preventScroll: true });
}

/** The parent of the rows: a row has its object's id, and is kept while its `state` is unchanged. */
const rowsIn = (part) => part.querySelector("[data-id]")?.parentElement;

function merge(place, fresh) {
  const known = new Map([...place.children].map((row) => [keyOf(row), row]));
  const rows = [...fresh.children].map((row) => known.get(keyOf(row)) ?? row);
  for (const row of [...place.children]) if (!rows.includes(row)) row.remove();
  rows.forEach((row, at) => place.children[at] === row || place.insertBefore(row, place.children[at]));
}

/** @param {any} row an element */
const keyOf = ({ dataset: { id, state } }) => `${id} ${state}`;

/** The new node of a redrawn control. */
const likeOf = (place, /** @type {HTMLElement} */ { dataset: { at } }) => at && place.querySelector(`[data-at="${CSS.escape(at)}"]`);
