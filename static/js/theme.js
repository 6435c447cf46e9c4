// Loaded before the first paint, so that neither the theme nor the closed sidebar flashes.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem("omniforge.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (localStorage.getItem("omniforge.side") === "closed") root.dataset.side = "closed";
})();
