// Parts of a page that the server draws, drawn anew a moment after something has changed.
// Rows that say the same keep their nodes, and so the focus and the reader's place.
import { getPage } from "../chat/api.js";
import { focusedIn } from "../shell/dom.js";
import { showLocalTimes } from "../shell/local_times.js";
import { oneAtATime } from "../shell/one_at_a_time.js";

const PAUSE_MS = 400;

export class ServerParts {
  /** `places` have ids; `source` is where they stand, or the content of the only one; `gone()` is called where it is a 404. */
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
    if (page === undefined) return; // without a connection or a session: it is asked again with that
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

/** What holds the rows: a row has its thing's id, and as `state` what has to be the same for it to stay. */
const rowsIn = (part) => part.querySelector("[data-id]")?.parentElement;

function merge(place, fresh) {
  const known = new Map([...place.children].map((row) => [keyOf(row), row]));
  const rows = [...fresh.children].map((row) => known.get(keyOf(row)) ?? row);
  for (const row of [...place.children]) if (!rows.includes(row)) row.remove();
  rows.forEach((row, at) => place.children[at] === row || place.insertBefore(row, place.children[at]));
}

/** @param {any} row an element */
const keyOf = ({ dataset: { id, state } }) => `${id} ${state}`;

/** What stands for a control that was drawn anew. */
const likeOf = (place, /** @type {HTMLElement} */ { dataset: { at } }) => at && place.querySelector(`[data-at="${CSS.escape(at)}"]`);
