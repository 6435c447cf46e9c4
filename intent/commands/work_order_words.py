"""The phrases of orders about work: cues of what becomes of a thing, what points at it, small words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from intent.commands.tokens import Token
from intent.commands.words import as_words
from intent.data_files import data_of

_data = partial(data_of, "work_orders")


def phrase_at(tokens: Sequence[Token], at: int) -> tuple[Sequence[tuple[str, str]], int]:
    for size in range(min(_longest(), len(tokens) - at), 0, -1):
        if found := _phrases().get(
            tuple("" if one.is_quoted else one.word for one in tokens[at : at + size])
        ):
            return found, size
    return (), 1


def cues_of(word: str) -> set[str]:
    return {kind for table, kind in _phrases().get((word,), ()) if table == "cue"}


@cache
def fillers() -> frozenset[tuple[str, ...]]:
    return frozenset(as_words(one.strip()) for one in _data()["words"]["phrases"].split("|"))


@cache
def _phrases() -> Mapping[tuple[str, ...], Sequence[tuple[str, str]]]:
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for table, key, form in _forms():
        found.setdefault(form, []).append((table, key))
    return found


def _forms() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for table in ("cue", "pointer"):
        for key, forms in _data()[table].items():
            yield from ((table, key, as_words(form.strip())) for form in forms.split("|"))
    yield from (("filler", "", one) for one in fillers())


@cache
def _longest() -> int:
    return max(map(len, _phrases()))
