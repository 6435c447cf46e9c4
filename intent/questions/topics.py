"""Whether the words of a question's topic name a thing."""

from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache

from intent.commands.grammar.tokens import tokenize
from intent.questions.work_words import data, words
from intent.text import is_near
from omniforge.projects.search.words import stems


def fits(topic: Sequence[str], title: str) -> bool:
    """Return whether a title has all words of a topic, except such as 'starts'. Typos count."""
    wanted = [stem for word in topic if not is_light(word) for stem in _stems(word)]
    return bool(wanted) and all(_is_in(stem, _stems(title)) for stem in wanted)


def words_shared(topic: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the words of a topic that are in a name."""
    own = _stems(name)
    return tuple(word for word in topic if (said := _stems(word)) and said <= own)


def is_light(word: str) -> bool:
    """Return whether a name may lack a word."""
    return word in words("light")


def _is_in(stem: str, own: Set[str]) -> bool:
    return stem in own or any(is_near(stem, other) for other in own)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    """Return the stems of a text, with verbs as in titles. A question is compared with all of these."""
    return frozenset(stems(" ".join(_verbs().get(token.word, token.word) for token in tokenize(text))))


@cache
def _verbs() -> Mapping[str, str]:
    return {form: verb for verb, forms in data()["verbs"].items() for form in forms.split()}
