"""What files say of a query: passages, as documents have them.

The newest files, each up to a length, are parsed in a process of their own (`omniforge/files/apart.py`).
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.rows import Row, local_day, without_nothing
from agents.tools.searching.passages import Found
from omniforge.errors import OmniForgeError
from omniforge.files.cards import link_to
from omniforge.files.models import StoredFile
from omniforge.files.reading.apart import read_whole
from omniforge.files.reading.text import decode
from omniforge.files.selectors import content_of, list_files
from omniforge.files.types import Kind, type_of
from omniforge.projects.search.cutting import Piece, cut
from omniforge.projects.search.words import stems
from omniforge.storage.database import in_database

_FILES = 6  # the newest, of the conversation and of all
_LONGEST = 200_000  # characters
_PASSAGES = 4  # of one file
_SHOWN = 1_200  # characters of a passage
_ENOUGH = 0.5  # of the words of a query


class _Passage(NamedTuple):
    """A piece of a file, and which share of the words of the query it has."""

    share: float
    place: int
    piece: Piece


async def search_attached(context: CallContext, query: str, limit: int, *, everywhere: bool) -> Found:
    """Return files whose texts have words of a query, with the passages that have most; those of the
    conversation, and `everywhere` the person's newest others.
    """
    words = frozenset(stems(query))
    files = await in_database(_files, context, everywhere) if words else []
    told = await asyncio.gather(*(_passages(one, words, context) for one in files))
    pairs = zip(files, told, strict=True)
    found = sorted(((one, best) for one, best in pairs if best), key=_strength)[:limit]
    rows = [_row(file, best, context.now) for file, best in found]
    sources = [Source(file.name, link_to(file), best[0].piece.text[:200]) for file, best in found]
    return Found(rows, sources)


def _files(context: CallContext, everywhere: bool) -> list[StoredFile]:
    """Return the files that are looked into; of those with the same content one."""
    access, talk = context.access, context.conversation_id
    here = list_files(access, conversation_id=talk, limit=_FILES) if talk else []
    others = list_files(access, limit=_FILES) if everywhere else []
    return list({file.sha256: file for file in reversed([*here, *others])}.values())[::-1]


def _strength(found: tuple[StoredFile, Sequence[_Passage]]) -> float:
    return -found[1][0].share


async def _passages(file: StoredFile, words: frozenset[str], context: CallContext) -> list[_Passage]:
    """Return the best passages of a file; none of one that cannot be read or is too long."""
    try:
        text = await _text(file, context)
    except OmniForgeError:
        return []
    return await asyncio.to_thread(_best, text, words) if len(text) <= _LONGEST else []


async def _text(file: StoredFile, context: CallContext) -> str:
    """Return all of a file's text. Raises NotFound where its bytes are gone, and Unreadable."""
    content, kind = await asyncio.to_thread(content_of, file), type_of(file.name).kind
    if kind == Kind.TEXT:
        return decode(content)
    return await read_whole(kind, content, most=_LONGEST, person=context.access.person)


def _best(text: str, words: frozenset[str]) -> list[_Passage]:
    shares = [
        _Passage(len(words & set(stems(" ".join((*piece.headings, piece.text))))) / len(words), place, piece)
        for place, piece in enumerate(cut(text))
    ]
    most = max((one.share for one in shares), default=0.0)
    fitting = [one for one in shares if one.share and one.share >= max(_ENOUGH, most / 2)]
    return sorted(fitting, key=lambda one: (-one.share, one.place))[:_PASSAGES]


def _row(file: StoredFile, best: Sequence[_Passage], now: datetime) -> Row:
    passages = [
        without_nothing({"section": " > ".join(one.piece.headings), "text": one.piece.text[:_SHOWN]})
        for one in best
    ]
    return {
        "id": str(file.pk),
        "name": file.name,
        "added": local_day(file.created_at, now),
        "passages": passages,
    }
