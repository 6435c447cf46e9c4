"""Answers and calls written as JSON by models without tool calling, parsed while they arrive."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.llm.errors import ModelMalformed
from omniforge.llm.types import Delta
from omniforge.llm.written_answers import WrittenAnswer

CALL = {"name": "list", "arguments": {"kind": "agent"}}


def read(text: str, size: int, finish: str = "stop") -> tuple[list[str], list[tuple[str, str]], str]:
    """Return the pieces that are shown, the calls, and how it ended."""
    answer = WrittenAnswer()
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    deltas = [answer.take(Delta(part)) for part in parts] + [answer.take(Delta("", finish))]
    calls = [(one.name, one.arguments) for delta in deltas for one in delta.requests]
    return [one.text for one in deltas if one.text], calls, str(deltas[-1].finish_reason)


@given(st.text(), st.integers(1, 9), st.booleans())
def test_any_words_come_as_they_were_meant_however_they_are_cut(words, size, ascii_only):
    text = json.dumps({"answer": words, "calls": [CALL]}, ensure_ascii=ascii_only)
    shown, calls, finish = read(text, size)
    assert "".join(shown) == words
    assert calls == [("list", '{"kind":"agent"}')]
    assert finish == "tools"


def test_written_answer_is_streamed():
    shown, _, _ = read('{"answer": "It is Canberra, of course.", "calls": []}', 8)
    assert len(shown) > 2


@pytest.mark.parametrize(
    ("text", "words", "calls"),
    [
        ("It is Canberra.", "It is Canberra.", 0),
        ('```json\n{"answer": "Yes.", "calls": []}\n```', "Yes.", 0),
        ('{"calls": [], "answer": "Yes."}', "Yes.", 0),
        ('{"answer": "Yes."}', "Yes.", 0),
        ('{"calls": [{"name": "list"}]}', "", 1),
        ("`code` is code", "`code` is code", 0),
        ('{"name": "Ann"}', '{"name": "Ann"}', 0),
        ("", "", 0),
    ],
)
def test_plain_fenced_and_partial_answers_are_read(text, words, calls):
    for size in (1, 3, 100):
        shown, made, _ = read(text, size)
        assert ("".join(shown), len(made)) == (words, calls)


def test_cut_answer_keeps_its_text_and_makes_no_call():
    assert read('{"answer": "It is Canb', 5, "length") == (["It ", "is Ca", "nb"], [], "length")


@pytest.mark.parametrize(
    "text", ['{"answer": 3, "calls": [7]}', '{"calls": [{"arguments": {}}]}', "{broken", "{"]
)
def test_invalid_answer_object_is_malformed(text):
    with pytest.raises(ModelMalformed):
        read(text, 4)
