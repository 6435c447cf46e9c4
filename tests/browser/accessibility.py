"""Accessibility by axe-core (vendored), WCAG 2.2 AA and its best practices."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text()
_ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # the only rules whose result depends on the theme
# The rules whose result depends on the width, if names, roles and order stay.
PLACES = ["target-size", "region", "scrollable-region-focusable", "button-name", "link-name"]
SIDE = "#side"  # test_accessibility looks at it on one page of each kind


# Reporting passes is half of its work; we have no media to wait for.
_RUN = """async ([rules, beside]) => {
    const place = beside ? { exclude: [[beside]] } : document;
    const found = await axe.run(place, { runOnly: rules, resultTypes: ["violations"], preload: false });
    return found.violations.map(({ id, nodes }) => ({ id, nodes }));
}"""


def violations(page: Page, rules: list[str] = _ALL, *, beside: str = SIDE) -> list[str]:
    """Return axe's violations on the current page, by `rules` or tags of rules, one line per element.

    `beside` selects elements to exclude: by default the sidebar, which all pages share.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in page.evaluate(_RUN, [rules, beside])
        for node in violation["nodes"]
    ]
