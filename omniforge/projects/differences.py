"""The line-by-line difference made by one change."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any, Literal

from omniforge.projects.models import Version
from omniforge.projects.representation import fields_of

_TEXTS = {"content", "description"}
_SIGNS: dict[str, Literal["removed", "added"]] = {"-": "removed", "+": "added"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text, or the value of a `field`, that was kept, removed or added."""

    change: Literal["kept", "removed", "added"]
    value: str
    field: str = ""


def differences(version: Version) -> list[Line]:
    """Return the differences made by this change, empty if it created, moved or deleted the object."""
    after, before = fields_of(version.patch), fields_of(version.inverse)
    return [line for name in after for line in _of_field(name, before.get(name), after[name])]


def _of_field(name: str, before: Any, after: Any) -> Iterator[Line]:
    if name in _TEXTS:
        yield from _of_text(str(before or ""), str(after or ""))
        return
    for sign, value in (("-", before), ("+", after)):
        if said := _in_words(value):
            yield Line(_SIGNS[sign], said, name.replace("_", " "))


def _of_text(before: str, after: str) -> Iterator[Line]:
    compared = unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm="")
    for line in list(compared)[2:]:  # skips the header with the texts' names
        yield Line(_SIGNS.get(line[:1], "kept"), line[1:] if line[:1] != "@" else "…")


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items())
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value).replace("_", " ")
