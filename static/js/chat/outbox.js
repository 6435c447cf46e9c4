// Frames that the server has not acknowledged. They outlive a reload of the tab, so that nothing written is lost;
// sending one again is harmless, since its id makes it the same message.

export class Outbox {
  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage */
  constructor(key, storage = sessionStorage) {
    this.key = `omniforge.outbox.${key}`;
    this.storage = storage;
    this.frames = JSON.parse(storage.getItem(this.key) ?? "[]");
  }

  all() {
    return [...this.frames];
  }

  put(frame) {
    this.frames = [...this.frames.filter((one) => one.id !== frame.id), frame];
    this.save();
  }

  /** Take out and return the frame with `id`, or undefined. */
  take(id) {
    const found = this.frames.find((one) => one.id === id);
    if (found) {
      this.frames = this.frames.filter((one) => one !== found);
      this.save();
    }
    return found;
  }

  /** Keep what waits under another key: the conversation has got its id. */
  moveTo(key) {
    this.storage.removeItem(this.key);
    this.key = `omniforge.outbox.${key}`;
    this.save();
  }

  save() {
    if (this.frames.length) this.storage.setItem(this.key, JSON.stringify(this.frames));
    else this.storage.removeItem(this.key);
  }
}
