"""A message drops a draft if it gives it up and adds nothing but the reason; 'not yet' only postpones it."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from intent.commands import Situation
from intent.forms.filled import FormRead
from intent.forms.moves import apply_correction, drops_form, postponed_question, says_goodbye

_FOLDER = Path(__file__).parent
_MOVES = tomllib.loads((_FOLDER / "moves.toml").read_text(encoding="utf-8"))
_NOW = tomllib.loads((_FOLDER / "corrections.toml").read_text(encoding="utf-8"))["now"]
_SLOTS = ("purpose", "source", "subject", "destination", "when", "name", "instructions")


def form(asking: str = "") -> FormRead:
    return FormRead(_SLOTS, _NOW, asking, Situation(datetime(2026, 11, 20, 10, 0, tzinfo=UTC)))


@pytest.mark.parametrize("message", _MOVES["drops"])
def test_cancelling_with_a_reason_drops_the_form(message: str):
    assert drops_form(form(), message)


@pytest.mark.parametrize("message", _MOVES["keeps"])
def test_other_message_does_not_drop_the_form(message: str):
    assert not drops_form(form(), message)


@pytest.mark.parametrize("message", _MOVES["leaves"])
def test_goodbye_does_not_drop_the_form(message: str):
    assert says_goodbye(form(), message) and not drops_form(form(), message)


@pytest.mark.parametrize("message", [*_MOVES["keeps"], *_MOVES["drops"]])
def test_other_message_is_not_read_as_goodbye(message: str):
    assert not says_goodbye(form(), message)


@pytest.mark.parametrize(("message", "asked"), _MOVES["puts_off"].items())
def test_postponed_question_does_not_drop_the_form(message: str, asked: str):
    assert postponed_question(form(), message) == asked and not drops_form(form(), message)


@pytest.mark.parametrize(
    "message", ["cancel, refund and no-show", "name, not yet paid", "Teams, Slack and mail"]
)
def test_naming_what_to_include_is_not_a_correction(message: str):
    assert not drops_form(form("subject"), message) and not apply_correction(form("subject"), message)
