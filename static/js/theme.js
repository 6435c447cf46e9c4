// Loaded before the first paint, to avoid flashes and shifts: theme, closed sidebar, open panel.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem("omniforge.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (localStorage.getItem("omniforge.side") === "closed") root.dataset.side = "closed";
  const panel = localStorage.getItem("omniforge.panel");
  const opens = panel === "open" || (panel === null && "about" in root.dataset); // left open, or the chat has a focus
  if (opens && !matchMedia("(max-width: 75rem)").matches) root.dataset.panel = "open";
})();
