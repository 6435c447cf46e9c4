"""Facts about the product itself, and newcomers' questions about them."""

import re
from functools import cache

from intent.data_files import alternatives, data_of, pattern
from intent.sentences.question_forms import strip_lead
from intent.sentences.question_words import START, folded

_PATTERNS, _ASKED = "patterns/product", "asked_"
# 'keep that email' has no verb 'email'
_BEFORE = {"things": "", "verbs": "".join(rf"(?<!\b{one} )" for one in ("that", "this", "the", "my", "an"))}
PURPOSE, WATCHING = "purpose", "watching"


def product_topic(message: str, *, around: bool = False) -> str:
    """Return the topic of `data/product.toml` that a message asks about, or PURPOSE, else empty.

    `around` includes questions that may be about the team's own things: 'where are our files kept?'
    """
    if sure := product_topics(message):
        return sure[0]
    said = re.sub(START, "", strip_lead(folded(message)))
    if _asks("purpose", said):
        return PURPOSE
    if _asks("watching", said):
        return WATCHING
    wants_help = _asks("help_wanted", said)
    if not (wants_help or _asks("ability", said) or (around and _asks("around", said))):
        return ""
    topic = next((name for name in data_of("product") if _is_about(name, said)), "")
    return topic or (PURPOSE if wants_help else "")


def product_topics(message: str) -> list[str]:
    """Return the topics of the questions in a message that can only be about the product."""
    said = folded(message)
    return [one.removeprefix(_ASKED) for one in data_of(_PATTERNS) if _asks_of(one, said)]


def _asks_of(form: str, said: str) -> bool:
    return form.startswith(_ASKED) and bool(pattern("product", form).search(said))


def product_answer(topic: str) -> str:
    """Return what people are told about a topic."""
    return str(data_of("product")[topic]["answer"])


def product_notes(query: str) -> list[str]:
    """Return what a model is told if it searches for tools with these words."""
    words = set(re.findall(r"[^\W_]+", query.casefold()))
    rows = data_of("product").values()
    return [row["note"] for row in rows if words & set(row.get("search", "").split("|"))]


def _asks(form: str, said: str) -> bool:
    return bool(pattern("product", form).match(said))


def _is_about(topic: str, said: str) -> bool:
    named = _named(topic)
    return bool(named) and all(one.search(said) for one in named)


@cache
def _named(topic: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a topic's nouns and verbs, none if no question is about it."""
    row = data_of("product")[topic]
    kinds = [(before, row[kind].split("|")) for kind, before in _BEFORE.items() if kind in row]
    return tuple(re.compile(rf"{before}\b(?:{alternatives(kind)})\b") for before, kind in kinds)
