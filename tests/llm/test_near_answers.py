"""The map that moves questions towards their answers, on businesses that it wasn't learnt from."""

import os
import tomllib
from collections.abc import Sequence
from operator import mul
from pathlib import Path

import pytest

from omniforge.llm import local
from omniforge.llm.near_answers import near_answers

pytestmark = pytest.mark.skipif(
    not local.is_installed() and not os.environ.get("CI"), reason="requirements-local.txt is not installed"
)
ASKED = tomllib.loads((Path(__file__).parent / "near_answers.toml").read_text())["question"]


def likeness(question: Sequence[float], text: str) -> float:
    return sum(map(mul, question, local.centred_vector(text, as_query=False)))


def gain(asked: str, text: str) -> float:
    before = local.centred_vector(asked, as_query=True)
    return likeness(near_answers(before), text) - likeness(before, text)


def test_questions_come_closer_to_their_answers_than_to_other_texts():
    closer = [
        row["asked"] for row in ASKED if gain(row["asked"], row["answer"]) > gain(row["asked"], row["other"])
    ]
    assert len(closer) >= len(ASKED) - 1, closer


def test_vectors_of_texts_stay_as_they_are():
    [text] = local.embed_now(["The tram leaves at nine."])
    assert text == pytest.approx(local.centred_vector("The tram leaves at nine.", as_query=False))
