"""Judges text that would become a name: what surrounds it, and what can't be one."""

import re
from collections.abc import Iterable

from intent.data_files import pattern
from omniforge.projects.search.abbreviations import POINTED

_TAIL, _NEVER = pattern("no_titles", "tail"), pattern("no_titles", "never")
_GOES_ON, _INSTRUCTS = pattern("no_titles", "goes_on"), pattern("no_titles", "instructs")
_INTO, _NAMES_IT = pattern("no_titles", "into"), pattern("no_titles", "names_it")
_NO_NAME = pattern("no_titles", "no_name", flags=re.NOFLAG)  # 'Will' is one
_PLACED = pattern("no_titles", "placed", flags=re.NOFLAG)  # 'in memory of' is none
_COUNTED = pattern("no_titles", "counted")
_SHORTENED = re.compile(POINTED, re.IGNORECASE)


def without_tail(title: str) -> str:
    """Return a title without what only hedges it: 'Lambing' of 'Lambing or something like that'."""
    return _TAIL.sub("", title) or title


def name_in(answer: str) -> str:
    """Return the name in an answer to 'what should it be called?': 'Barn' of 'let's just call it Barn'."""
    return without_tail(_NAMES_IT.sub("", answer).strip(" .!")).strip(" .\"'“”")


def is_no_title(text: str) -> bool:
    """Return whether a text has words that nobody means as a title: a reason, an aside, a day unread."""
    return bool(_NEVER.search(text) or _GOES_ON.search(_SHORTENED.sub("x", text)))


def counts_several(text: str) -> bool:
    """Return whether a text may count several things of a month: 'the 5 December tests'."""
    return bool(_COUNTED.match(text))


def only_instructs(text: str) -> bool:
    """Return whether a text only orders to write what stands beside it: 'put them all in please'."""
    return bool(_INSTRUCTS.search(text))


def opens_with_home(text: str, projects: Iterable[str]) -> bool:
    """Return whether a text begins with where it belongs, a project or another name: 'in Barn: the list'."""
    led = _INTO.match(text)
    rest = text[led.end() :].casefold() if led else ""
    named = any(rest.startswith(one.casefold()) and not rest[len(one) :][:1].isalnum() for one in projects)
    return named or bool(_PLACED.match(text))


def is_no_name(person: str) -> bool:
    """Return whether words in the place of a person are no name: 'ends', 'by', 'the'."""
    return bool(_NO_NAME.search(person))
