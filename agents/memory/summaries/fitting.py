"""Keeps a summary small: sentences that are carried become facts, facts become shorter, none goes."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from agents.memory.summaries.marks import shorten
from agents.memory.summaries.values import Carried, Summary

MOST_CARRIED = 6_000  # characters
MOST_FACTS = 12_000
_WORDS = (8, 5, 3)  # that are left of a fact beside its marks, fewer where there is less room


def fit_summary(summary: Summary, names: Collection[str]) -> Summary:
    """Return a summary within its bounds: the oldest sentences are shortened first, and become facts.

    Where facts are too long with three words beside their marks, they stay so: none is dropped.
    """
    keep = _newest(summary.carried)
    older = [shorten(one.text, names, _WORDS[0]) for one in summary.carried[: len(summary.carried) - keep]]
    facts = list(dict.fromkeys([*summary.facts, *older]))
    for words in _WORDS[1:]:
        facts = _shorter(facts, names, words)
    return replace(summary, facts=tuple(facts), carried=summary.carried[len(summary.carried) - keep :])


def _newest(carried: Sequence[Carried]) -> int:
    """Return how many of the newest have room."""
    room, number = MOST_CARRIED, 0
    for one in reversed(carried):
        room -= len(one.text)
        if room < 0:
            break
        number += 1
    return number


def _shorter(facts: Sequence[str], names: Collection[str], words: int) -> list[str]:
    """Return the facts with the oldest shortened, as many as it takes."""
    excess = sum(map(len, facts)) - MOST_FACTS
    kept = list[str]()
    for fact in facts:
        short = shorten(fact, names, words) if excess > 0 else fact
        excess -= len(fact) - len(short)
        kept.append(short)
    return kept
