// Files in the transcript: what a person sent along, and what agents wrote, to be downloaded.
import { el, icon } from "../shell/dom.js";
import { fileSize } from "./format.js";

const KINDS = {
  csv: ["sheet", "Table"], tsv: ["sheet", "Table"], xlsx: ["sheet", "Workbook"],
  docx: ["doc", "Document"], md: ["doc", "Document"], pdf: ["doc", "PDF"], json: ["doc", "Data"], ics: ["doc", "Calendar"],
};

/** Return the icon and the word for what a file of this name is. */
export const kindOf = (name) => KINDS[name.split(".").pop().toLowerCase()] ?? ["doc", "Text"];

/** A card for each file that an agent wrote. */
export const fileCards = (files) => files.map((file) => {
  const [mark, kind] = kindOf(file.name);
  return el("div", { class: "card file" }, icon(mark),
    el("span", { class: "two grow" }, el("span", { class: "clip", dir: "auto" }, file.name), el("small", {}, `${kind}, ${fileSize(file.size)}`)),
    el("a", { class: "btn small", href: file.link, download: file.name }, icon("download", "s"), "Download", el("span", { class: "vh" }, ` ${file.name}`)));
});

/** A chip for each file that came with a message; it downloads it. */
export const attachedChips = (files) => files.map((file) => el("li", {},
  el("a", { class: "chip", href: file.link, download: file.name, title: `Download ${file.name}` }, ...chipContent(file))));

/** What a chip says of a file: its kind as an icon, its name, its size. */
export const chipContent = ({ name, size }) => [
  icon(kindOf(name)[0], "s"), el("b", { class: "clip", dir: "auto" }, name), el("span", { class: "meta" }, fileSize(size)),
];
