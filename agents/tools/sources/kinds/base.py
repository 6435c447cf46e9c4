"""The interface of a source kind: how to check it, and which results are new."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.tools.sources.items import CheckResult, Item
from omniforge.tenants.access import Access

Settings = Mapping[str, Any]
State = Mapping[str, Any]


def as_found(found: CheckResult, before: State | None) -> Sequence[Item]:
    """Return a check's items unchanged: each is new or not by its key."""
    return found.items


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source."""

    name: str
    label: str
    # reads it; ToolFailed, RequestRefused and RequestFailed say what is wrong and what to do
    look: Callable[[Settings, Access], Awaitable[CheckResult]]
    where: Callable[[Settings], str]  # its location for people, without secrets
    # turns a check's result and the previous state (None at first) into items
    news: Callable[[CheckResult, State | None], Sequence[Item]] = as_found
    # builds settings from the form; without it the kind is detected from the address
    prepare: Callable[[dict[str, Any], Access], dict[str, Any]] | None = None
    keeps: bool = True  # False: read again each time, since it differs by person
    for_administrators: bool = False
