"""Verbs of office work in their base form, found from 'monitors', 'monitoring' or 'monitor'."""

import re

from intent.commands.words import as_words, at_start
from intent.data_files import words_of

_VERBS = sorted(words_of("word_lists", "verbs"))  # for 'filling' the last one wins: to fill, not to file


def _third_person(verb: str) -> str:
    if verb.endswith(("ch", "sh", "s", "x", "z")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _gerunds(verb: str) -> tuple[str, ...]:
    """Return the spellings of the -ing form, with and without a doubled letter ('tagging', 'scanning')."""
    stem = verb[:-1] if verb.endswith("e") else verb
    return f"{stem}ing", f"{stem}{stem[-1]}ing"


_PLAIN = {form: verb for verb in _VERBS for form in (verb, _third_person(verb), *_gerunds(verb))}
_GERUNDS = {form for verb in _VERBS for form in _gerunds(verb)}


def plain_verb(word: str) -> str:
    """Return the base form of a verb of work in any form, or an empty string."""
    return _PLAIN.get(word.lower().strip(".,;:!?"), "")


def bare_verb(word: str) -> str:
    """Return any verb without its third-person ending: 'type' for 'types', 'go' for 'goes'."""
    return plain_verb(word) or word.removesuffix("es" if word.endswith("oes") else "s")


def is_gerund(word: str) -> bool:
    """Return whether `word` is the -ing form of a verb of work."""
    return word.lower().strip(".,;:!?") in _GERUNDS


def plain_gerund(word: str) -> str:
    """Return the base form of any verb in its -ing form: 'type' for 'typing', 'go' for 'going'."""
    if verb := plain_verb(word):
        return verb
    stem = word.lower().removesuffix("ing")
    if re.search(r"([bgkmnprtv])\1$", stem):
        return stem[:-1]
    return f"{stem}e" if re.search(r"(?:^|[^aeiou])[aeiouy][^aeiouwxyrn]$|[uvcs]$", stem) else stem


def is_order_verb(word: str) -> bool:
    """Return whether a word may begin an order: 'check', 'show'."""
    return bool(plain_verb(word) or at_start("order_verb", as_words(word))[1])


def orders_next(clause: str) -> bool:
    """Return whether a clause goes on with another order: 'then feed the cat', 'and email the bank'."""
    words = as_words(clause)
    size = at_start("order_next", words)[1]
    return words[:size] not in ((), ("and",)) or is_order_verb(" ".join(words[size : size + 1]))
