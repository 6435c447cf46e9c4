"""The guard: a summary loses no fact and invents none, whoever wrote it.

A sentence that has a name, an id, a number, a date or a decision must be covered by one line of the summary
or its facts. That line has all of these marks and enough of the other words, including a rare one. A sentence
that is not covered is carried over verbatim. The guard drops sentences of the summary that have a number, an
id or a name that nobody wrote.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from agents.memory.summaries.marks import marks_of, shorten, tokens_of
from agents.memory.summaries.needs import Need, names_of, needs_of
from agents.memory.summaries.sentences import sentences_of
from agents.memory.summaries.values import Carried, Summary, SummaryRequest

Line = frozenset[str]
MOST_CARRIED = 6_000  # characters
MOST_FACTS = 12_000
_WORDS = (8, 5, 3)  # words kept of a fact beside its marks, fewer if there is less room


@dataclass(frozen=True, slots=True)
class Draft:
    """A summary by a model or the rules, not yet checked.

    `kept` are sequence numbers of messages that it wants to keep verbatim.
    """

    text: str
    facts: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


def guard_summary(draft: Draft, request: SummaryRequest) -> Summary:
    """Return the checked summary: the valid part of the draft, and everything it forgot."""
    known = _known(request)
    text = "\n".join(_supported(sentences_of(draft.text), known))
    deeds = [deed for message in request.covered for deed in message.deeds]
    facts = list(dict.fromkeys([*request.current.facts, *_supported(draft.facts, known), *deeds]))
    kept = [
        Carried(one.sequence, one.text, one.role) for one in request.covered if one.sequence in draft.kept
    ]
    lines = lines_of(text, *facts, *(one.text for one in kept))
    carried = sorted([*kept, *_forgotten(list(needs_of(request)), lines)], key=lambda one: one.sequence)
    summary = Summary(text, tuple(facts), tuple(carried), request.whole)
    return fit_summary(summary, names_of(request))


def says_something(draft: Draft, request: SummaryRequest) -> bool:
    """Return whether any sentence of the draft is valid."""
    return bool(_supported(sentences_of(draft.text), _known(request)))


def _known(request: SummaryRequest) -> frozenset[str]:
    """Return every token that somebody wrote, or that names something in the workspace."""
    current = request.current
    texts = [current.text, *current.lines, request.focus]
    texts += [part for one in request.messages for part in (one.text, *one.deeds)]
    texts += [one.name for one in request.state.current_understanding.entities]
    return frozenset(token for text in texts for token in tokens_of(text))


def _supported(sentences: Iterable[str], known: Collection[str]) -> list[str]:
    return [one for one in sentences if marks_of(one, at_start=False) <= frozenset(known)]


def _forgotten(needs: Sequence[Need], lines: Iterable[Line]) -> list[Carried]:
    """Return the sentences that no line covers. A carried one counts as a line for the next."""
    counts = Counter(word for need in needs for word in need.words)
    carried, said = list[Carried](), Lines(lines)
    for need in needs:
        if not said.say(need, need.rarest(counts)):
            carried.append(need.said)
            said.add(tokens_of(need.said.text))
    return carried


def lines_of(*texts: str) -> list[Line]:
    """Return the sentences of some texts as their tokens."""
    return [tokens_of(sentence) for text in texts for sentence in sentences_of(text)]


class Lines:
    """A set of lines that can be asked whether one of them covers a need."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._all: list[Line] = []
        self._by_token: defaultdict[str, list[Line]] = defaultdict(list)
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> None:
        """Add a line."""
        self._all.append(line)
        for token in line:
            self._by_token[token].append(line)

    def say(self, need: Need, rarest: frozenset[str]) -> bool:
        """Return whether a line covers it. Only those with its rarest mark are checked."""
        lists = (self._by_token.get(mark, []) for mark in need.marks)
        return any(need.stands_in(line, rarest) for line in min(lists, key=len, default=self._with(rarest)))

    def _with(self, words: frozenset[str]) -> list[Line]:
        if not words:
            return self._all
        return [line for word in words for line in self._by_token.get(word, [])]


def fit_summary(summary: Summary, names: Collection[str]) -> Summary:
    """Return a summary within its limits: the oldest sentences are shortened first, and become facts.

    Facts that are too long even with three words beside their marks stay unchanged: none is dropped.
    """
    keep = _newest(summary.carried)
    older = [shorten(one.text, names, _WORDS[0]) for one in summary.carried[: len(summary.carried) - keep]]
    facts = list(dict.fromkeys([*summary.facts, *older]))
    for words in _WORDS[1:]:
        facts = _shorter(facts, names, words)
    return replace(summary, facts=tuple(facts), carried=summary.carried[len(summary.carried) - keep :])


def _newest(carried: Sequence[Carried]) -> int:
    """Return how many of the newest fit."""
    room, number = MOST_CARRIED, 0
    for one in reversed(carried):
        room -= len(one.text)
        if room < 0:
            break
        number += 1
    return number


def _shorter(facts: Sequence[str], names: Collection[str], words: int) -> list[str]:
    """Return the facts with as many of the oldest shortened as necessary."""
    excess = sum(map(len, facts)) - MOST_FACTS
    kept = list[str]()
    for fact in facts:
        short = shorten(fact, names, words) if excess > 0 else fact
        excess -= len(fact) - len(short)
        kept.append(short)
    return kept
