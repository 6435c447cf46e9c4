// Reading anew what changes elsewhere: answers never overtake each other, and the last is never from before a change.

/**
 * Return `read`, an async function, so that only one call of it is under way: asked for meanwhile, it is called once
 * more after that. The promise ends when what was asked for last has been read, or fails as the reading did.
 * Its `isUnderWay()` tells whether what it will bring may be from before now.
 */
export function oneAtATime(read) {
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
    reading ??= readAll();
    return reading;
  }
  return Object.assign(ask, { isUnderWay: () => reading !== null });
}
