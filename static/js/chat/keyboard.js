// Keyboard shortcuts of the chat page. The browser's own are left alone.

/** `actions`: search, newChat, stop (returns whether it did), choose(number) and editLast (each returns whether there was one), composer. */
export function startKeyboard(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const run = commandOf(event, actions);
    if (run && run() !== false) event.preventDefault();
  });
}

function commandOf(event, actions) {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && !event.shiftKey && key === "k") return actions.search;
  if (isCommand && event.shiftKey && key === "o") return actions.newChat;
  if (event.key === "F6") return () => moveRound(event.shiftKey ? -1 : 1);
  if (document.querySelector("dialog[open], .menu:popover-open")) return null;
  if (event.key === "Escape" && event.shiftKey) return () => actions.composer.text.focus();
  if (event.key === "Escape") return actions.stop;
  if (event.key === "ArrowUp" && !isCommand && !event.shiftKey && isAtRest(actions.composer)) return actions.editLast;
  if (/^[1-4]$/.test(event.key) && !isCommand && isFree(actions.composer)) return () => actions.choose(Number(event.key));
  return null;
}

/** True if the composer has the focus and is empty, so that the arrow key has no caret to move. */
const isAtRest = (composer) => document.activeElement === composer.text && composer.isEmpty;

/** True if a digit is not typed into a field: nothing has the focus, or the empty composer has. */
function isFree(composer) {
  const focused = document.activeElement;
  if (focused === composer.text) return composer.text.value === "";
  return !focused?.matches("input, textarea, select");
}

/** Cycle the focus: sidebar, conversation, pending approvals, composer, open panel. */
function moveRound(step) {
  const areas = [...document.querySelectorAll("#side, #log, #approvals:not(:empty), #composer, #panel")].filter((area) => area.checkVisibility());
  const at = areas.findIndex((area) => area.contains(document.activeElement));
  const next = areas[(at + step + areas.length) % areas.length];
  const target = next.querySelector("nav a, h2[tabindex], textarea, [aria-selected=true]") ?? next;
  /** @type {HTMLElement} */ (target).focus();
}
