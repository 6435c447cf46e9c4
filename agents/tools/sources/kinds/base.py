"""What a kind of source is: how it is looked at, and what of the look is new."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.tools.sources.items import Found, Item
from omniforge.tenants.access import Access

Settings = Mapping[str, Any]
State = Mapping[str, Any]


def as_found(found: Found, before: State | None) -> Sequence[Item]:
    """Return what a look found as it is: each item is new or not by its key."""
    return found.items


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source."""

    name: str
    label: str
    # reads it; ToolFailed, RequestRefused and RequestFailed say what is wrong and what to do
    look: Callable[[Settings, Access], Awaitable[Found]]
    where: Callable[[Settings], str]  # tells people where it is, without what is secret
    # makes items of a look and the state that the look before left, None at the first
    news: Callable[[Found, State | None], Sequence[Item]] = as_found
    # makes settings of what was filled in; without it the kind is found out by its address
    prepare: Callable[[dict[str, Any], Access], dict[str, Any]] | None = None
    keeps: bool = True  # False: it is found anew each time, as what is each person's own
    for_administrators: bool = False
