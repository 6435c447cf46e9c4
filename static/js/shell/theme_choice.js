// Light, dark, or like the system; remembered in this browser.
const KEY = "omniforge.theme";

export function startThemeChoice() {
  /** @type {NodeListOf<HTMLElement>} */
  const choices = document.querySelectorAll("[data-theme-choice]");
  const show = () => {
    const chosen = localStorage.getItem(KEY) ?? "system";
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
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
    return;
  }
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
