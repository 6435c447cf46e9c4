// Completes the end of streaming Markdown, so that it renders as it will when it is complete. Pure.
// Ambiguous characters are held back; open markup is closed.

const FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
const ONLY_SIGNS = /^(?=.*\S)[-*+=#>~`$\\|<[! \t]*(?:\d{1,3}[.)]?)?[ \t]*$/;
const OPEN_BOX = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?[ \t]*$/;
const ADDRESS = /^ {0,3}\[(?!\^)[^\]\n]*(?:\](?::.*)?)?$/; // a link definition
const OPENING_FENCE = /(?:`{3,}|~{3,})[^`\s]*$/;
const HELD = [ONLY_SIGNS, OPEN_BOX, ADDRESS, OPENING_FENCE];
const ROW = /^[ \t>]*\|/;
const DELIMITERS = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Return `text` as it should be rendered while more of it arrives.
 * @param {string} text
 */
export function settled(text) {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  if (isInFence(lines)) return /^[ \t]*[`~]{1,2}$/.test(last) ? lines.join("\n") : text; // the beginning of the closing fence
  if (ROW.test(last) || (!last.trim() && ROW.test(lines.at(-1) ?? ""))) return wholeRows(lines).join("\n");
  const isHeld = HELD.some((pattern) => pattern.test(last));
  return withClosedFormula(isHeld ? lines : [...lines, last]) ?? [...lines, ...(isHeld ? [] : [closed(last)])].join("\n");
}

/** Hold back rows until the delimiter line confirms that they are a table. */
function wholeRows(lines) {
  const first = lines.findLastIndex((line) => !ROW.test(line)) + 1;
  return DELIMITERS.test(lines[first + 1] ?? "") ? lines : lines.slice(0, first);
}

function isInFence(lines) {
  /** @type {string | null} */
  let open = null;
  for (const line of lines) {
    const [, signs, rest] = FENCE.exec(line) ?? [];
    if (!signs) continue;
    if (open === null) open = signs;
    else if (signs[0] === open[0] && signs.length >= open.length && !rest.trim()) open = null;
  }
  return open !== null;
}

/** Close a formula of several lines; null if none is open. */
function withClosedFormula(lines) {
  const at = lines.findLastIndex((line) => /^[ \t]*(?:\$\$|\\\[)/.test(line));
  if (at < 0) return null;
  const open = lines.slice(at).join("\n").trim();
  const end = open.startsWith("$$") ? "$$" : "\\]";
  const inside = open.slice(2);
  if (inside.includes(end)) return null;
  if (!inside.trim()) return lines.slice(0, at).join("\n");
  return `${lines.join("\n").replace(/[\s$\\]+$/, "")}\n${end}`;
}

/** Return a line of prose with open markup closed. */
function closed(line) {
  const known = line.replace(/<\/?[a-z]{0,7}\s?\/?$/i, "").replace(/!?\[([^\]\n]*)\]\([^()\s]*$/, "$1");
  const plain = known.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, blank).replace(/\\\(.*?\\\)|\$(?![\s\d])[^$]*[^\s$]\$/g, blank);
  const code = /`+(?!.*`)/.exec(plain);
  if (code) return isEnd(known, code) ? known.slice(0, code.index) : `${known}${known.endsWith(" ") ? "\u200b" : ""}${code[0]}`;
  const formula = /\\\((?!.*\\\))|\$(?=[^\s$])(?=[^$]*\\)[^$]*$/.exec(plain);
  if (formula) return isEnd(known, formula) && formula[0] === "\\(" ? known.slice(0, formula.index) : withFormulaEnd(known, formula[0]);
  return withClosedEmphasis(known, plain);
}

const blank = (found) => "x".repeat(found.length);
const isEnd = (line, { 0: signs, index }) => index + signs.length === line.length;
const withFormulaEnd = (line, opening) => `${line.replace(/[\s\\]+$/, "")}${opening === "\\(" ? "\\)" : "$"}`;

/** `plain` is the line of the same length with code and formulas blanked. */
function withClosedEmphasis(line, plain) {
  const open = [];
  let end = line.length;
  for (const { 0: signs, index } of plain.matchAll(/\*{1,3}|_{1,3}|~{1,2}/g)) {
    const [before, after] = [plain[index - 1] ?? " ", plain[index + signs.length] ?? ""];
    if (signs[0] === "_" && /\w/.test(before) && /\w/.test(after)) continue;
    if (open.at(-1) === signs && before.trim()) open.pop();
    else if (after === "") end = index; // it may open, or be half of a closing marker
    else if (signs === "~") continue;
    else if (after.trim()) open.push(signs);
  }
  const shown = line.slice(0, end);
  const words = shown.trimEnd();
  return words + open.reverse().join("") + shown.slice(words.length);
}
