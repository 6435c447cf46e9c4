// On a narrow screen tabs scroll sideways: the one that is open comes into sight.

export function showCurrentTab() {
  for (const tab of document.querySelectorAll("nav.tabs>[aria-current]")) {
    const [place, bar] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()];
    tab.parentElement.scrollLeft += place.left + place.width / 2 - bar.left - bar.width / 2;
  }
}
