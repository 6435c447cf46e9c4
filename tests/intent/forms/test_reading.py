"""A form takes what a message says of it, no more; what is meant for something else is left."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent.commands import Situation
from intent.forms import begin_form, read_form

_FOLDER = Path(__file__).parent
_DATA = tomllib.loads((_FOLDER / "answers.toml").read_text(encoding="utf-8"))
_CORRECTIONS = tomllib.loads((_FOLDER / "corrections.toml").read_text(encoding="utf-8"))
_CASES = [*_DATA["answer"], *_CORRECTIONS["answer"]]
_SLOTS = ("purpose", "source", "subject", "destination", "when", "name", "instructions")
_SITUATION = Situation(datetime(2026, 11, 20, 10, 0, tzinfo=UTC), agents=("stock-check",))


@pytest.mark.parametrize(
    "case",
    [*_DATA["answer"], *_CORRECTIONS["answer"]],
    ids=lambda case: f"{case.get('asking', '')}: {case['say']}",
)
def test_a_message_gives_a_form_what_it_says(case: dict[str, Any]):
    now = _DATA["now"] if case.get("filled") else {}
    filled = read_form(
        case["say"], slots=_SLOTS, now=now, asking=case.get("asking", ""), situation=_SITUATION
    )
    assert filled.values == case.get("slots", {})
    assert filled.leaves == case.get("leaves", False)
    assert filled.problem == case.get("problem", "")


def test_a_request_fills_all_that_it_says():
    said = (
        "create an agent that collects prices from Shopify and Xero and posts them to #prices in Slack "
        "every Friday at 4pm"
    )
    assert begin_form(said, slots=_SLOTS, situation=_SITUATION) == {
        "source": "Shopify and Xero",
        "destination": "#prices in Slack",
        "when": "every Friday at 16:00",
        "cron": "RRULE:FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0",
    }


def test_where_results_go_is_not_where_they_come_from():
    slots = begin_form(
        "an agent that posts the overdue tasks to Slack every morning", slots=_SLOTS, situation=_SITUATION
    )
    assert slots["destination"] == "Slack" and "source" not in slots


@given(st.text(max_size=200), st.sampled_from(("", *_SLOTS)))
def test_no_text_is_too_strange(text: str, asking: str):
    filled = read_form(text or "?", slots=_SLOTS, now={}, asking=asking, situation=_SITUATION)
    assert all(isinstance(value, str) for value in filled.values.values())
