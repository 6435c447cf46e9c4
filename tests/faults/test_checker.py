"""The checker of `make faults` with made-up logs: it finds every violation, and nothing else."""

from dataclasses import replace

import pytest

from faults.checker import KINDS, check
from faults.journal import Accepted, Asked, Heard, Journal, Refused, Span
from faults.stored import Stored, Turn

ANSWER = "w0 w1 w2"
ROWS = [
    [1, "session", {}],
    [2, "agent_state", {}],
    [4, "text", ANSWER, [[3, 3], [4, 8]]],
    [5, "sources", {}],
    [6, "done", {"finish_reason": "completed"}],
]
TURN = Turn("t", "m", "c", 1, "completed", ROWS, ANSWER)
GOOD = [
    (1, "session", {}),
    (3, "text_delta", {"text": "w0 "}),
    (4, "text_delta", {"text": "w1 w2"}),
    (5, "sources", {}),
    (6, "done", {"finish_reason": "completed"}),
]
LOSS = (1_000_000, "error", {"message": "Its last words may be missing."})
ALL_KEPT = (1_000_000, "error", {"message": "What stands above is all that was written."})
CUT = (1_000_001, "done", {"finish_reason": "interrupted"})
CUT_TURN = replace(
    TURN,
    status="interrupted",
    answer="w0 ",
    events=[*ROWS[:2], [3, "text", "w0 ", [[3, 3]]], *([seq, kind, told] for seq, kind, told in (LOSS, CUT))],
)


def journal(events=GOOD, *, took: float = 3.0, **readers) -> Journal:
    made = Journal(asked={"m": Asked("m", 0.0, ANSWER)}, accepted=[Accepted("m", "t", "c", 1.0)])
    for reader, told in {"r": events, **readers}.items():
        made.heard += [Heard(reader, "t", seq, kind, data, 1.0 + took) for seq, kind, data in told]
    return made


def stored(*turns: Turn, answers: int = 1) -> Stored:
    return Stored(list(turns), {"m": [f"a{number}" for number in range(answers)]})


def kinds_of(made: Journal, what: Stored) -> set[str]:
    return {finding.kind for finding in check(made, what).findings}


@pytest.mark.parametrize(
    ("events", "turn"),
    [
        (GOOD, TURN),
        ([GOOD[0], (4, "text_delta", {"text": ANSWER}), *GOOD[3:]], TURN),
        ([*GOOD[:3], LOSS, CUT], CUT_TURN),
        ([*GOOD[:2], LOSS, CUT], CUT_TURN),
    ],
    ids=["as it came", "joined text", "words gone, and said so", "words kept"],
)
def test_checker_finds_nothing_in_a_clean_run(events, turn):
    assert kinds_of(journal(events), stored(turn)) == set()


BAD = {
    "accepted and not stored": ("lost", journal(), Stored([], {})),
    "two turns": ("doubled", journal(), stored(TURN, replace(TURN, id="t2"))),
    "two answers": ("doubled", journal(), stored(TURN, answers=2)),
    "a word missing": (
        "gap",
        journal([*GOOD[:2], (4, "text_delta", {"text": "w2"}), *GOOD[3:]]),
        stored(TURN),
    ),
    "a word twice": ("gap", journal([*GOOD[:3], *GOOD[2:]]), stored(TURN)),
    "an event missing": ("gap", journal([*GOOD[:3], GOOD[4]]), stored(TURN)),
    "no beginning": ("gap", journal(GOOD[1:]), stored(TURN)),
    "something after the end": ("gap", journal([*GOOD, (7, "agent_state", {})]), stored(TURN)),
    "the second reader's gap": ("gap", journal(second=[*GOOD[:3], GOOD[4]]), stored(TURN)),
    "completed, stored interrupted": ("false", journal(), stored(replace(TURN, status="interrupted"))),
    "words that are not stored": ("false", journal([*GOOD[:3], ALL_KEPT, CUT]), stored(CUT_TURN)),
    "an answer to another question": ("false", journal(), stored(replace(TURN, answer="Hello"))),
    "no end": ("unended", journal(GOOD[:4]), stored(replace(TURN, status="running"))),
    "a late end": ("unended", journal(took=40.0), stored(TURN)),
}


@pytest.mark.parametrize("name", BAD)
def test_checker_finds_each_kind_of_fault(name):
    kind, made, what = BAD[name]
    assert kind in kinds_of(made, what)


def test_every_kind_of_fault_has_a_test_row():
    assert {kind for kind, _, _ in BAD.values()} == set(KINDS)


def test_checker_counts_time_from_the_end_of_the_fault():
    made = journal(took=40.0)
    made.spans.append(Span(2.0, 35.0))
    verdict = check(made, stored(TURN))
    assert verdict.slowest == pytest.approx(6.0)
    assert not verdict.findings


def test_checker_counts_refused_messages_without_a_finding():
    made = Journal(asked={"m": Asked("m", 0.0, ANSWER)}, refused=[Refused("m", "unavailable", True, 1.0)])
    verdict = check(made, Stored([], {}))
    assert (verdict.refused, verdict.turns, verdict.findings) == (1, 0, [])
