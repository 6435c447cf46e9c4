// Dragging documents in their tree: onto the upper or lower edge of another to stand beside it, else below it.
import { dropped } from "./tree.js";

const MARKS = ["before", "into", "after"];

/** `tree` is the TreeView, `move(id, place)` is called on dropping. */
export function startTreeDrag(tree, move) {
  let dragged = null;
  const itemAt = (event) => event.target.closest?.("[role=treeitem]");
  const clear = () => tree.place.querySelectorAll(".before,.into,.after").forEach((item) => item.classList.remove(...MARKS));

  tree.place.addEventListener("dragstart", (event) => {
    dragged = itemAt(event)?.dataset.id;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", tree.titleOf(dragged));
  });
  tree.place.addEventListener("dragover", (event) => {
    const target = itemAt(event);
    clear();
    if (!dragged || !target || !placeFor(event, target)) return;
    event.preventDefault();
    target.classList.add(whereIn(event, target));
  });
  tree.place.addEventListener("drop", (event) => {
    const target = itemAt(event);
    const place = dragged && target && placeFor(event, target);
    if (!place) return;
    event.preventDefault();
    move(dragged, place);
  });
  tree.place.addEventListener("dragleave", clear);
  tree.place.addEventListener("dragend", () => {
    dragged = null;
    clear();
  });

  const placeFor = (event, target) => target.dataset.id !== dragged
    && dropped(tree.structure, dragged, target.dataset.id, whereIn(event, target));
}

function whereIn(event, item) {
  const { top, height } = item.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  return MARKS[share < 0.3 ? 0 : share > 0.7 ? 2 : 1];
}
