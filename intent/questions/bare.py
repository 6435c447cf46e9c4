"""Completes a question without its verb: 'what does a dog cost, and what a cat?'"""

import re
from functools import partial

from intent.data_files import pattern
from intent.text import fold

_pattern = partial(pattern, "asked")
_BARE, _OF_WHOM = _pattern("bare"), _pattern("of_whom")


def completed(part: str, before: str) -> str:
    """Return a part with the words of the part before it that it needs, unchanged if it needs none."""
    bare, whole = _BARE.match(part.strip()), before.strip().rstrip("?").rstrip()
    if not bare or not fold(whole).startswith(fold(bare["asks"])):
        return part
    return (_at(bare["by"], bare["of"], whole) if bare["by"] else _of(bare["of"], whole)) or part


def _at(by: str, thing: str, before: str) -> str:
    """Return 'what is it on Sundays?' for 'on Sundays' behind 'what is it on weekdays', else nothing."""
    *_, last = [None, *re.finditer(rf"\b{by}\b", before, re.IGNORECASE)]
    return f"{before[: last.start()]}{thing}?" if last else ""


def _of(thing: str, before: str) -> str:
    """Return 'what does a cat cost?' for 'a cat' behind 'what does a dog cost', else nothing."""
    found = _OF_WHOM.match(before)
    if not found:
        return ""
    asks, rest = found["asks"] or found["asks_of"], found["rest"] or found["rest_of"] or ""
    return f"{asks} {thing}{rest}?"
