"""What a short question takes from the one before it, and what is complete itself."""

from datetime import date

import pytest

from intent.questions.work import read_work_question
from intent.questions.work_follow_ups import complete_question, find_previous_question

TODAY = date(2026, 11, 20)
_WEEK_AFTER = (date(2026, 11, 30), date(2026, 12, 6))
_SPAN = (date(2026, 11, 20), date(2026, 11, 29))


@pytest.mark.parametrize(
    ("before", "said", "told"),
    [
        ("what's on Rhona's plate in the next 10 days?", "and Tam?", {"topic": ("tam",), "days": _SPAN}),
        ("what has Rhona got on today", "and tomorrow?", {"earlier": (("rhona",),), "topic": ()}),
        ("which milestones fall after 3 January 2027?", "before that date?", {"bound": "before"}),
        ("how many tasks are done?", "and how many aren't?", {"said": ("open",), "counts": True}),
        ("how many tasks are done?", "which ones are late?", {"said": ("done", "overdue"), "counts": False}),
        ("what tasks are open", "only the ones with no date on them", {"said": ("open", "undated")}),
        ("list the open tasks", "the same again without those of Tam", {"without": ("tam",)}),
        ("what's coming up in the next 10 days?", "and in the 7 days after that?", {"days": _WEEK_AFTER}),
        ("what is due in the next 10 days?", "and the week after?", {"days": _WEEK_AFTER, "said": ("due",)}),
        ("anything due before the fair opens?", "and after that?", {"limit_bound": "after"}),
        ("when is the survey due at the mill", "and for Quay Road?", {"topic": ("quay", "road")}),
    ],
)
def test_short_question_is_completed_from_the_previous_one(before, said, told):
    found = complete_question(said, find_previous_question([before], TODAY), TODAY)
    assert found is not None
    assert {name: getattr(found, name) for name in told} == told


@pytest.mark.parametrize(
    "said",
    [
        "and what needs doing tomorrow?",
        "give it to Tam",
        "and push it back by a week",
        "is Tam in?",
        "which tasks are late?",
        "thanks",
        "the ladder one is done",
        "the hoist one's finished",
        "the paint ones are ready",
    ],
)
def test_complete_question_is_not_a_follow_up(said):
    assert complete_question(said, read_work_question("what tasks are open", TODAY), TODAY) is None


def test_several_short_questions_build_on_each_other():
    found = find_previous_question(["what has Rhona got on today", "and Tam?", "and tomorrow?"], TODAY)
    assert found is not None and found.earlier == (("rhona",), ("tam",))
    assert found.days == (date(2026, 11, 21), date(2026, 11, 21))


def test_follow_up_with_another_name_drops_the_narrowing():
    before = find_previous_question(["what's late?", "which of those is Rhona's"], TODAY)
    found = complete_question("and Tam?", before, TODAY)
    assert found is not None and not found.among
    assert (found.topic, found.said) == (("tam",), ("overdue",))
