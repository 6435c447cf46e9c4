"""Tells whether words above a pasted table only hand it over: 'Offers for the shell, please keep:'."""

import re
from collections.abc import Sequence

from intent.commands.catalogue import verbs
from intent.commands.grammar.tokens import Token
from intent.commands.types import Command
from intent.commands.words import as_words, at_start
from intent.material import Material
from intent.sentences.question_forms import is_question, opens_question

_SHAPES = frozenset(
    ("xlsx", "csv", "docx", "table", "sort", "rising", "falling", "on_top", "omit", "sum", "mean", "count")
)
_SORTS = ("sort", "sorted", "order", "ordered", "rank", "ranked", "arrange")
_OF = ("for", "of", "from", "in", "at")
_ENDS = re.compile(r"[.!]\s+|\n+")
_OWNER = 4  # first words of 'last year's pledges'
_INVERTED = frozenset(
    (
        *("am", "is", "are", "do", "does", "did", "have", "has", "can", "should"),
        *("could", "will", "would", "must", "may"),
    )
)  # before a subject
_SUBJECTS = frozenset(("i", "we", "you", "he", "she", "it", "they"))
_ONLY = "only"  # which 'keep' isn't at the end


def lead_in(message: str, material: Material, commands: tuple[Command, ...]) -> str:
    """Return the words right above a table if they only name it, or ask to read or keep it, else ''."""
    before, after = message[: material.start], message[material.end :]
    said = _ENDS.split(before.strip(" :.\n"))[-1].strip()
    bare = " ".join(_bare(said))
    asks = "?" in before or is_question(bare) or any(map(opens_question, said.split(",")[1:]))
    asks = asks or asks_without_mark(bare)
    orders = not any("deed" in one.slots for one in commands) and _orders_more(said)
    does_more = asks or after.strip() or orders or shapes(as_words(said))
    return "" if does_more or not all(map(only_names, commands)) else said


def heading_end(tokens: Sequence[Token]) -> int:
    """Return the index of the order behind a table's heading: 'Menu for May, 60 people, sort it by price'.

    0 if there is none, or something else may be said in it.
    """
    begins = [0, *(at + 1 for at, one in enumerate(tokens) if one.word == ",")]
    order = next((at for at in begins if at < len(tokens) and tokens[at].word in _SORTS), 0)
    words = tuple(one.word for one in tokens[:order])
    is_noun = words[1:2] and words[1] in _OF and words[0] not in verbs()
    names = is_noun or at_start("introduces", words)[1]
    counts = all(tokens[at].word[:1].isdigit() for at in begins[1:] if at < order)
    return order if names and counts and not shapes(words) else 0


def asks_without_mark(said: str) -> bool:
    """Return whether words are a question without its mark: 'what am I owed', not 'what they sent'."""
    words = said.split()
    tells = bool(_SUBJECTS & {*words[1:2]})  # 'what she does'
    return opens_question(said) and bool(_INVERTED & {*words[1:3]}) and not tells


def _orders_more(said: str) -> bool:
    """Return whether words begin with the verb of an order other than to take the table."""
    words = _bare(said)
    return bool(words) and words[0] in verbs() and not at_start("introduces", words)[1]


def _bare(said: str) -> tuple[str, ...]:
    """Return the words without the manners before them."""
    words = as_words(said)
    while size := at_start("manners", words)[1]:
        words = words[size:]
    return words


def shapes(words: tuple[str, ...]) -> bool:
    """Return whether words say what to make of a table, its order, or its rows."""
    keys = [at_start("table_word", words, at)[0] for at in range(len(words))]
    return not _SHAPES.isdisjoint(keys) or _ONLY in keys[:-1]


def only_names(command: Command) -> bool:
    """Return whether a command is read from a table's name: 'stock list', 'volumes they sent', 'Parcels'."""
    if command.name == "table.ask":
        return bool(command.slots["question"].only_names)
    if command.name == "work.order":
        return _is_possessed(as_words(command.words))
    return command.name == "thing.update" and (command.adds or "deed" in command.slots)


def _is_possessed(words: tuple[str, ...]) -> bool:
    """Return whether words are a noun with its owner, which orders nothing: 'last year's pledges by slot'."""
    return "'s" in words[:_OWNER] and words[0] not in verbs()
