"""Passages of files that match a query.

Texts and CSV files are read here. Of the others only the newest are parsed, in a separate process
(`omniforge/files/subprocesses.py`). A note names the files that were not searched.
"""

import asyncio
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from agents.events import Source
from agents.tools.context import CallContext
from agents.tools.rows import Row, drop_empty, local_day
from agents.tools.searching.passages import Place, SearchRows, is_long, told_again
from intent.commands.grammar.tokens import fold
from omniforge.errors import OmniForgeError
from omniforge.files.cards import link_to
from omniforge.files.models import StoredFile
from omniforge.files.reading.client import read_whole
from omniforge.files.reading.text import decode
from omniforge.files.selectors import content_of, list_files
from omniforge.files.types import Kind, type_of
from omniforge.projects.search.passages import Piece, split_passages
from omniforge.projects.search.words import stems
from omniforge.storage.database import in_database

_FILES = 6  # newest files that are parsed, of the conversation and of all
_LOOKED_OVER = 120  # newest files considered for that, and searched if they need no parsing
_PLAIN = (Kind.TEXT, Kind.TABLE)  # read here before they are parsed
_LONGEST = 200_000  # characters
_NAMED = 8  # files that the note names
_CERTAIN = 2  # words of a query without whose beginnings a text has no passage for it
_PASSAGES = 4  # of one file
_SHOWN = 1_200  # characters of a passage
_ENOUGH, _OF_BEST = 0.5, 0.6  # least share of a query's words, and of those in the best passage
_TELLING = 4  # words that have to be matched by the share: more are synonyms, of which none has to be there
_LOOSE = 2  # files with fewer of the words, given if none has enough
_RULE = "| ---"  # below the header row of a table


class _Wanted(NamedTuple):
    """A query's words, and the names among them: the few that begin with a capital."""

    words: Sequence[str]
    names: frozenset[str]

    @classmethod
    def of(cls, query: str, *, with_names: bool) -> "_Wanted":
        words = stems(query)
        if not with_names:
            return cls(words, frozenset())
        names = {stem for word in query.split() if word[:1].isupper() for stem in stems(word)}
        return cls(words, frozenset(names) if len(names) <= len(set(words)) / 2 else frozenset())


class _Passage(NamedTuple):
    """A piece of a file, and the share of the query's words that it has."""

    share: float
    place: int
    piece: Piece
    text: str


_Found = tuple[StoredFile, Sequence[_Passage]]


async def search_attached(context: CallContext, query: str, limit: int, *, everywhere: bool) -> SearchRows:
    """Return the files whose texts match a query, with their best passages.

    It searches the files of the conversation and the person's newest texts. With `everywhere` it also
    searches the person's newest tables and other files, else a note names the tables that have the words.
    """
    wanted = _Wanted.of(query, with_names=everywhere)
    files, left = await in_database(_files, context, everywhere) if wanted.words else ([], [])
    told = await asyncio.gather(*(_passages(one, wanted, context) for one in files))
    fitting = sorted(((one, best) for one, best in zip(files, told, strict=True) if best), key=_strength)
    found = _enough(fitting)[:limit] or (_nearest(fitting)[:limit] if everywhere else [])
    rows = [_row(file, best, context) for file, best in found]
    sources = [Source(file.name, link_to(file), best[0].piece.text[:200]) for file, best in found]
    left += [file for file, best in zip(files, told, strict=True) if best is None]
    note = _note(left) if everywhere else await asyncio.to_thread(_with_words, left, wanted)
    return SearchRows(rows, sources, note)


def _files(context: CallContext, everywhere: bool) -> tuple[list[StoredFile], list[StoredFile]]:
    """Return the files to search, and those that are left out; of identical ones only the newest."""
    access, talk = context.access, context.conversation_id
    here = list_files(access, conversation_id=talk, limit=_FILES) if talk else []
    newest = [one for one in list_files(access, limit=_LOOKED_OVER) if _kind(one) != Kind.IMAGE]
    plain = [one for one in newest if _kind(one) in (_PLAIN if everywhere else _PLAIN[:1])]
    others = [one for one in newest if one not in plain]
    searched = _each_once([*here, *plain, *(others[:_FILES] if everywhere else ())])
    known = {one.sha256 for one in searched}
    return searched, [one for one in _each_once(others) if one.sha256 not in known]


def _kind(file: StoredFile) -> Kind:
    return type_of(file.name).kind


def _note(left: Sequence[StoredFile]) -> str:
    """Return a note that names the files that were not searched, newest first."""
    names = ", ".join(one.name for one in left[:_NAMED])
    more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
    return f"Files that were not searched, to be read by name: {names}{more}." if left else ""


def _with_words(left: Sequence[StoredFile], wanted: _Wanted) -> str:
    """Return a note that names the tables with enough of the words, of which none was searched row by row."""
    tables = [one for one in left if _kind(one) == Kind.TABLE and _has_words(one, wanted)]
    names = ", ".join(one.name for one in tables[:_NAMED])
    return f"Tables with these words, too (where: files): {names}." if tables else ""


def _has_words(file: StoredFile, wanted: _Wanted) -> bool:
    try:
        content = content_of(file)
    except OmniForgeError:
        return False
    if not _may_match(content, wanted, _CERTAIN):
        return False
    text = decode(content)
    rows = text.partition("\n")[2]  # names of columns alone, like price and day, say nothing
    return _share(text, wanted) >= _ENOUGH and _share(rows, wanted) > 0


def _each_once(files: Sequence[StoredFile]) -> list[StoredFile]:
    """Return the first file of each content."""
    known: dict[str, StoredFile] = {}
    for file in files:
        known.setdefault(file.sha256, file)
    return list(known.values())


def _strength(found: _Found) -> float:
    return -found[1][0].share


def _enough(found: Sequence[_Found]) -> list[_Found]:
    return [one for one in found if -_strength(one) >= _ENOUGH]


def _nearest(found: Sequence[_Found]) -> list[_Found]:
    """Return the few files with the most words, if none has enough of them."""
    return [one for one in found if _strength(one) == _strength(found[0])][:_LOOSE]


async def _passages(file: StoredFile, wanted: _Wanted, context: CallContext) -> list[_Passage] | None:
    """Return a file's best passages, or None if it can't be read or is too long to be searched."""
    try:
        content = await asyncio.to_thread(content_of, file)
        least = 1 if _kind(file) == Kind.TEXT else _CERTAIN
        if _kind(file) in _PLAIN and not await asyncio.to_thread(_may_match, content, wanted, least):
            return []
        text = await _text(_kind(file), content, context)
    except OmniForgeError:
        return None
    return await asyncio.to_thread(_best, text, wanted) if len(text) <= _LONGEST else None


def _may_match(content: bytes, wanted: _Wanted, least: int) -> bool:
    """Return whether a text has the beginnings of enough words, so that it is worth being parsed."""
    said, words = fold(decode(content)), set(wanted.words)
    there = {word for word in words if word[: max(len(word) - 2, 3)] in said}
    named = bool(wanted.names) and wanted.names <= there
    return named or len(there) >= min(least, math.ceil(len(words) * _ENOUGH))


async def _text(kind: Kind, content: bytes, context: CallContext) -> str:
    """Return a file's whole text. Raises Unreadable."""
    if kind == Kind.TEXT:
        return decode(content)
    return await read_whole(kind, content, most=_LONGEST, person=context.access.person)


def _best(text: str, wanted: _Wanted) -> list[_Passage]:
    found = [
        _Passage(
            _share(" ".join((*piece.headings, head, piece.text)), wanted),
            place,
            piece,
            _told(piece.text, head, wanted),
        )
        for place, (piece, head) in enumerate(_with_heads(split_passages(text)))
    ]
    most = max((one.share for one in found), default=0.0)
    fitting = [one for one in found if one.share and one.share >= max(min(_ENOUGH, most), most * _OF_BEST)]
    each = {one.text: one for one in reversed(fitting)}
    return sorted(each.values(), key=lambda one: (-one.share, one.place))[:_PASSAGES]


def _with_heads(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, str]]:
    """Yield pieces of a text, those of a table with its header row."""
    head = ""
    for piece in pieces:
        first, rule, *_ = [*piece.text.splitlines(), "", ""]
        if rule.startswith(_RULE):
            head = first
        elif "\n|" not in f"\n{piece.text}":
            head = ""
        yield piece, head


def _share(text: str, wanted: _Wanted) -> float:
    """Return the share of the words that a text has.

    A few of many words are enough, and so are all the names, or two words that stand side by side.
    """
    there, words = stems(text), set(wanted.words)
    named = bool(wanted.names) and wanted.names <= set(there)
    beside = not set(pairwise(wanted.words)).isdisjoint(pairwise(there))
    return len(words & set(there)) / min(len(words), _TELLING) + (_ENOUGH if named or beside else 0.0)


def _told(text: str, head: str, wanted: _Wanted) -> str:
    """Return a passage, of a table its header row, and the rows with the most matching words."""
    lines = text.splitlines()
    if not head or not all(one.startswith("|") for one in lines[1:]):
        return text
    rows = [one for one in lines if one.startswith("|") and one != head and not one.startswith(_RULE)]
    shares = [_share(one, wanted) for one in rows]
    least = _OF_BEST * max(shares, default=0.0)
    return "\n".join(
        [head, *(one for one, share in zip(rows, shares, strict=True) if share and share >= least)]
    )


def _row(file: StoredFile, best: Sequence[_Passage], context: CallContext) -> Row:
    return {
        "id": str(file.pk),
        "name": file.name,
        "added": local_day(file.created_at, context.now),
        "passages": [_passage_row(file, one, context.told) for one in best],
    }


def _passage_row(file: StoredFile, one: _Passage, told: set[Place]) -> Row:
    """Return a passage, in short if a search of the run returned it whole before."""
    section, place = " > ".join(one.piece.headings), (file.pk, one.place)
    if place in told and is_long(one.text):
        return told_again(section, one.text)
    if one.text == one.piece.text:
        told.add(place)
    return drop_empty({"section": section, "text": one.text[:_SHOWN]})


def without_repeats(files: SearchRows, documents: SearchRows) -> SearchRows:
    """Return files without the passages that a document has word for word. `same_as` names it."""
    titles = {
        str(passage.get("text", ""))[:_SHOWN]: row["title"]
        for row in documents.rows
        for passage in row.get("passages", ())
    }
    return replace(files, rows=[_without_repeats(row, titles) for row in files.rows])


def _without_repeats(file: Row, titles: Mapping[str, str]) -> Row:
    passages = file.get("passages", ())
    same = [titles[one["text"]] for one in passages if one.get("text") in titles]
    own = [one for one in passages if one.get("text") not in titles]
    return drop_empty(file | {"passages": own, "same_as": same[0]}) if same else file
