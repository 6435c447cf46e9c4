// Files of this computer that become documents of a project: chosen in a dialog, or dropped on the page.
import { takeDrops } from "../chat/drops.js";
import { toast } from "../chat/toast.js";
import { el } from "../shell/dom.js";

const TYPES = ".md,.markdown,.txt,.csv,.tsv,.xlsx,.docx,.pdf,.zip";

/** Let the person choose files, and send them to `path`; what was left out is told with its reason. */
export function importFiles(path) {
  const input = el("input", { type: "file", multiple: true, accept: TYPES, "aria-label": "Files to import", hidden: true });
  input.addEventListener("change", async () => {
    await bringIn(path, [...input.files]);
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** Import what is dropped anywhere on the page. */
export function importDrops(path) {
  const page = document.querySelector(".page");
  takeDrops({ onOver: (isOver) => page.classList.toggle("over", isOver), onFiles: (files) => bringIn(path, [...files]) });
}

async function bringIn(path, files) {
  toast("Importing …");
  toast(await sent(path, files));
}

/** Send the files; returns what came of it in words. */
async function sent(path, files) {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const answer = await fetch(path, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": token } }).catch(() => null);
  if (!answer) return navigator.onLine ? "These files couldn't be sent. Import a folder as a zip." : "You're offline. Import again when you're back.";
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) return told.detail ?? "These files couldn't be imported. Try again in a moment.";
  const { length } = told.entities_created;
  return [`${length} ${length === 1 ? "document" : "documents"} imported.`, ...told.left_out].join(" ");
}
