// When something is done: once, one at a time, in turn, at sight, or when it is first needed.

// Reading anew what changes elsewhere: answers never overtake each other, and the last is never from before a change.

/**
 * Return `read`, an async function, so that only one call of it is under way: asked for meanwhile, it is called once
 * more after that. The promise ends when what was asked for last has been read, or fails as the reading did.
 * Its `isUnderWay()` tells whether what it will bring may be from before now.
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

// Changes that are stored one after the other, so that none is made for what another one is just about to replace.

/** Return a function that calls `work`, which may be async, once all that it was given before has ended, well or not. */
export function inTurn() {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

// What is sent once, however often it is clicked: by a double click, or by Enter and a click.

const AGAIN_MS = 5000; // then it was not answered, or it was a download

/** Return a listener of `submit` that calls `send`, an async function, unless the call before is still under way. */
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

/** Let forms that the browser itself sends change things once: the next page takes a while on a slow network. */
export function guardForms() {
  const sent = new Map();
  addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    if (Date.now() - sent.get(form) < AGAIN_MS) event.preventDefault();
    else sent.set(form, Date.now());
  });
  addEventListener("pageshow", () => sent.clear()); // come back to by Back
}

// Lists that go on: the next page is fetched when the reader comes near its end.

const PAUSE_MS = 3000; // after a failure

/**
 * Call `load`, an async function, whenever `sentinel` is in sight, for as long as there `hasMore()`; after a failure
 * again, a moment later. `margin` says how far from sight is near enough, as CSS does.
 */
export function loadAtSight(sentinel, { load, hasMore, margin = "0px" }) {
  const watch = () => hasMore() && observer.observe(sentinel);
  const seen = () => {
    observer.unobserve(sentinel); // looked at anew, it is told of again while it stays in sight
    load().then(watch, () => setTimeout(watch, PAUSE_MS));
  };
  const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && seen(), { rootMargin: margin });
  watch();
}

// Modules that a page can begin without.

/**
 * Return a function that gives what `load` promises, loaded at the first call; after a failure it is loaded again.
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
 * The same for who cannot wait: the function gives what `load` brings, or null, and then it calls `whenHere` once that
 * is here. Without a connection the next call tries again.
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
