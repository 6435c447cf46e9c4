// Chosen, pasted and dropped files. Drops are handled on the whole page: otherwise the browser would navigate to the file.
import { need } from "../shell/dom.js";

/** Pass files to `onFiles`, and call `onOver` with whether a drag is over the page. */
export function takeFiles(form, { onOver, onFiles }) {
  const input = need("#file-input", form, HTMLInputElement);
  need("#attach", form).addEventListener("click", () => input.click());
  input.addEventListener("change", () => { onFiles([...input.files ?? []]); input.value = ""; });
  form.addEventListener("paste", (event) => {
    const { files, types } = event.clipboardData;
    if (!files.length || types.includes("text/plain")) return; // a copied cell comes as text and as a picture
    event.preventDefault();
    onFiles([...files]);
  });
  takeDrops({ onOver, onFiles });
}

/** The same for drops only. */
export function takeDrops({ onOver, onFiles }) {
  let isOver = false;
  const tell = (now) => {
    if (now !== isOver) onOver(isOver = now);
  };
  const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    tell(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || tell(false));
  addEventListener("drop", (event) => {
    if (!event.dataTransfer || !carriesFiles(event)) return;
    event.preventDefault();
    tell(false);
    onFiles([...event.dataTransfer.files]); // a copy: the list is cleared after this event
  });
}
