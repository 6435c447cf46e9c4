"""Where a call's texts come from, to decide whether a stranger wrote any of them."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts from these `things` of projects, or from these `turns`, `runs` and `conversations`.

    Without any of them the texts are the person's own, or plain names of the workspace. Texts from
    `outside` are always a stranger's: web pages, servers, calendars of another service. The author of an
    `uploaded` file is unknown, but the person chose to upload it.
    """

    things: Collection[UUID] = ()
    turns: Collection[UUID] = ()
    runs: Collection[UUID] = ()
    conversations: Collection[UUID] = ()
    outside: bool = False
    uploaded: bool = False


OWN = Texts()
UPLOADED = Texts(uploaded=True)
OUTSIDE = Texts(outside=True)
