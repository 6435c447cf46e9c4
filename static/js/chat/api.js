// The REST side: JSON in, JSON out, errors with the sentence that the server wrote for people.

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? "The server did not answer as it should. Try again in a moment.");
    Object.assign(this, { status, code: problem.code ?? "", retryable: problem.retryable ?? false });
  }
}

const READING_MS = 30_000; // then there is no connection that is worth waiting for

const csrfToken = () => document.querySelector('meta[name="csrf-token"]').content;

export const getJson = (path, signal) => request("GET", path, undefined, untilLate(signal));
export const sendJson = (method, path, body) => request(method, path, body);

function untilLate(signal) {
  const late = AbortSignal.timeout(READING_MS);
  return signal ? AbortSignal.any([signal, late]) : late;
}

/** Raises ApiError; tells the page with the event `signed-out` where the session is over. */
async function request(method, path, body, signal) {
  const response = await fetch(path, {
    method,
    signal,
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => { throw new ApiError(0, { detail: "There is no connection. Try again when you are online.", retryable: true }); });
  if (response.status === 401) dispatchEvent(new Event("signed-out"));
  if (response.ok) return response.status === 204 ? null : response.json();
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}
