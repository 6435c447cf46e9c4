"""Where the texts that a call gave come from, so that it can be told whether a stranger wrote any of them."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts stand in these `things` of projects, or came of these `turns`, `runs` and `conversations`.

    Without any of them they are the person's own, or plain names of the workspace. What is from `outside` is
    a stranger's for sure: pages of the web, servers, calendars of another service. Who wrote an `uploaded`
    file nobody knows, but it was the person who brought it.
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
