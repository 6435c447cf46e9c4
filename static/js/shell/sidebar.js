// The sidebar as furniture: hidden and shown on a wide screen, a drawer on a narrow one.
const KEY = "omniforge.side";
const root = document.documentElement;

export function startSidebar() {
  const side = document.getElementById("side");
  document.getElementById("hide-side").addEventListener("click", () => setHidden(true));
  document.getElementById("close-side").addEventListener("click", () => closeDrawer(side));
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
  localStorage.setItem(KEY, hidden ? "closed" : "open");
}

function openDrawer(side, opener) {
  const main = document.getElementById("main");
  side.dataset.open = "";
  main.inert = true; // keeps focus in the drawer
  document.getElementById("close-side").focus();
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
