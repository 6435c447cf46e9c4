// What went wrong with an answer, in its place, with the next step.
import { el, icon } from "../shell/dom.js";
import { countdown } from "./format.js";

/** Return the notices of `turn`; `onRetry` answers the same message again, and is null where that is no use. */
export function noticesOf(turn, onRetry) {
  return [
    turn.degraded && note("warn", "alert", turn.degraded),
    turn.error && failure(turn, onRetry),
    !turn.error && turn.status === "failed" && failure({ ...turn, error: UNTOLD }, onRetry),
    turn.status === "interrupted" && !turn.error && failure({ ...turn, error: INTERRUPTED }, onRetry),
    turn.stored === false && note("warn", "history", "This answer could not be stored yet; it is kept safe and written when the database is back."),
  ].filter(Boolean);
}

const UNTOLD = { code: "failed", message: "No cause was kept. Your message is stored.", retryable: true };
const INTERRUPTED = { code: "interrupted", message: "The server stopped while it wrote. What it had written is kept, and so is your message.", retryable: true };

function titleOf(error, hasText) {
  if (error.code === "rate_limited") return "Too many messages in a short time";
  if (error.code === "interrupted") return "The answer was interrupted";
  if (error.code === "storage_unavailable") return "The database does not answer";
  return hasText ? "The answer stopped in the middle" : "This could not be answered";
}

function failure(turn, onRetry) {
  const { error } = turn;
  const details = `${error.code}, turn ${turn.id.slice(0, 8)}`;
  return el("div", { class: "notice bad" }, icon("alert"),
    el("div", { class: "grow" },
      el("div", { role: "alert" }, el("strong", {}, titleOf(error, turn.text)), el("p", { class: "note" }, error.message)),
      el("div", { class: "line wrap" },
        onRetry && error.retryable ? retryButton(onRetry, error.retry_after) : null,
        el("details", {}, el("summary", { class: "note" }, icon("right", "s turn-on"), "Details"),
          el("p", { class: "meta" }, details)))));
}

function retryButton(onRetry, retryAfter) {
  const button = el("button", { type: "button", class: "btn small solid", onclick: onRetry }, icon("redo", "s"), el("span", {}, "Try again"));
  if (retryAfter) holdBack(button, retryAfter);
  return button;
}

function holdBack(button, wait) {
  const until = Date.now() + wait * 1000;
  const words = button.querySelector("span");
  button.disabled = true;
  const tick = () => {
    const left = (until - Date.now()) / 1000;
    button.disabled = left > 0;
    words.textContent = left > 0 ? `Try again in ${countdown(left)}` : "Try again";
    if (left > 0 && (button.isConnected || left > wait - 1)) setTimeout(tick, 500);
  };
  tick();
}

const note = (kind, mark, words) => el("div", { class: `notice ${kind}` }, icon(mark), el("p", { class: "grow" }, words));
