// Files of this computer that become documents of a project.
import { csrfToken } from "../chat/api.js";
import { toast } from "../chat/toast.js";
import { el } from "../shell/dom.js";

const TYPES = ".md,.markdown,.txt,.docx,.pdf,.zip";

/** Let the person choose files, and send them to `path`; what was left out is told with its reason. */
export function importFiles(path) {
  const input = el("input", { type: "file", multiple: true, accept: TYPES, "aria-label": "Files to import", hidden: true });
  input.addEventListener("change", async () => {
    toast("Importing …");
    toast(await sent(path, [...input.files]));
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** Send the files; returns what came of it in words. */
async function sent(path, files) {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const token = csrfToken();
  const answer = await fetch(path, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": token } }).catch(() => null);
  if (!answer) return "There is no connection. Import again when you are online.";
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) return told.detail ?? "The files were not taken. Try again in a moment.";
  const { length } = told.entities_created;
  return [`${length} ${length === 1 ? "document was" : "documents were"} made.`, ...told.left_out].join(" ");
}
