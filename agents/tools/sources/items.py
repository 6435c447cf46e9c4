"""A source's items, each with a key, and their stored form between checks."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

LONGEST_TITLE = 200
LONGEST_TEXT = 400  # characters of an item: a summary, not the whole text


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a source: a post, a change of a page, a mail, a file.

    `at` is the date its author gives, `seen_at` when it was first seen here.
    """

    key: str
    title: str
    link: str = ""
    text: str = ""
    at: datetime | None = None
    seen_at: datetime | None = None

    @property
    def when(self) -> datetime | None:
        """Return the item's date. One in the future is replaced by that of its first check."""
        if self.at and self.seen_at:
            return min(self.at, self.seen_at)
        return self.at or self.seen_at

    def as_kept(self) -> dict[str, Any]:
        """Return the item as JSON data."""
        times = {"at": self.at and self.at.isoformat(), "seen_at": self.seen_at and self.seen_at.isoformat()}
        return asdict(self) | times

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Item":
        """Return the item from JSON data."""
        key, title, link, text = (str(kept.get(name) or "") for name in ("key", "title", "link", "text"))
        return cls(key, title, link, text, _moment(kept.get("at")), _moment(kept.get("seen_at")))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check: the current items, newest first, and the source's own title.

    `state` is what the kind compares with at the next check.
    """

    items: Sequence[Item] = ()
    title: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)


def _moment(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
