"""Newcomers' questions about the product itself: its purpose, what it can do, who sees it."""

import re
from functools import cache

from intent.data_files import alternatives, data_of, pattern
from intent.sentences.question_forms import without_lead
from intent.sentences.question_words import START, folded

PURPOSE = "purpose"


def product_topic(message: str, *, around: bool = False) -> str:
    """Return the topic of `data/product.toml` that a message asks about, or PURPOSE; else empty.

    `around` includes questions that may be about the team's own things: 'where are our files kept?'
    """
    said = re.sub(START, "", without_lead(folded(message)))
    if _asks("purpose", said):
        return PURPOSE
    wants_help = _asks("help_wanted", said)
    if not (wants_help or _asks("ability", said) or (around and _asks("around", said))):
        return ""
    topic = next((name for name in data_of("product") if _is_about(name, said)), "")
    return topic or (PURPOSE if wants_help else "")


def _asks(form: str, said: str) -> bool:
    return bool(pattern("product", form).match(said))


def _is_about(topic: str, said: str) -> bool:
    return all(named.search(said) for named in _named(topic))


@cache
def _named(topic: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a topic's nouns and verbs, if it has any."""
    kinds = data_of("product")[topic].values()
    return tuple(re.compile(rf"\b(?:{alternatives(kind.split('|'))})\b") for kind in kinds)
