"""A fact corrected by a bare value: 'it's hyacinths, not freesias', 'pardon, 34 it is'."""

import re

from intent.commands.afterthoughts import Afterthought, read_afterthought
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import key_of
from intent.data_files import words_of
from intent.plain.phrases import forms
from intent.statements.statement import subject_and_verb
from intent.statements.values import NAME, replace_value

_LONGEST = 4  # words of a value
_SAID = 2  # words of a fact that are said again before a figure: subject and verb


def swapped(fact: str, message: str) -> str:
    """Return a fact with the wrong value replaced by a message's right one, empty if that isn't certain."""
    thought = read_afterthought(message)
    if thought is None:
        return ""
    right = _without_repeated(fact, thought)
    tells = not thought.led and bool(subject_and_verb(right)[1] or _does(right))
    if not right or len(right.split()) > _LONGEST or tells or key_of("before_names", right.split()[-1]):
        return ""  # 'we close at 6' tells something else, and 'note for' is no value
    if thought.wrong:
        return _for_wrong(fact, thought.wrong, right)
    return replace_value(fact, right) or (_for_name(fact, right) if thought.led else "")


def _does(text: str) -> bool:
    """Return whether somebody does something in a text, as again and again: 'we close at 6'."""
    return not words_of("statements", "habits").isdisjoint(text.casefold().split()[1:])


def swaps(message: str) -> bool:
    """Return whether a message gives a right value, and the wrong one or an excuse."""
    thought = read_afterthought(message)
    return bool(thought and thought.led)


def _for_wrong(fact: str, wrong: str, right: str) -> str:
    """Return a fact with words that occur once replaced by others."""
    bare = re.sub(rf"^(?:{'|'.join(forms('articles'))}) ", "", wrong, flags=re.I)
    places = list(re.finditer(rf"\b{re.escape(bare)}\b", fact, re.I))
    return _put(fact, places[0], right) if len(places) == 1 else ""


def _for_name(fact: str, right: str) -> str:
    """Return a fact with the name after its first word replaced."""
    places = [one for one in re.finditer(NAME, fact) if one.start()]
    return _put(fact, places[0], right) if len(places) == 1 and re.fullmatch(NAME, right) else ""


def _put(fact: str, place: re.Match[str], right: str) -> str:
    """Return a fact with a span replaced, including words that both share: 'room 14' for '12'."""
    before, said = fact[: place.start()].split(), right.split()
    same = next((size for size in range(len(said), 0, -1) if before[-size:] == said[:size]), 0)
    return " ".join([*before[: len(before) - same], f"{right}{fact[place.end() :]}"])


def _without_repeated(fact: str, thought: Afterthought) -> str:
    """Return the right value without words of the fact: 'hyacinths she is allergic to', 'it holds 90'."""
    light = (words_of("statements", name) for name in ("persons", "being", "objects"))
    known = {one.word for one in tokenize(fact)}.union(forms("articles"), *light)
    tokens = tokenize(thought.right)
    end = len(tokens)
    while end > 1 and tokens[end - 1].word in known and tokens[end - 1].word.isalpha():
        end -= 1
    start = next((at for at, one in enumerate(tokens[:end]) if one.word not in known), 0)
    if start < _SAID or not tokens[start].word[:1].isdigit():
        start = 0  # 'Ann Reed' for 'Ann Bell'
    return thought.right[tokens[start].start : tokens[end - 1].end] if tokens else ""
