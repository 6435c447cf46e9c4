"""Phrases in orders about work: cues for the change, references, small words."""

from collections.abc import Sequence
from functools import cache, partial

from intent.commands.grammar.phrases import Form, Phrases, unquoted
from intent.commands.grammar.tokens import Token
from intent.commands.words import forms_of
from intent.data_files import data_of

_data = partial(data_of, "work_orders")


def phrase_at(tokens: Sequence[Token], at: int) -> tuple[Sequence[tuple[str, str]], int]:
    phrases = _phrases()
    found, size = phrases.at_start(unquoted(tokens[at : at + phrases.longest]))
    return found or (), size or 1


def cues_of(word: str) -> set[str]:
    return {kind for table, kind in _phrases().at_start((word,))[0] or () if table == "cue"}


@cache
def fillers() -> frozenset[Form]:
    return frozenset(forms_of(_data()["words"]["phrases"]))


@cache
def _phrases() -> Phrases[Sequence[tuple[str, str]]]:
    found: dict[Form, list[tuple[str, str]]] = {}
    for table in ("cue", "pointer"):
        for key, text in _data()[table].items():
            for form in forms_of(text):
                found.setdefault(form, []).append((table, key))
    for form in fillers():
        found.setdefault(form, []).append(("filler", ""))
    return Phrases(found)
