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
