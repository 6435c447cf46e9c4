// The REST side: JSON in, JSON out, errors with the sentence that the server wrote for people.

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? "The server did not answer as it should. Try again in a moment.");
    this.status = status;
    this.code = problem.code ?? "";
    this.retryable = problem.retryable ?? false;
  }
}

const READING_MS = 30_000; // then there is no connection that is worth waiting for
const WRITING_MS = 60_000;

/** What the server wants to see with each write from a page of its own. */
export const csrfToken = () => /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="csrf-token"]')).content;

export const getJson = (path, signal) => request("GET", path, undefined, untilLate(signal));
export const sendJson = (method, path, body, patience = WRITING_MS) => request(method, path, body, AbortSignal.timeout(patience));

/** Return the page at `path` as a document that is not shown, or null where it is gone. Raises ApiError. */
export async function getPage(path) {
  const response = await fetch(path, { headers: { Accept: "text/html" }, signal: untilLate() }).catch(unheard);
  if (response.status === 404) return null;
  if (!response.ok || response.redirected) throw new ApiError(response.status, {});
  const text = await response.text().catch(unheard);
  return new DOMParser().parseFromString(text, "text/html");
}

function untilLate(signal) {
  const late = AbortSignal.timeout(READING_MS);
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** Raises ApiError; tells the page with the event `signed-out` where the session is over. */
async function request(method, path, body, signal) {
  const lost = method === "GET" ? unheard : uncertain;
  const response = await fetch(path, {
    method,
    signal,
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(lost);
  if (response.status === 401) dispatchEvent(new Event("signed-out"));
  if (response.ok) return response.status === 204 ? null : response.json().catch(lost);
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}

const AWAY = "There is no connection. Try again when you are online.";
const LATE = "The server did not answer in time.";

/**
 * The connection broke, before the answer or in the middle of it, or nothing came for too long.
 * @returns {never}
 */
function unheard({ name }, late = `${LATE} Try again in a moment.`) {
  throw new ApiError(0, { detail: name === "TimeoutError" ? late : AWAY, retryable: true });
}

/** @returns {never} */
const uncertain = (error) => unheard(error, `${LATE} It may have been done all the same: look before you try again.`);
