// Loaded before the first paint, so that nothing flashes or moves: the theme, the closed sidebar, the open panel.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem("omniforge.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (localStorage.getItem("omniforge.side") === "closed") root.dataset.side = "closed";
  const panel = localStorage.getItem("omniforge.panel");
  const opens = panel === "open" || (panel === null && "about" in root.dataset); // left open, or about something
  if (opens && !matchMedia("(max-width: 75rem)").matches) root.dataset.panel = "open";
})();
