"""The significant words of a text, as stems."""

import re
from itertools import pairwise

from intent.data_files import words_of
from intent.sentences.question_forms import strip_lead, strip_show_me
from intent.sentences.question_words import START, Asked, fillers, folded, phrases, stems_listed
from intent.text import fold
from omniforge.projects.search.words import placed_stems, stems

_SAYS_NOTHING = re.compile(
    r"\b(?:(?:find|found|finding) out|a couple of|is it (?:ok|okay|all right|alright) to|of mine"
    r"|normally|usually|generally|typically)\b",
    re.I,
)
_LONG_SUBJECT = 8  # words


def topic_stems(text: str) -> tuple[str, ...]:
    """Return the stems that a text is about, without duplicates and without words of any question."""
    found = dict.fromkeys(stems(_SAYS_NOTHING.sub(" ", text)))
    return tuple(word for word in found if word not in fillers()) or tuple(found)


def is_light(word: str) -> bool:
    """Return whether a stem says little about the subject: a verb like 'go', or a part of 'co-op'."""
    return word in stems_listed("light") or (len(word) < 3 and word.isalpha())


def topic_words(text: str) -> dict[str, str]:
    """Return the significant words as written, by their stems."""
    telling = set(topic_stems(text))
    return {
        stem: re.split(r"[^\w'’-]", text[place:], maxsplit=1)[0]
        for place, stem in placed_stems(text)
        if stem in telling
    }


def subject_of(text: str) -> str:
    """Return a question's subject as written, from first to last significant word, or 'that'."""
    text = strip_show_me(text)
    said = strip_lead(folded(text))
    telling = set(topic_stems(re.sub(rf"{START}(?:{phrases('asks', *Asked)})\b", " ", said)))
    places = [place for place, stem in placed_stems(text) if stem in telling]
    if not places or not telling:
        return "that"
    words = re.split(r"[?!;]|[.,](?!\d)", text[places[0] :], maxsplit=1)[0].split()
    words = _without_being(words)
    last = max(at for at, word in enumerate(words) if set(stems(word)) & telling)
    return f"“{' '.join(words[: last + 1]).rstrip(':')}”" if last < _LONG_SUBJECT else "that"


def _without_being(words: list[str]) -> list[str]:
    """Return 'drawer, spare key' for 'drawer is the spare key', without the words that only ask."""
    being, articles = (words_of("questions", name) for name in ("being", "articles"))
    pairs = enumerate(pairwise(map(fold, words)))
    at = next((at for at, (verb, article) in pairs if at and verb in being and article in articles), 0)
    return [*words[: at - 1], f"{words[at - 1]},", *words[at + 2 :]] if at else words
