"""Rare tools that a model is told of without a search, since there is something here for them to work on."""

from collections.abc import Iterator

from django.conf import settings

from agents.context.pack import ContextPack
from agents.notifications.selectors import list_web_hooks
from agents.tools.addresses import addresses_in
from omniforge.files.selectors import own_files
from omniforge.files.types import TYPES

_TABLES = tuple(TYPES[ending].media_type for ending in (".csv", ".tsv", ".xlsx", ".json"))
_SEVERAL = 2  # files: parts that can be done side by side


def at_hand(pack: ContextPack) -> frozenset[str]:
    """Return their names: two short queries. What makes them useful stays, so a talk's list of tools does."""
    return frozenset(_useful(pack))


def _useful(pack: ContextPack) -> Iterator[str]:
    if pack.dialogue.changed_turns or pack.dialogue.undone_in:
        yield "undo"
    if pack.catalogue.agents:
        yield "run_agent"
    if pack.catalogue.sources:
        yield "read_source"
    if settings.EMAIL_HOST or list_web_hooks(pack.access).exists():
        yield "send_message"
    if settings.SEARCH or _has_address(pack):
        yield "web_visit"
    if own_files(pack.access).filter(media_type__in=_TABLES).exists():
        yield from ("query_tables", "write_file")
    if len(pack.files) >= _SEVERAL:
        yield "delegate"


def _has_address(pack: ContextPack) -> bool:
    said = (pack.message, pack.words, pack.part, *(one.content for one in pack.talk.messages))
    return any(addresses_in(text) for text in said)
