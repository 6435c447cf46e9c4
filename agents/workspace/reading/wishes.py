"""What a message wants done in a project, as values: before anything is looked up or changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.compute.spoken_days import SpokenDays

Action = Literal["create", "update", "delete", "organize", "link", "unlink", "move", "merge", "write", "undo"]
View = Literal["plate", "news", "due", "list", "overview", "details", "these", "find", "files", "whose"]
ME, NOBODY, EACH = "me", "nobody", "each"  # whose things may be asked about, besides those of a name


@dataclass(frozen=True, slots=True)
class Reference:
    """What people call a thing: its name as far as it is said, and its kind (or 'project') where it is."""

    words: str = ""
    kind: str = ""


NOTHING_NAMED = Reference()


@dataclass(frozen=True, slots=True)
class WishedOperation:
    """One change that is wished for. `fields` are the new values by name; `asks` is one that is missing.

    To `write` is to put a text into a document, to `undo` to take back what was done last. `other` is the
    second end of a link, the new place of a document, what it is merged into, or what a thing is made from.
    `project` is the project as far as it is named.
    """

    action: Action
    target: Reference = NOTHING_NAMED
    fields: Mapping[str, Any] = field(default_factory=dict)
    other: Reference | None = None
    asks: str = ""
    project: str = ""

    @property
    def kind(self) -> str:
        return self.target.kind

    @property
    def name(self) -> str:
        return self.target.words


@dataclass(frozen=True, slots=True)
class Look:
    """Something to be told from the database. `days` are those asked about, `state` is a word for one, `who`
    is whom things are assigned to: a name as it was said, `ME`, `NOBODY`, or `EACH` for who does what.
    """

    view: View
    target: Reference = NOTHING_NAMED
    days: SpokenDays | None = None
    state: str = ""
    project: str = ""
    who: str = ""
    priority: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a message wants: changes, or to be told something, or neither.

    `thought` is what was only thought aloud ('maybe we should …'), as it would be asked for.
    """

    operations: tuple[WishedOperation, ...] = ()
    look: Look | None = None
    thought: str = ""

    @property
    def requires_write(self) -> bool:
        return bool(self.operations)

    @property
    def undoes(self) -> bool:
        return any(one.action == "undo" for one in self.operations)

    @property
    def is_plain(self) -> bool:
        """True where the message itself says that it is about things of projects."""
        named = any(one.target.kind or (one.other and one.other.kind) for one in self.operations)
        return named or self.undoes or self.look is not None

    @property
    def may_mean_documents(self) -> bool:
        """True where something of it is a document, or of no kind that is said."""
        if self.look:
            return self.look.view in ("list", "overview", "details", "find")
        ends = (end for one in self.operations for end in (one.target, one.other) if end)
        return any(end.kind in ("", "document") for end in ends)

    def __bool__(self) -> bool:
        return bool(self.operations or self.look or self.thought)
