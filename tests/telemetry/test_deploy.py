"""Dashboard and alerts use existing metrics, and the documents describe all of them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from omniforge.telemetry.metrics import REGISTRY
from tests.site import ROOT

OPERATIONS = (ROOT / "docs/operations.md").read_text()
RULES = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text())
TESTS = yaml.safe_load((ROOT / "deploy/prometheus/alerts.test.yml").read_text())
BOARD = json.loads((ROOT / "deploy/grafana/omniforge.json").read_text())
NAME = re.compile(r"\b(?:omniforge|process)_\w+")
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}


def named(expression: str) -> set[str]:
    """Return the metrics in an expression, ignoring quoted text."""
    return set(NAME.findall(re.sub(r'"[^"]*"', "", expression)))


def targets() -> Iterator[dict[str, Any]]:
    return (target for panel in BOARD["panels"] for target in panel.get("targets", ()))


@pytest.fixture
def exported(db: None) -> set[str]:
    """Every exported metric."""
    from omniforge.monitoring.figures import SITE

    families = [*REGISTRY.collect(), *SITE.collect()]
    return {f.name + suffix for f in families for suffix in SUFFIXES.get(f.type, ("",))}


def test_metrics_used_by_alerts_and_dashboard_are_exported(exported: set[str]):
    asked = [rule["expr"] for rule in ALERTS] + [target["expr"] for target in targets()]
    assert set().union(*map(named, asked)) <= exported


def test_every_own_metric_is_on_the_dashboard_and_documented(exported: set[str]):
    ours = {one for one in exported if one.startswith("omniforge_") and not one.endswith(("_count", "_sum"))}
    shown = set().union(*(named(target["expr"]) for target in targets()))
    assert ours <= shown
    assert {name.removesuffix("_bucket") for name in ours} <= set(NAME.findall(OPERATIONS))


def test_every_alert_has_a_summary_and_a_severity():
    for rule in ALERTS:
        assert rule["annotations"]["summary"] and rule["labels"]["severity"] in ("critical", "warning")


def test_every_alert_is_documented():
    explained = re.findall(r"^\| `(OmniForge\w+)` \|", OPERATIONS, re.MULTILINE)
    assert explained == [rule["alert"] for rule in ALERTS]


def test_every_alert_has_a_firing_and_a_quiet_test():
    courses = [course for test in TESTS["tests"] for course in test["alert_rule_test"]]
    tried = [(course["alertname"], bool(course["exp_alerts"])) for course in courses]
    assert sorted(tried) == sorted((rule["alert"], fires) for rule in ALERTS for fires in (True, False))


def test_dashboard_panels_do_not_overlap():
    taken = [(x, y) for panel in BOARD["panels"] for x, y in squares(panel["gridPos"])]
    assert len(taken) == len(set(taken)) and all(x < 24 for x, _ in taken)
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def squares(place: dict[str, int]) -> Iterator[tuple[int, int]]:
    for x in range(place["x"], place["x"] + place["w"]):
        yield from ((x, y) for y in range(place["y"], place["y"] + place["h"]))
