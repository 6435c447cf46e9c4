// Wires the chat page: initial data, socket, transcript and views.
import { need } from "../shell/dom.js";
import { gettext } from "../shell/language.js";
import { onDemand } from "../shell/pacing.js";
import { Beside } from "./beside.js";
import { Composer, ModelChoice, applyUrlActions, showQueue } from "./composer/composer.js";
import { startClocks } from "./format.js";
import { finder } from "./finder.js";
import { Header } from "./header.js";
import { startKeyboard } from "./keyboard.js";
import { showBanner, showLimit, toast, toastAway } from "./notices.js";
import { ChatList } from "./sidebar/chat_list.js";
import { addStoredMessages, catchingUp, Conversation, startOlder } from "./transcript/conversation.js";
import { canBeEdited, createTranscript } from "./transcript/state.js";
import { goToMessage, Renderer, Scroll } from "./transcript/transcript_view.js";
import { ChatSocket, Outbox } from "./transport.js";
import { Approvals } from "./work/approvals.js";

let status = "connecting";
const $ = (id) => need(`#${id}`);
const first = JSON.parse($("first-data").textContent ?? "");
const transcript = createTranscript();
addStoredMessages(transcript, first.messages.results);

const outbox = new Outbox(first.conversation?.id ?? "new");
const socket = new ChatSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/chat/`,
  outbox,
  onFrame: receive,
  onStatus: showStatus,
  resume: () => [...conversation.subscriptions(), ...beside.frames()],
});
const conversation = new Conversation({ id: first.conversation?.id ?? null, transcript, socket });
conversation.restore(outbox.all());

const list = new ChatList({
  place: $("conversation-groups"), sentinel: $("more-conversations"), page: first.conversations, currentId: conversation.id,
});
const header = new Header(list);
const search = finder(
  { id: "chats", label: gettext("Search chats"), placeholder: gettext("Find a conversation, or what was said") },
  async (field) => new (await import("./sidebar/search.js")).Search(field, list),
);
const openSearch = () => search.open();
const scroll = new Scroll($("jump"));
const catchUp = catchingUp(conversation);
const approvals = new Approvals({ conversation, begin: (turn) => conversation.begunElsewhere(turn) });
const composer = new Composer({ form: $("composer"), conversation, state: composerState });
const models = new ModelChoice({
  models: first.models, conversation, store: (model) => list.actions.change(header.item ?? { id: conversation.id }, { model }),
});
const beside = new Beside({ focus: first.focus, conversation, socket, composer });
const renderer = new Renderer({
  log: $("log"), transcript, scroll,
  actions: {
    say: (words) => conversation.say(words), sendAgain: (exchange) => conversation.sendAgain(exchange),
    retry: (exchange) => conversation.retry(exchange), retryWith: () => (models.hasOthers ? models.openFor : null), correct: conversation.correct, look: conversation.look, upToDate: (turn) => approvals.upToDate(turn),
    edits: conversation.edits, toComposer: () => composer.text.focus(), draw: (exchange) => renderer.mark(exchange),
  },
});
const dock = onDemand(async () => {
  const { ApprovalDock } = await import("./work/approval_dock.js");
  new ApprovalDock({ place: $("approvals"), approvals, composer }).show();
});
approvals.addEventListener("changed", () => {
  renderer.markAll();
  if (approvals.pending.length) dock().catch(toastAway);
});

conversation.addEventListener("changed", (/** @type {any} */ { detail }) => {
  if (detail) renderer.mark(detail);
  else renderer.markAll();
  showSurroundings();
});
conversation.addEventListener("opened", (/** @type {any} */ { detail: id }) => {
  history.replaceState(null, "", `/c/${id}/`);
  outbox.moveTo(id);
  list.setCurrent(id);
  composer.takeDraftAlong();
});
conversation.addEventListener("limited", (/** @type {any} */ { detail }) => {
  composer.takeBack(detail.exchange);
  showLimit($("limit"), detail, composer);
});
conversation.addEventListener("away", toastAway);
list.addEventListener("current", (/** @type {any} */ { detail }) => {
  if (!detail) return location.assign("/");
  header.show(detail);
  models.show(detail.model);
});
const older = startOlder({ sentinel: $("older"), next: first.messages.next, conversation, renderer, scroll });
startKeyboard({ search: openSearch, newChat: () => location.assign("/"), stop, choose, editLast, composer });
startClocks();
$("open-search").addEventListener("click", openSearch);
$("starters").addEventListener("click", ({ target }) => {
  const starter = /** @type {Element} */ (target).closest("[data-say]");
  if (starter) conversation.say(starter.getAttribute("data-say"));
});
addEventListener("signed-out", () => showStatus("signed-out"));

header.show(first.conversation);
list.actions.offerUndo();
renderer.flush();
scroll.toEnd();
showSurroundings();
socket.connect();
goToNamed();
addEventListener("hashchange", goToNamed);
applyUrlActions({ openSearch, composer, conversation });

function goToNamed() {
  goToMessage(location.hash, { transcript, older, catchUp, log: $("log"), scroll }).catch(() => {}); // on failure, show the end
}

function receive(frame) {
  if (frame.type === "conversation" || frame.type === "turn") list.receive(frame);
  if (frame.type === "notice") showNotice(frame);
  if (frame.type === "model" && frame.data.note && frame.conversation_id === conversation.id) list.change(conversation.id, { model: "" });
  if (frame.type === "listening") renew();
  conversation.receive(frame);
  beside.receive(frame);
  approvals.receive(frame);
}

/** The socket is listening: fetch changes since the page was rendered, or since the disconnect. */
function renew() {
  list.renew();
  catchUp();
  beside.renew();
}

function showNotice({ message, conversation_id: id }) {
  toast(message, id === conversation.id ? {} : { action: gettext("Open"), undo: () => location.assign(`/c/${id}/`) });
}

function showStatus(now) {
  status = now;
  renderer.isOnline = now === "open" || now === "connecting";
  renderer.markAll();
  showBanner($("banner"), now, () => socket.reconnectNow());
  if (now === "open") approvals.refresh();
  composer.show();
}

function showSurroundings() {
  $("welcome").hidden = transcript.exchanges.length > 0;
  $("hint").hidden = transcript.exchanges.length > 0;
  showQueue($("queue"), conversation, composer);
  beside.show();
  $("log").setAttribute("aria-live", conversation.isBusy() ? "off" : "polite"); // streaming text is too fast for screen readers
  composer.show();
}

function openChoices() {
  const last = transcript.exchanges.at(-1)?.turn;
  return conversation.isBusy() ? [] : last?.options?.choices ?? [];
}

function composerState() {
  return { isBusy: conversation.isBusy(), choices: openChoices().length, isOffline: status === "offline" };
}

function choose(number) {
  const choice = openChoices()[number - 1];
  if (!choice) return false;
  conversation.say(choice.message);
  return true;
}

function editLast() {
  const exchange = transcript.exchanges.find((one) => canBeEdited(transcript, one) && !one.edit);
  if (exchange) conversation.edits.begin(exchange);
  return exchange !== undefined;
}

function stop() {
  if (!conversation.isBusy()) return false;
  conversation.stop();
  return true;
}
