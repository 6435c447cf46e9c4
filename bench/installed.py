"""Disk usage of the packages in requirements.txt with all their dependencies."""

from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def installed_mb(requirements: Path) -> float:
    """Return megabytes in site-packages, without bytecode."""
    lines = requirements.read_text().splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]
    found: dict[str, Distribution] = {}
    while wanted:
        wanted.extend(_needs(wanted.pop(), found))
    folders = {Path(file.locate()).parent for one in found.values() for file in one.files or ()}
    return sum(_size(folder) for folder in folders if folder.name != "bin") / 1e6


def _needs(requirement: Requirement, found: dict[str, Distribution]) -> list[Requirement]:
    """Record the distribution of `requirement`, and return its dependencies here."""
    key = canonicalize_name(requirement.name)
    if key in found and not requirement.extras:
        return []
    found[key] = distribution(requirement.name)
    inner = [Requirement(line) for line in found[key].requires or ()]
    extras = ("", *requirement.extras)
    return [one for one in inner if not one.marker or any(one.marker.evaluate({"extra": e}) for e in extras)]


def _size(folder: Path) -> int:
    if folder.name == "site-packages":  # shared by all: single modules there are tiny
        return 0
    return sum(file.stat().st_size for file in folder.glob("*") if file.is_file())
