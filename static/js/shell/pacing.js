// Scheduling helpers: once, one at a time, in sequence, when visible, or lazily.

// Refreshing: responses never overtake each other, and the last is never from before a change.

/**
 * Return `read`, an async function, limited to one running call. If it is called meanwhile, it runs once more
 * after that. The promise settles with the last requested run.
 * Its `isUnderWay()` tells whether a run is in progress, whose result may be outdated.
 * @param {() => unknown} read
 */
export function oneAtATime(read) {
  /** @type {Promise<void> | null} */
  let reading = null;
  let isAsked = false;
  async function readAll() {
    try {
      while (isAsked) {
        isAsked = false;
        await read();
      }
    } finally {
      reading = null;
    }
  }
  function ask() {
    isAsked = true;
    return reading ??= readAll();
  }
  return Object.assign(ask, { isUnderWay: () => reading !== null });
}

// Sequential saving, so that no change applies to a version that another is about to replace.

/** Return a function that runs `work`, which may be async, after all earlier ones have settled. */
export function inTurn() {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

// Protection against double submission, by a double click, or by Enter and a click.

const AGAIN_MS = 5000; // after that, there was no response, or it was a download

/** Return a listener of `submit` that calls `send`, an async function, unless the previous call is still running. */
export function sendingOnce(send) {
  let isSending = false;
  return async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const form = event.currentTarget;
    form.setAttribute("aria-busy", "true");
    await send().finally(() => {
      isSending = false;
      form.removeAttribute("aria-busy");
    });
  };
}

/** Prevent double submission of native forms: the next page takes a while on a slow network. */
export function guardForms() {
  const sent = new Map();
  addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    if (Date.now() - sent.get(form) < AGAIN_MS) event.preventDefault();
    else sent.set(form, Date.now());
  });
  addEventListener("pageshow", () => sent.clear()); // restored by the Back button
}

// Infinite lists: the next page is fetched when the reader is near the end.

const PAUSE_MS = 3000; // after a failure

/**
 * Call `load`, an async function, whenever `sentinel` is visible, while `hasMore()`; after a failure, again a moment
 * later. `margin` extends the visible area, as in CSS.
 */
export function loadAtSight(sentinel, { load, hasMore, margin = "0px" }) {
  const watch = () => hasMore() && observer.observe(sentinel);
  const seen = () => {
    observer.unobserve(sentinel); // re-observing triggers again while it is still visible
    load().then(watch, () => setTimeout(watch, PAUSE_MS));
  };
  const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && seen(), { rootMargin: margin });
  watch();
}

// Lazily loaded modules.

/**
 * Return a function that returns the promise of `load`, called once; after a failure it is called again.
 * @template T
 * @param {() => Promise<T>} load
 */
export function onDemand(load) {
  /** @type {Promise<T> | null} */
  let loading = null;
  return () => loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
}

/**
 * The synchronous variant: the function returns the result of `load`, or null, and then calls `whenHere` once it has
 * loaded. Without a connection the next call tries again.
 * @template T
 * @param {() => Promise<T>} load
 */
export function onceHere(load) {
  const loading = onDemand(load);
  /** @type {T | null} */
  let here = null;
  return (/** @type {() => void} */ whenHere) => {
    if (!here) loading().then((module) => { here = module; whenHere(); }, () => {});
    return here;
  };
}
