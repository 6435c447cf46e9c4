"""How people introduce themselves: who they are, 'I run a bakery', and what they want to get organised."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

from intent.commands.words import as_words, key_of
from intent.data_files import pattern, words_of
from intent.sentences.question_forms import is_question
from intent.slots.days import find_days
from intent.statements.openings import without_openings
from omniforge.projects.search.sentences import sentences_of

_pattern, _words = partial(pattern, "introductions"), partial(words_of, "statements")
_WHO, _ELSEWHERE, _APART = _pattern("who"), _pattern("elsewhere"), _pattern("apart")
_WANTS, _AIM, _CHAT, _VAGUE = _pattern("wants"), _pattern("aim"), _pattern("chat"), _pattern("vague")
_ARTICLE, _TAIL = _pattern("article"), _pattern("tail")
_HERE = "here"
_LONGEST, _NAME = 200, 60  # characters of a sentence, and of a project's name
_FEW = 3  # fewest words of a fact
_ANY_DAY = date(2000, 1, 1)


def _verbs() -> frozenset[str]:
    return _words("verbs") | _words("habits")


@dataclass(frozen=True, slots=True)
class Introduction:
    """A project that somebody wants to keep, if any, and the parts that tell neither who nor what.

    `is_bare`: some words only name what they are, 'dentist practice', which is no fact.
    """

    project: str
    is_bare: bool
    rest: tuple[str, ...]


def read_introduction(message: str) -> Introduction | None:
    """Return what a message tells beside who somebody is, None if it doesn't say that or asks something."""
    parts = [one for each in sentences_of(message) for one in split_aim(each)]
    parts = [bare for one in parts if (bare := bare_of(one))]
    who = [one for one in parts if introduces(one)]
    projects = [name for one in parts if one not in who and (name := project_in(one))]
    if any(is_question(one) and not is_wish(one) for one in parts) or not (
        who or len(projects) == len(parts) == 1
    ):
        return None
    rest = (one for one in parts if one not in who and not (project_in(one) or _is_vague(one)))
    is_bare = any(len(as_words(one)) < _FEW for one in who)
    return Introduction(projects[0] if len(projects) == 1 else "", is_bare, tuple(rest))


def is_wish(text: str) -> bool:
    """Return whether words say what somebody wants: 'I need a list', 'would like to plan our move'."""
    return bool(_WANTS.match(text))


def _is_vague(text: str) -> bool:
    return bool(_CHAT.fullmatch(text) or (is_wish(text) and _VAGUE.fullmatch(text)))


def introduces(text: str) -> bool:
    """Return whether a sentence says who somebody is: 'I run a bakery', 'school office here'."""
    bare = bare_of(text)
    said = as_words(bare)
    if not said or len(bare) > _LONGEST or not _WHO.fullmatch(bare) or said[0] in _words("order"):
        return False
    return _HERE not in said or not (_ELSEWHERE.search(bare) or _verbs() & {*said})


def split_aim(sentence: str) -> Iterator[str]:
    """Yield who somebody is and what they want separately: 'I run a shop', 'and need to plan our move'."""
    found = _APART.fullmatch(sentence.strip())
    if found and introduces(found["who"]):
        yield from (found["who"], found["aim"])
    else:
        yield from _clause_behind(sentence)


def _clause_behind(sentence: str) -> tuple[str, ...]:
    first, comma, rest = sentence.partition(", ")
    apart = comma and introduces(first) and _CHAT.fullmatch(bare_of(rest))
    return (first, rest) if apart else (sentence,)


def project_in(text: str) -> str:
    """Return the name of what somebody wants to plan: 'Office move' in 'I need to organise the office move'.

    Empty if it is something else than a project would keep, or on a day.
    """
    found = _AIM.fullmatch(bare_of(text))
    what = _TAIL.sub("", _TAIL.sub("", _ARTICLE.sub("", found["what"], count=1))) if found else ""
    is_kind = any(key_of("kind", one) for one in as_words(what))
    if not what or len(what) > _NAME or is_kind or find_days(what, _ANY_DAY) or "," in what:
        return ""
    return what[:1].upper() + what[1:]


def bare_of(text: str) -> str:
    """Return a sentence without its greeting and mark."""
    return without_openings(text, "aside", "courtesy").strip(" .!:)")
