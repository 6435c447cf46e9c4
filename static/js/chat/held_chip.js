// A file above the composer's text: on its way, there, or refused and why.
import { el, icon, iconButton } from "../shell/dom.js";
import { chipContent } from "./files.js";
import { percent } from "./format.js";

/** Return the chip of `item`; that of a file on its way has `showShare(share)`. */
export function heldChip(item, onRemove) {
  const remove = iconButton("x", `Remove ${item.name}`, onRemove, "s");
  if (item.state === "failed") return refusedChip(item, remove);
  if (item.state === "ready") return el("li", { class: "chip" }, chipContent(item), remove);
  const share = el("span", { class: "meta" }, percent(0));
  const chip = el("li", { class: "chip live" }, icon("mark", "s spin"), el("b", { class: "clip", dir: "auto" }, item.name), share, remove);
  return Object.assign(chip, { showShare: (now) => { share.textContent = percent(now); } });
}

const refusedChip = ({ name, reason }, remove) => el("li", { class: "refused" }, icon("alert", "s"),
  el("span", { class: "grow", role: "alert" }, el("b", { dir: "auto" }, name), ` is not attached. ${reason}`), remove);
