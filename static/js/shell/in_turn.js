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
