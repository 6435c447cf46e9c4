"""What a source holds: items, each known by a key, and how they are kept between two looks."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

LONGEST_TITLE = 200
LONGEST_TEXT = 400  # characters of an item: what it is about, not all of it


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a source: a post, a change of a page, a mail, a file.

    `at` is when its author says that it was written, `seen_at` when it was first found here.
    """

    key: str
    title: str
    link: str = ""
    text: str = ""
    at: datetime | None = None
    seen_at: datetime | None = None

    @property
    def when(self) -> datetime | None:
        """The time at which it is from; what is dated in the future is as old as its first look."""
        if self.at and self.seen_at:
            return min(self.at, self.seen_at)
        return self.at or self.seen_at

    def as_kept(self) -> dict[str, Any]:
        """Return the item as JSON holds it."""
        times = {"at": self.at and self.at.isoformat(), "seen_at": self.seen_at and self.seen_at.isoformat()}
        return asdict(self) | times

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Item":
        """Return the item that JSON holds."""
        key, title, link, text = (str(kept.get(name) or "") for name in ("key", "title", "link", "text"))
        return cls(key, title, link, text, _moment(kept.get("at")), _moment(kept.get("seen_at")))


@dataclass(frozen=True, slots=True)
class Found:
    """What one look found: the items that are there now, newest first, and what it is called there.

    `state` is what the kind compares its next look with.
    """

    items: Sequence[Item] = ()
    title: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)


def _moment(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
