// Tells screen readers what happens, in whole sentences: the streaming text itself is too fast to be read out.

/** Say `sentence` once, politely. */
export function announce(sentence) {
  const status = document.getElementById("announcer");
  if (status) status.textContent = sentence === status.textContent ? `${sentence}\u00a0` : sentence;
}

/** Announce what of an answer's work is worth an interruption: that there is a plan, and what failed of it. */
export function announceWork({ type, data }) {
  if (type === "plan") announce(`The plan: ${data.stages.map(({ name }) => name).join(", ")}`);
  if (type === "step" && data.status === "failed") announce(`Failed: ${data.title}. ${data.note}`);
}

/** Announce how a turn went on, by its status before and now. */
export function announceTurn(before, turn) {
  if (before === turn.status) return;
  const sentence = {
    running: "OmniForge is answering",
    completed: "The answer is complete",
    cancelled: "Stopped",
    failed: "The answer failed. You can try again.",
    interrupted: "The answer was interrupted. You can try again.",
  }[turn.status];
  if (sentence) announce(sentence);
}
