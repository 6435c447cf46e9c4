// What became of each approval that an answer asked for, as a quiet line: where it is decided is the dock.
import { el, icon } from "../shell/dom.js";

const LINES = {
  pending: ["shield", "Waits for your approval"],
  approved: ["check", "You approved"],
  rejected: ["x", "You rejected"],
  expired: ["clock", "Not decided in time"],
  "": ["shield", "Asked for your approval"],
};

export function approvalLines(approvals) {
  return approvals.map(({ what, status }) => {
    const [mark, words] = LINES[status];
    return el("p", { class: "line note" }, icon(mark, "s"), el("span", {}, `${words}: ${what}`));
  });
}
