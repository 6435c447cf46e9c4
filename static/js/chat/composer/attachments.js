// Files for the next message: chosen, dropped or pasted, and uploaded at once.
import { el, icon, iconButton, need } from "../../shell/dom.js";
import { gettext, withNodes } from "../../shell/language.js";
import { percent } from "../format.js";
import { announce } from "../notices.js";
import { chipContent } from "../transcript/answer_parts.js";
import { sendJson, upload } from "../transport.js";

const MOST = 10; // per message, as on the server

export class Attachments {
  /** `onChange` is called when the files change. */
  constructor({ form, onChange }) {
    this.onChange = onChange;
    this.held = [];
    this.list = need("#held", form);
    this.text = need("textarea", form);
    this.largest = Number(need("#file-input", form).dataset.maxMb);
  }

  /** True during uploads. */
  get isUploading() {
    return this.held.some((item) => item.state === "uploading");
  }

  get count() {
    return this.held.filter((item) => item.state !== "failed").length;
  }

  add(files) {
    for (const file of files) {
      const item = { name: file.name, size: file.size, state: "uploading" };
      this.hold(item);
      const refusal = this.refusalOf(file);
      if (refusal) this.change(item, { state: "failed", reason: refusal });
      else this.send(item, file);
    }
  }

  refusalOf(file) {
    if (this.count > MOST) return gettext("A message takes {most} files at most.", { most: MOST });
    return file.size > this.largest * 2 ** 20 ? gettext("A file is at most {most} MB.", { most: this.largest }) : "";
  }

  async send(item, file) {
    const { stored, cancel } = upload(file, (share) => item.node.showShare(share));
    item.cancel = cancel;
    try {
      this.change(item, { state: "ready", file: await stored, isNew: true });
      announce(gettext("{name} is attached", { name: item.name }));
    } catch (error) {
      this.change(item, { state: "failed", reason: error.message });
    }
  }

  /** Return the files and clear the list. */
  take() {
    const files = this.held.filter((item) => item.state === "ready").map((item) => item.file);
    this.held = [];
    this.list.replaceChildren();
    this.changed();
    return files;
  }

  /** Put back the `files` of a message that was not sent. */
  putBack(files) {
    for (const file of files) this.hold({ name: file.name, size: file.size, state: "ready", file });
  }

  hold(item) {
    item.node = heldChip(item, () => this.remove(item));
    this.held.push(item);
    this.list.append(item.node);
    this.changed();
  }

  change(item, now) {
    const before = item.node;
    const hadFocus = before.contains(document.activeElement);
    item.node = heldChip(Object.assign(item, now), () => this.remove(item));
    before.replaceWith(item.node);
    if (hadFocus) item.node.querySelector("button").focus();
    this.changed();
  }

  remove(item) {
    item.cancel?.();
    if (item.isNew) sendJson("DELETE", item.file.link).catch(() => {}); // on failure the server erases it later
    this.held = this.held.filter((one) => one !== item);
    item.node.remove();
    this.text.focus();
    this.changed();
  }

  changed() {
    this.list.hidden = this.held.length === 0;
    this.onChange();
  }
}

// A file above the composer's text: uploading, uploaded, or refused with the reason.

/** Return the chip of `item`; during upload it has `showShare(share)`. */
function heldChip(item, onRemove) {
  const remove = iconButton("x", gettext("Remove {name}", { name: item.name }), onRemove, "s");
  if (item.state === "failed") return refusedChip(item, remove);
  if (item.state === "ready") return el("li", { class: "chip" }, chipContent({ ...item, link: item.file.link }), remove);
  const share = el("span", { class: "meta" }, percent(0));
  const chip = el("li", { class: "chip live" }, icon("mark", "s spin"), el("b", { class: "clip", dir: "auto" }, item.name), share, remove);
  return Object.assign(chip, { showShare: (now) => { share.textContent = percent(now); } });
}

const refusedChip = ({ name, reason }, remove) => el("li", { class: "refused" }, icon("alert", "s"),
  el("span", { class: "grow", role: "alert" }, withNodes(gettext("{name} is not attached. {reason}"), { name: el("b", { dir: "auto" }, name), reason })), remove);
