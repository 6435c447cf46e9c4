"""Parses systemd units: each section in order, merged with the common drop-in."""

import shlex
from collections import defaultdict
from pathlib import Path

from tests.site import ROOT

UNITS = ROOT / "deploy/systemd"
HOME = "/opt/omniforge"  # the site's folder under systemd
COMMON = UNITS / "omniforge-.service.d/common.conf"


def values_of(unit: str) -> dict[str, list[str]]:
    """Return all values of each directive of a unit, without its section's name."""
    found = defaultdict[str, list[str]](list)
    for path in (COMMON, UNITS / unit):
        for name, value in _pairs(path):
            found[name].append(value)
    return found


def command_of(unit: str) -> list[str]:
    """Return a unit's command, relative to its working directory."""
    env, *words = shlex.split(values_of(unit)["ExecStart"][0])
    assert env == "/usr/bin/env"
    return words


def _pairs(path: Path) -> list[tuple[str, str]]:
    lines = (line for line in path.read_text().splitlines() if "=" in line and line[0] not in "#[")
    return [(name, value) for name, _, value in (line.partition("=") for line in lines)]
