// The script of every signed-in page: sidebar, theme, shortcuts, times in the workspace's zone.
import { need, startCopying, startMenus } from "./dom.js";
import { gettext } from "./language.js";
import { showLocalTimes } from "./moments.js";
import { guardForms } from "./pacing.js";

// On a narrow screen tabs scroll sideways: scroll to the open one.

function showCurrentTab() {
  for (const tabs of document.querySelectorAll("nav.tabs:has(>[aria-current])")) {
    const [tab, bar] = [need(":scope>[aria-current]", tabs), tabs].map((one) => one.getBoundingClientRect());
    tabs.scrollLeft += tab.left + tab.width / 2 - bar.left - bar.width / 2;
  }
}

// Light, dark, or like the system; remembered in this browser.

const THEME_KEY = "omniforge.theme";

function startThemeChoice() {
  /** @type {NodeListOf<HTMLElement>} */
  const choices = document.querySelectorAll("[data-theme-choice]");
  const show = () => {
    const chosen = localStorage.getItem(THEME_KEY) ?? "system";
    for (const choice of choices) choice.setAttribute("aria-checked", String(choice.dataset.themeChoice === chosen));
  };
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      apply(choice.dataset.themeChoice);
      show();
    });
  }
  show();
}

function apply(theme) {
  if (theme === "system") {
    localStorage.removeItem(THEME_KEY);
    delete document.documentElement.dataset.theme;
    return;
  }
  localStorage.setItem(THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
}

// The sidebar: collapsible on a wide screen, a drawer on a narrow one.

const SIDE_KEY = "omniforge.side";
const root = document.documentElement;

function startSidebar() {
  const side = need("#side");
  need("#hide-side").addEventListener("click", () => setHidden(true));
  need("#close-side").addEventListener("click", () => closeDrawer(side));
  for (const button of document.querySelectorAll("[data-open-side]")) {
    button.addEventListener("click", () => (isNarrow() ? openDrawer(side, button) : setHidden(false)));
  }
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === "s") {
      event.preventDefault();
      setHidden(root.dataset.side !== "closed");
    }
  });
}

const isNarrow = () => matchMedia("(max-width: 50rem)").matches;

function setHidden(hidden) {
  if (hidden) root.dataset.side = "closed";
  else delete root.dataset.side;
  localStorage.setItem(SIDE_KEY, hidden ? "closed" : "open");
}

function openDrawer(side, opener) {
  const main = need("#main");
  side.dataset.open = "";
  main.inert = true; // keeps focus in the drawer
  need("#close-side").focus();
  const onKey = (event) => event.key === "Escape" && closeDrawer(side);
  const onClick = (event) => !side.contains(event.target) && closeDrawer(side);
  const away = () => closeDrawer(side, { back: false });
  const listening = new AbortController();
  addEventListener("keydown", onKey, { signal: listening.signal });
  setTimeout(() => addEventListener("click", onClick, { signal: listening.signal }));
  addEventListener("popstate", away, { signal: listening.signal });
  history.pushState({ drawer: true }, ""); // so that Back closes the drawer
  side.addEventListener("drawer-closed", () => {
    listening.abort();
    main.inert = false;
    opener.focus();
  }, { once: true });
}

function closeDrawer(side, { back = true } = {}) {
  if (!("open" in side.dataset)) return;
  delete side.dataset.open;
  side.dispatchEvent(new Event("drawer-closed"));
  if (back && history.state?.drawer) history.back();
}

// The list of shortcuts, opened from the account menu or by Ctrl/Cmd+/.

const command = /Mac|iP/.test(navigator.platform) ? "⌘" : `${gettext("Ctrl")} `;

function startShortcuts() {
  for (const key of document.querySelectorAll("[data-keys]")) key.textContent = command + key.getAttribute("data-keys");
  document.getElementById("show-shortcuts")?.addEventListener("click", showShortcuts);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "/") {
      event.preventDefault();
      showShortcuts();
    }
  });
}

function showShortcuts() {
  const dialog = need("#shortcuts", document, HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
}

// Reloading the response of a form must not send it again: that would create a second key or invitation.

function reloadWithoutForm() {
  history.replaceState(history.state, "");
}

// Start everything with the page.

reloadWithoutForm();
guardForms();
startCopying();
startMenus();
startSidebar();
startThemeChoice();
startShortcuts();
showLocalTimes();
showCurrentTab();
