"""The checker: compares what clients were told with what is stored. It imports nothing of the product.

lost      a message was accepted and is not stored, or has no turn
doubled   a message has two turns, two answers, or two acknowledgements with different turns
gap       a reader missed an event or a word, or got one twice
false     a reader has text, or an end, that differs from what is stored, and wasn't told so
unended   a turn has no end, or had it more than 30 seconds after the fault was over
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from faults.journal import Accepted, Heard, Journal
from faults.stored import Stored, Turn
from faults.watched import Watched

LIMIT = 30.0  # seconds
KINDS = ("lost", "doubled", "gap", "false", "unended")
_ENDS = ("completed", "failed", "cancelled", "interrupted")


@dataclass(frozen=True, slots=True)
class Finding:
    """A violated promise."""

    kind: str
    message: str
    what: str


@dataclass(frozen=True)
class Verdict:
    """The results. `slowest` is the longest time to an end, in seconds."""

    findings: list[Finding]
    turns: int
    refused: int
    slowest: float
    codes: Counter[str]  # of refusals, including messages that were accepted later

    def count(self, kind: str) -> int:
        """Return the number of findings of a kind."""
        return len({finding.message for finding in self.findings if finding.kind == kind})


def check(journal: Journal, stored: Stored) -> Verdict:
    """Compare the journal with the stored data."""
    turns = {turn.id: turn for turn in stored.turns}
    accepted = {one.message: one for one in reversed(journal.accepted)}
    heard = _by_turn_and_reader(journal)
    ends = {message: _end_of(heard, one) for message, one in accepted.items()}
    waits = {message: end - _due(journal, accepted[message], end) for message, end in ends.items() if end}
    findings = [
        *_lost(accepted, stored),
        *_doubled(journal, stored),
        *_unended(ends, waits, stored),
        *(
            found
            for (turn, _), events in heard.items()
            for found in _of_reader(journal, turns.get(turn), events)
        ),
        *_unfinished_answers(journal, stored),
    ]
    refused = {one.message for one in journal.refused} - accepted.keys()
    codes = Counter(one.code for one in journal.refused)
    return Verdict(findings, len(accepted), len(refused), max(waits.values(), default=0.0), codes)


def _by_turn_and_reader(journal: Journal) -> dict[tuple[str, str], list[Heard]]:
    found: dict[tuple[str, str], list[Heard]] = defaultdict(list)
    for event in journal.heard:
        found[event.turn, event.reader].append(event)
    return found


def _lost(accepted: dict[str, Accepted], stored: Stored) -> Iterator[Finding]:
    known = {turn.message for turn in stored.turns}
    for message in accepted.keys() - known:
        yield Finding("lost", message, "it was accepted, and has no turn in the database")


def _doubled(journal: Journal, stored: Stored) -> Iterator[Finding]:
    rows = Counter(turn.message for turn in stored.turns)
    told = Counter(message for message, _ in {(one.message, one.turn) for one in journal.accepted})
    answers = {message: len(ids) for message, ids in stored.answers.items()}
    for what, counts in (("turns", rows), ("turns were acknowledged", told), ("answers", answers)):
        for message, number in counts.items():
            if number > 1:
                yield Finding("doubled", message, f"{number} {what}")


def _end_of(heard: dict[tuple[str, str], list[Heard]], accepted: Accepted) -> float | None:
    """Return when the first reader got the end of a message's turn."""
    ends = [
        event.at
        for (turn, _), events in heard.items()
        if turn == accepted.turn
        for event in events
        if event.kind == "done"
    ]
    return min(ends, default=None)


def _due(journal: Journal, accepted: Accepted, end: float) -> float:
    """Return the start of the time limit: the acceptance, or the end of the first fault during the turn."""
    met = [span.over for span in journal.spans if span.begun < end and span.over > accepted.at]
    return max(accepted.at, min(met[0], end)) if met else accepted.at


def _unended(ends: dict[str, float | None], waits: dict[str, float], stored: Stored) -> Iterator[Finding]:
    for message, end in ends.items():
        if end is None:
            yield Finding("unended", message, "no reader heard its end")
        elif waits[message] > LIMIT:
            yield Finding("unended", message, f"it ended after {waits[message]:.1f} seconds")
    for turn in stored.turns:
        if turn.status not in _ENDS and turn.message in ends:
            yield Finding("unended", turn.message, f"it is {turn.status} in the database")


def _of_reader(journal: Journal, turn: Turn | None, events: list[Heard]) -> Iterator[Finding]:
    if turn and turn.message in journal.asked:
        watched = Watched(events, turn, journal.asked[turn.message].answer)
        name = events[0].reader
        yield from (Finding("gap", turn.message, f"{name}: {what}") for what in watched.gaps())
        yield from (Finding("false", turn.message, f"{name}: {what}") for what in watched.falsehoods())


def _unfinished_answers(journal: Journal, stored: Stored) -> Iterator[Finding]:
    for turn in stored.turns:
        if turn.status == "completed" and turn.answer != journal.asked[turn.message].answer:
            yield Finding(
                "false", turn.message, f"it is completed with another answer: {str(turn.answer)[:80]!r}"
            )
