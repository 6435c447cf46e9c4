"""No message whatever makes reading fail: rows of words and marks in any order."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from intent.commands import Situation, read_commands
from intent.plain.words import to_plain_words

_SITUATION = Situation(datetime(2026, 11, 20, 10, tzinfo=UTC), projects=("Office move",))
_ORDERS = """add a task and um the list risks without by Friday 5 every each in my calendar at 9 remind me
move it to tomorrow 'Print the scripts' sort by price not but wait no please"""
_MARKS = ",:-();|\n?.'\"=[{"
_WORDS = st.sampled_from(_ORDERS.split()) | st.sampled_from(_MARKS)


@given(st.lists(_WORDS, max_size=14).map(" ".join))
@settings(max_examples=100, deadline=None)
def test_any_row_of_words_is_read(message: str):
    read_commands(to_plain_words(message), _SITUATION)


def test_filler_word_between_commands_is_dropped():
    said = "add a task 'Print the scripts' and, um, list the risks"
    assert [one.name for one in read_commands(said, _SITUATION).commands] == ["thing.create", "thing.list"]
    assert to_plain_words("um, \ncommands = [\n  {name")
