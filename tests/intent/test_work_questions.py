"""Which texts are questions about tasks and the calendar, and which are not."""

from datetime import date

import pytest

from intent.questions.topics import fits
from intent.questions.work import read_work_question

TODAY = date(2026, 11, 20)
_FORTNIGHT = (TODAY, date(2026, 12, 3))


@pytest.mark.parametrize(
    ("said", "topic", "told"),
    [
        ("what's due before xmas", (), {"says_due": True, "bound": "before"}),
        (
            "how many open tasks do we have altogether?",
            (),
            {"kind": "task", "said": ("open",), "counts": True},
        ),
        ("how many tasks has Ana", ("ana",), {"kind": "task", "counts": True}),
        ("what tasks are open in the quarry", ("quarry",), {"kind": "task", "said": ("open",)}),
        ("is anything on 27 nov?", (), {"days": (date(2026, 11, 27), date(2026, 11, 27))}),
        ("when are we rehearsing in january", ("rehearsing",), {"bound": ""}),
        ("morning! kindly tell me who does the kiln", ("kiln",), {"kind": ""}),
        ("is that done?", (), {"points": True}),
        ("which risks haven't been linked to anything yet", (), {"kind": "risk", "said": ("unlinked",)}),
        ("are there any risks nobody has tied to anything?", (), {"said": ("unlinked",)}),
        ("which of our chores don't have a deadline?", (), {"kind": "task", "said": ("undated",)}),
        ("which tasks aren't done by 27 nov?", (), {"said": ("open",), "bound": "until"}),
        ("which task is the most overdue?", (), {"order": "worst", "said": ("overdue",)}),
        ("what is the next thing to fall due", (), {"order": "next"}),
        ("what's coming up in the next fortnight?", (), {"said": ("busy",), "days": _FORTNIGHT}),
        ("which risks have we written down so far?", (), {"kind": "risk"}),
        ("which goals have we noted to date?", (), {"kind": "goal"}),
        ("Was ist denn gerade überfällig?", (), {"said": ("overdue",)}),
        ("which of them comes first?", (), {"among": True, "order": "first"}),
        ("and which is due first?", (), {"order": "first", "days": None}),
        ("and from these, what is already over the date?", (), {"among": True, "said": ("overdue",)}),
        ("which overdue matters have not been assigned to anyone?", (), {"said": ("overdue", "nobody")}),
        (
            "across both projects, which tasks are past due?",
            (),
            {"said": ("everywhere", "overdue")},
        ),
        ("What should have been finished by now and isn't?", (), {"said": ("overdue",)}),
        ("Which tasks were supposed to be done by now but aren't?", (), {"said": ("overdue",)}),
        ("anything that should be done by now and hasn't been?", (), {"said": ("overdue",)}),
        ("which jobs ought to be ready by now and are not", (), {"kind": "task", "said": ("overdue",)}),
        ("Which of our tasks was meant to be finished already?", (), {"said": ("overdue",)}),
        ("which tasks are open and not assigned", (), {"said": ("open", "nobody")}),
        ("what would suffer if the kiln cracks?", ("kiln", "cracks"), {"threatens": True}),
        ("list whatever is still open on this job", (), {"said": ("open", "here"), "kind": ""}),
        ("how many tasks does she have", (), {"her": True, "counts": True}),
        ("what's on Olga Reyes's list at the moment?", ("olga", "reyes"), {"said": ("busy",)}),
        ("what has Tariq got on his desk", ("tariq",), {"said": ("busy",)}),
        ("what's left on Ines Roth's plate, at both sites?", ("ines", "roth"), {}),
        ("Which open tasks aren't Ivo Blum's?", (), {"without": ("ivo", "blum"), "said": ("open",)}),
        ("show me the tasks that are not assigned to Ada", (), {"without": ("ada",), "kind": "task"}),
        ("which jobs don't belong to Ken Abe?", (), {"without": ("ken", "abe"), "kind": "task"}),
        ("which tasks haven't been assigned yet?", (), {"said": ("nobody",), "without": ()}),
        ("which tasks are not on the noticeboard?", ("not", "noticeboard"), {}),
        ("when is the christmas market", ("christmas", "market"), {"days": None}),
    ],
)
def test_work_question_is_parsed_into_its_parts(said, topic, told):
    found = read_work_question(said, TODAY)
    assert found is not None and found.topic == topic
    assert {name: getattr(found, name) for name in told} == told


@pytest.mark.parametrize(
    "said",
    [
        "why is the kiln cold?",
        "when do we open?",
        "are we open on sunday?",
        "how much is the clay?",
        "add a task for the kiln",
        "the kiln is broken",
    ],
)
def test_other_question_is_not_a_work_question(said):
    assert read_work_question(said, TODAY) is None


def test_title_matches_by_its_content_words_despite_misspelling():
    assert fits(("rehearsing",), "Rehearsal in the hall")
    assert fits(("paid", "deposit"), "Pay the deposit")
    assert fits(("insurence",), "Chase the insurance")
    assert not fits(("kiln", "bricks"), "Clean the kiln")
    assert not fits(("starting",), "Clean the kiln")
