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
  const observer = new IntersectionObserver((entries) => entries.at(-1).isIntersecting && seen(), { rootMargin: margin });
  watch();
}
