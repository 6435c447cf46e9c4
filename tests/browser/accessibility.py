"""Accessibility by axe-core (vendored), WCAG 2.2 AA and its best practices."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text()
_ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # all that another theme can change
# All that another width can change of a page whose names, roles and order are as before.
PLACES = ["target-size", "region", "scrollable-region-focusable", "button-name", "link-name"]
SIDE = "#side"  # test_accessibility looks at it on one page of each kind


# What it found nothing wrong with is half of its work to tell; media, which it would wait for, we have none.
_RUN = """async ([rules, beside]) => {
    const place = beside ? { exclude: [[beside]] } : document;
    const found = await axe.run(place, { runOnly: rules, resultTypes: ["violations"], preload: false });
    return found.violations.map(({ id, nodes }) => ({ id, nodes }));
}"""


def violations(page: Page, rules: list[str] = _ALL, *, beside: str = SIDE) -> list[str]:
    """Return what axe finds on the page as it is now, by `rules` or tags of rules, one line an element.

    `beside` selects what is left out: the sidebar, which all pages share, if nothing else is said.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in page.evaluate(_RUN, [rules, beside])
        for node in violation["nodes"]
    ]
