// The parts of an answer besides its text and its work.
import { el, icon, openMenu } from "../../shell/dom.js";
import { gettext, ngettext, withNodes } from "../../shell/language.js";
import { onDemand } from "../../shell/pacing.js";
import { countdown, fileSize, money, percent, plainText, runningClock, seconds, tokens } from "../format.js";
import { toastAway } from "../notices.js";
import { told } from "../told.js";
import { getJson } from "../transport.js";

// The intent chip: intent, confidence, and a menu to correct it.

/** Return the chip of `intent`; `onCorrect(action_type)` is called with the person's correction. */
export function intentChip(intent, { canCorrect, onCorrect }) {
  const isUnsure = intent.is_unsure && !isAnswer(intent) && intent.method !== "corrected";
  const chip = el("button", {
    type: "button", class: isUnsure ? "chip unsure" : "chip", "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: () => openMenu(correctionMenu(intent, { canCorrect, onCorrect, chip }), chip),
  }, isUnsure ? unsureWords(intent) : sureWords(intent), icon("down", "s"));
  return chip;
}

/** True for a message that answers, changes or settles a question. */
const isAnswer = ({ move }) => ["answer", "change", "choose", "confirm", "decline"].includes(move?.move);

function sureWords(intent) {
  if (isAnswer(intent)) return withNodes(gettext("Understood as {what}"), { what: el("b", {}, gettext("an answer to my questions")) });
  const words = withNodes(gettext("Understood as {what}"), { what: el("b", {}, actionWord(intent.action_type)) });
  if (intent.method === "corrected") return [...words, el("span", {}, gettext("as you said"))];
  return [...words, meta(intent.confidence)];
}

function unsureWords(intent) {
  if (intent.action_type === "unknown") return unreadWords(intent.alternative_action);
  const first = el("b", {}, actionWord(intent.action_type));
  const sure = meta(intent.confidence);
  if (!intent.alternative_action) return [...withNodes(gettext("Not sure: {what}"), { what: first }), sure];
  const other = el("b", {}, actionWord(intent.alternative_action));
  return [...withNodes(gettext("Not sure: {what}{sure} or {other}"), { what: first, sure, other }), meta(intent.alternative_confidence)];
}

/** Return the chip's words for a message that led to nothing; `guess` is its likely intent. */
function unreadWords(guess) {
  if (!guess) return [gettext("Not understood")];
  return withNodes(gettext("Not understood, maybe {what}"), { what: el("b", {}, actionWord(guess)) });
}

const meta = (share) => (share === null || share === undefined ? null : el("span", { class: "meta" }, percent(share)));

function correctionMenu(intent, { canCorrect, onCorrect, chip }) {
  const menu = el("div", { class: "menu", popover: "auto", role: "menu", "aria-label": gettext("Correct what was understood") });
  const choose = (action) => {
    menu.hidePopover();
    if (action !== intent.action_type) onCorrect(action);
  };
  const named = [intent.action_type, intent.alternative_action].filter((action) => action && action !== "unknown");
  const others = Object.keys(ACTIONS).filter((action) => action !== "unknown" && !named.includes(action));
  const rest = others.map((action) => reading(action, {}, choose, canCorrect));
  rest.forEach((row) => { row.hidden = true; });
  const more = el("button", { type: "button", class: "opt", role: "menuitem", onclick: () => reveal(rest, more) },
    el("span"), gettext("Something else…"));
  menu.append(
    el("p", { role: "presentation" }, told(intent.reasoning) || gettext("I took it the way it reads.")),
    ...(canCorrect ? [] : [el("p", { role: "presentation" }, gettext("Once this answer is done or stopped, you can change the reading."))]),
    el("hr", { role: "presentation" }),
    ...named.map((action) => reading(action, oddsOf(intent, action), choose, canCorrect)), ...(canCorrect ? [more, ...rest] : []));
  menu.addEventListener("toggle", (event) => event.newState === "closed" && menu.remove());
  chip.after(menu);
  return menu;
}

function oddsOf(intent, action) {
  const isChosen = action === intent.action_type;
  return { isChosen, share: isChosen ? intent.confidence : intent.alternative_confidence };
}

function reading(action, { isChosen = false, share = null }, choose, canCorrect) {
  const [, title, effect] = ACTIONS[action];
  return el("button", {
    type: "button", class: "opt", role: "menuitemradio", "aria-checked": String(isChosen),
    disabled: !canCorrect && !isChosen, onclick: () => choose(action),
  }, isChosen ? icon("check", "s") : el("span"), title, meta(share), el("small", {}, effect));
}

function reveal(rows, more) {
  more.remove();
  rows.forEach((row) => { row.hidden = false; });
  rows[0].focus();
}

// Display names; names of the wire format are not shown.

/** Each action: the chip's text, the menu's text, and the effect of choosing it. */
export const ACTIONS = {
  create_agent: [gettext("create agent"), gettext("Create an agent"), gettext("Set one up that does this from now on")],
  execute_task: [gettext("run a task"), gettext("Run a task"), gettext("Do it once, now")],
  query_info: [gettext("a question"), gettext("Answer a question"), gettext("Explain or look something up")],
  update_agent: [gettext("change an agent"), gettext("Change an agent"), gettext("Another time, place or purpose for one you have")],
  create_skill: [gettext("create skill"), gettext("Create a skill"), gettext("Write down a recipe that agents can follow")],
  add_skill_to_agent: [gettext("add a skill"), gettext("Give an agent a skill"), gettext("Let an agent you have do one more thing")],
  manage_platform: [gettext("manage the workspace"), gettext("Manage the workspace"), gettext("Members, models, keys or retention")],
  unknown: [gettext("something else"), gettext("Something else"), gettext("None of these")],
};

const actionWord = (action) => ACTIONS[action]?.[0] ?? gettext("something else");

// The status line of a running answer; seconds appear after five.

const SHOW_SECONDS_AFTER = 5;

/** `waits`: nothing runs, the person has to decide. */
export function thinkingLine(label, startedAt, waits) {
  if (waits) return el("p", { class: "think" }, icon("pause"), label);
  return el("p", { class: "think" }, icon("mark", "spin"), label, runningClock(startedAt, SHOW_SECONDS_AFTER));
}

/** The line of an answer without a connection: it says how far the text goes. */
export function pausedLine(at) {
  return el("p", { class: "think note" }, gettext("Text up to {time}. The rest arrives when the connection is back.", { time: at }));
}

// A question with two to four choices and their effects. The number is also the shortcut.

/** Return the cards. While `isOpen`, choosing one calls `onChoose(choice)`; later they are read-only. */
export function optionCards(options, { isOpen, onChoose }) {
  return el("div", { class: "options", role: "group", "aria-label": told(options.question) || gettext("What should happen?") },
    options.choices.map((choice, at) => optionCard(choice, at + 1, isOpen, onChoose)));
}

function optionCard(choice, number, isOpen, onChoose) {
  const content = [
    el("span", { class: "meta" }, String(number)), el("b", {}, told(choice.title)),
    el("p", {}, told(choice.effect)), isOpen ? icon("right", "flip") : null,
  ];
  if (!isOpen) return el("div", { class: "option past" }, ...content);
  return el("button", { type: "button", class: "option", onclick: () => onChoose(choice) }, ...content);
}

// Errors of an answer, in place, with the next step.

/** Return the notices of `turn`; `again` answers the same message again, and is null if that is no use. */
export function noticesOf(turn, again) {
  return [
    turn.model?.note && note("warn", "alert", turn.model.note),
    turn.degraded && note("warn", "alert", turn.degraded),
    turn.error && failure(turn, again),
    !turn.error && turn.status === "failed" && failure({ ...turn, error: UNTOLD }, again),
    turn.status === "interrupted" && !turn.error && failure({ ...turn, error: INTERRUPTED }, again),
    turn.stored === false && note("warn", "history", gettext("This answer could not be stored yet; it is kept safe and written when the database is back.")),
  ].filter(Boolean);
}

const UNTOLD = { code: "failed", message: gettext("No cause was kept. Your message is stored."), retryable: true };
const INTERRUPTED = { code: "interrupted", message: gettext("The server stopped while it wrote. What it had written is kept, and so is your message."), retryable: true };

const MENDED_IN_SETTINGS = new Set(["key_refused", "out_of_credit", "not_configured", "address_refused", "unknown", "unavailable"].map((kind) => `model_${kind}`));

function titleOf(error, hasText) {
  if (error.code === "rate_limited") return gettext("Too many messages in a short time");
  if (error.code === "interrupted") return gettext("The answer was interrupted");
  if (error.code === "storage_unavailable") return gettext("The database does not answer");
  return hasText ? gettext("The answer stopped in the middle") : gettext("This could not be answered");
}

function failure(turn, { retry = null, retryWith = null }) {
  const { error } = turn;
  const details = gettext("{code}, turn {id}", { code: error.code, id: turn.id.slice(0, 8) });
  return el("div", { class: "notice bad" }, icon("alert"),
    el("div", { class: "grow" },
      el("div", { role: "alert" }, el("strong", {}, titleOf(error, turn.text)), el("p", { class: "note" }, error.message)),
      el("div", { class: "line wrap" },
        retry && error.retryable ? retryButton(retry, error.retry_after) : null,
        retryWith && error.code.startsWith("model_") ? othersButton(retryWith) : null,
        MENDED_IN_SETTINGS.has(error.code) ? el("a", { class: "btn small", href: "/settings/models/" }, gettext("Model settings")) : null,
        el("details", {}, el("summary", { class: "note" }, icon("right", "s turn-on"), gettext("Details")),
          el("p", { class: "meta" }, details)))));
}

function retryButton(onRetry, retryAfter) {
  const button = el("button", { type: "button", class: "btn small solid", onclick: onRetry }, icon("redo", "s"), el("span", {}, gettext("Try again")));
  if (retryAfter) holdBack(button, retryAfter);
  return button;
}

function othersButton(onclick) {
  return el("button", { type: "button", class: "btn small", "aria-haspopup": "menu", onclick }, gettext("Try another model"), icon("down", "s"));
}

function holdBack(button, wait) {
  const until = Date.now() + wait * 1000;
  const words = button.querySelector("span");
  button.disabled = true;
  const tick = () => {
    const left = (until - Date.now()) / 1000;
    button.disabled = left > 0;
    words.textContent = left > 0 ? gettext("Try again in {time}", { time: countdown(left) }) : gettext("Try again");
    if (left > 0 && (button.isConnected || left > wait - 1)) setTimeout(tick, 500);
  };
  tick();
}

const note = (kind, mark, words) => el("div", { class: `notice ${kind}` }, icon(mark), el("p", { class: "grow" }, words));

// The outcome of each approval of an answer, as a line. Pending ones are in the dock.

const LINES = {
  approved: ["check", gettext("You approved")],
  later: ["clock", gettext("You approved, and it is done once you have decided on the others")],
  rejected: ["x", gettext("You rejected")],
  expired: ["clock", gettext("Not decided in time")],
  replaced: ["clock", gettext("Asked again in other words")],
  "": ["shield", gettext("Asked for your approval")],
};

export function approvalLines(approvals) {
  const isHeldUp = approvals.some(({ status }) => status === "pending"); // the calls of an answer are executed together
  return approvals.filter(({ status }) => status !== "pending").map(({ what, status }) => {
    const [mark, words] = LINES[isHeldUp && status === "approved" ? "later" : status];
    return el("p", { class: "line note" }, icon(mark, "s"), el("span", {}, `${words}: ${told(what)}`));
  });
}

// The grounding score: one line under the sources, which expands to the steps.

export function groundingLine({ score, threshold, reason, flags, attempts, rewritten_query: rewritten, steps }) {
  const fits = score >= threshold;
  const words = fits ? gettext("Answered from your documents") : gettext("Not a question for your documents");
  return el("details", { class: "grounding" },
    el("summary", { class: "note" }, icon(fits ? "check" : "minus", "s"), words,
      el("span", { class: "meta" }, [gettext("{score} of 100", { score }), attempts && ngettext("{count} search", "{count} searches", attempts)].filter(Boolean).join(" · ")), icon("right", "s turn-on")),
    el("div", { class: "note" }, reason && el("p", { dir: "auto" }, reason),
      rewritten && el("p", { dir: "auto" }, gettext("Searched again for “{words}”.", { words: rewritten })),
      el("ol", {}, steps.map((step) => el("li", { dir: "auto" }, step))),
      flags.map((flag) => el("p", { class: "tag warn" }, icon("alert", "s"), flag))));
}

// Downloadable files in the transcript: attachments, and files written by agents.

const KINDS = {
  csv: ["sheet", gettext("Table")], tsv: ["sheet", gettext("Table")], xlsx: ["sheet", gettext("Workbook")],
  docx: ["doc", gettext("Document")], md: ["doc", gettext("Document")], pdf: ["doc", "PDF"], json: ["doc", gettext("Data")], ics: ["doc", gettext("Calendar")],
  png: ["doc", gettext("Image")], jpg: ["doc", gettext("Image")], jpeg: ["doc", gettext("Image")], gif: ["doc", gettext("Image")], webp: ["doc", gettext("Image")],
};
const PICTURES = /\.(png|jpe?g|gif|webp)$/i; // no formats that may contain scripts, like SVG

/** Return the icon and the word for a file's type, by name. */
export const kindOf = (name) => KINDS[name.split(".").pop().toLowerCase()] ?? ["doc", gettext("Text")];

/** The thumbnail of a stored image, else the icon of the file's type. */
function pictureOf(file, size = "") {
  const mark = () => icon(kindOf(file.name)[0], size);
  if (!file.link || !PICTURES.test(file.name)) return mark();
  const image = el("img", { class: "picture", src: `${file.link}picture/`, alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(mark()));
  return image;
}

/** A card for each file that an agent wrote. */
export const fileCards = (files) => files.map((file) => {
  const kind = kindOf(file.name)[1];
  return el("div", { class: "card file" }, pictureOf(file),
    el("span", { class: "two grow" }, el("span", { class: "clip", dir: "auto" }, file.name), el("small", {}, `${kind}, ${fileSize(file.size)}`)),
    el("a", { class: "btn small", href: file.link, download: file.name }, icon("download", "s"), gettext("Download"), el("span", { class: "vh" }, ` ${file.name}`)));
});

/** A download chip for each file of a message. */
export const attachedChips = (files) => files.map((file) => el("li", {},
  el("a", { class: "chip", href: file.link, download: file.name, title: gettext("Download {name}", { name: file.name }) }, ...chipContent(file))));

/** A file chip's content: thumbnail or icon, name, size. */
export const chipContent = (file) => [
  pictureOf(file, "s"), el("b", { class: "clip", dir: "auto" }, file.name), el("span", { class: "meta" }, fileSize(file.size)),
];

// An answer's sources as numbered cards that open in a new tab.

const AT_ONCE = 3;

/** Sources that the answer names, else those that say most of it, come first, the others are folded; with numbered citations, as [2], the order is kept. */
export function sourceCards(sources, text = "") {
  const first = NUMBER.test(text) ? [] : usedIn(text, sources);
  const ordered = [...first, ...sources.filter((one) => !first.includes(one))];
  const cards = ordered.map((source, at) => sourceCard(source, at + 1));
  const rest = cards.splice(first.length || AT_ONCE);
  return [list(cards), rest.length ? moreSources(rest, cards.length) : null];
}

function usedIn(text, sources) {
  const named = sources.filter(({ title }) => title && text.includes(title.split(" › ")[0]));
  if (named.length) return named;
  const words = wordsOf(text);
  const shared = new Map(sources.map((one) => [one, [...wordsOf(one.snippet ?? "")].filter((word) => words.has(word)).length]));
  const most = Math.max(...shared.values());
  const close = most > 1 ? sources.filter((one) => 2 * shared.get(one) > most) : [];
  return close.sort((one, other) => shared.get(other) - shared.get(one)).slice(0, AT_ONCE);
}

// Short words and small numbers say nothing of what a text is about; amounts and times do.
const wordsOf = (text) => new Set(text.toLowerCase().match(/\p{L}{4,}|\p{N}+(?:[.,:]\p{N}+)+|\p{N}{3,}/gu));

const list = (cards, start = 1) => el("ol", { class: "sources", "aria-label": gettext("Sources"), start }, cards.map((one) => el("li", {}, one)));

function moreSources(cards, before) {
  const words = ngettext("{count} more source", "{count} more sources", cards.length);
  return el("details", {}, el("summary", { class: "note" }, words, icon("right", "s turn-on")), list(cards, before + 1));
}

function sourceCard({ title, link, snippet }, number) {
  const safe = safeLink(link);
  const content = [
    el("span", { class: "meta" }, String(number)), el("span", { class: "clip", dir: "auto" }, title || safe?.place || gettext("Untitled")),
    safe ? el("small", { class: "clip" }, safe.place || gettext("In this workspace")) : null,
    snippet ? el("p", { class: "snippet", dir: "auto" }, plainText(snippet)) : null,
  ];
  if (!safe) return el("div", { class: "source" }, content);
  return el("a", { class: "source", href: safe.href, target: "_blank", rel: "noopener noreferrer nofollow" }, content,
    el("span", { class: "vh" }, gettext(", opens in a new tab")));
}

// Citation numbers in an answer's text as links to its sources.

const NUMBER = /\[(\d{1,2})\]/;

/** Turn each [n] in the text of `fragment` into a link to the nth source; other numbers, and code, are unchanged. */
export function linkCitations(fragment, sources) {
  if (!sources.length) return;
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (NUMBER.test(texts.currentNode.textContent ?? "") && !texts.currentNode.parentElement?.closest("code, a")) found.push(texts.currentNode);
  for (const text of found) text.replaceWith(...text.data.split(NUMBER).map((piece, at) => (at % 2 ? citation(Number(piece), sources) : piece)));
}

function citation(number, sources) {
  const source = sources[number - 1];
  const safe = safeLink(source?.link);
  if (!safe) return `[${number}]`;
  return el("a", {
    class: "cite", href: safe.href, target: "_blank", rel: "noopener noreferrer nofollow", title: source.snippet ? plainText(source.snippet) : null,
    "aria-label": gettext("Source {number}: {title}, opens in a new tab", { number, title: source.title }),
  }, String(number));
}

// Links written by others. Only pages are allowed: http, https, and our own.

/** Return {href, place} of an allowed link, or null; `place` is its host, empty for our own pages. */
export function safeLink(link, origin = location.origin) {
  if (!link || !URL.canParse(link, origin)) return null;
  const url = new URL(link, origin);
  if (!["http:", "https:"].includes(url.protocol)) return null;
  return { href: url.href, place: url.origin === origin ? "" : url.host.replace(/^www\./, "") };
}

// The receipt button of an answer: a short summary, which opens the receipt below.

const receipt = onDemand(() => import("./receipt.js"));

export const fetchReceipt = (turn) => getJson(`/api/v1/turns/${turn.id}/receipt/`);

export function receiptButton(turn) {
  const usage = turn.usage ?? {};
  const button = el("button", { type: "button", class: "btn quiet small", "aria-expanded": "false", "data-receipt": turn.id },
    icon("receipt", "s"), el("span", { class: "vh" }, gettext("Receipt")),
    el("span", { class: "meta" }, usage.tokens ? tokens(usage.tokens) : gettext("by rules")),
    usage.first_text_ms ? el("span", { class: "meta wide" }, gettext("{time} to first word", { time: seconds(usage.first_text_ms) })) : null,
    Number(usage.cost) ? el("span", { class: "meta" }, money(usage.cost)) : null);
  button.addEventListener("click", () => turnReceipt(button, turn));
  return button;
}

async function turnReceipt(button, turn) {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  try {
    const { toggleReceipt } = await receipt();
    await toggleReceipt(button.closest(".bar"), turn, () => fetchReceipt(turn));
  } catch {
    button.setAttribute("aria-expanded", String(isOpen));
    toastAway();
  }
}

/** Open the receipt of `turn`, and scroll to it. */
export function openReceipt(turn) {
  /** @type {HTMLElement | null} */
  const button = document.querySelector(`[data-receipt="${CSS.escape(turn.id)}"]`);
  if (button?.getAttribute("aria-expanded") === "false") button.click();
  button?.focus();
}
