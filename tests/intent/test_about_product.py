"""Questions about the product itself are distinguished from those about the team's own things."""

import tomllib
from pathlib import Path

import pytest

from intent.questions.about_product import product_topic

TOPICS = tomllib.loads(Path(__file__).with_name("about_product.toml").read_text())
AROUND, NONE = TOPICS.pop("around"), TOPICS.pop("none")


@pytest.mark.parametrize("topic", TOPICS)
def test_each_question_has_its_topic(topic: str):
    assert {said: product_topic(said) for said in TOPICS[topic]} == dict.fromkeys(TOPICS[topic], topic)


def test_what_is_around_the_product_counts_only_if_nothing_else_is_meant():
    assert [said for said in AROUND if product_topic(said)] == []
    assert [said for said in AROUND if not product_topic(said, around=True)] == []


def test_the_teams_own_things_are_no_topic():
    assert {said: product_topic(said, around=True) for said in NONE} == dict.fromkeys(NONE, "")
