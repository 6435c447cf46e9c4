// Files dropped on the page. They are taken anywhere: beside the composer the browser would leave the page for them.

/** Tell `onOver` whether files are held over the page, and give them to `onFiles` where they are let go. */
export function takeDrops({ onOver, onFiles }) {
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    onOver(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || onOver(false));
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    onOver(false);
    onFiles(event.dataTransfer.files);
  });
}
