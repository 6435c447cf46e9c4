"""The lock files have all packages with hashes, and match the hand-written lists."""

import re
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.site import ROOT

PAIRS = ("requirements", "requirements-dev", "requirements-local", "requirements-uv")


def listed(name: str) -> list[Requirement]:
    """Return the requirements of a list, including those of lists that it includes."""
    lines = (ROOT / f"{name}.txt").read_text().splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith(("#", "-r "))]
    wanted = [one for one in wanted if one.marker is None or one.marker.evaluate()]
    others = [line[3:].removesuffix(".txt") for line in lines if line.startswith("-r ")]
    return wanted + [one for other in others for one in listed(other)]


def entries(name: str) -> list[tuple[Requirement, int]]:
    """Return what a lock names, each with how many hashes it has."""
    text = (ROOT / f"{name}.lock").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [
        (Requirement(line.split("--hash=")[0]), len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line)))
        for line in lines
    ]


def locked(name: str) -> dict[str, str]:
    """Return the versions that a lock names for this machine."""
    here = (one for one, _ in entries(name) if not one.marker or one.marker.evaluate())
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in here}


def needed(wanted: list[Requirement]) -> dict[str, list[Requirement]]:
    """Return all direct and indirect requirements here, from the installed packages' metadata."""
    found: dict[str, list[Requirement]] = {}
    seen, waiting = set(), list(wanted)
    while waiting:
        one = waiting.pop()
        found.setdefault(canonicalize_name(one.name), []).append(one)
        if (key := (canonicalize_name(one.name), frozenset(one.extras))) in seen:
            continue
        seen.add(key)
        for line in distribution(one.name).requires or []:
            theirs = Requirement(line)
            environments = [{"extra": extra} for extra in ("", *one.extras)]
            if theirs.marker is None or any(theirs.marker.evaluate(each) for each in environments):
                waiting.append(theirs)
    return found


@pytest.mark.parametrize("name", PAIRS)
def test_every_locked_package_has_a_version_and_hashes(name):
    for entry, hashes in entries(name):
        assert re.fullmatch(r"==[^,*]+", str(entry.specifier)) and entry.url is None, entry
        assert hashes, entry


@pytest.mark.parametrize("name", PAIRS)
def test_lock_files_name_no_index_or_host(name):
    assert not re.search(r"://|^\s*-(?!-hash)", (ROOT / f"{name}.lock").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", PAIRS)
def test_locked_versions_satisfy_the_requirements(name):
    versions = locked(name)
    for wanted in listed(name):
        assert wanted.specifier.contains(versions[canonicalize_name(wanted.name)]), wanted


@pytest.mark.parametrize("name", ["requirements", "requirements-dev", "requirements-local"])
def test_locks_hold_exactly_the_needed_packages(name):
    versions, wanted = locked(name), needed(listed(name))
    assert set(versions) == set(wanted)
    for requirements in wanted.values():
        for one in requirements:
            assert one.specifier.contains(versions[canonicalize_name(one.name)], prereleases=True), one


def test_development_lock_contains_the_production_locks():
    for name in ("requirements", "requirements-local"):
        assert locked(name).items() <= locked("requirements-dev").items()
