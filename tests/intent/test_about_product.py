"""Questions about the product itself are distinguished from those about the team's own things."""

import tomllib
from pathlib import Path

import pytest

from intent.questions.about_product import product_topic

TOPICS = tomllib.loads(Path(__file__).with_name("about_product.toml").read_text())
AROUND, NONE = TOPICS.pop("around"), TOPICS.pop("none")


@pytest.mark.parametrize("topic", TOPICS)
def test_product_question_gets_its_topic(topic: str):
    assert {said: product_topic(said) for said in TOPICS[topic]} == dict.fromkeys(TOPICS[topic], topic)


def test_loosely_related_topic_counts_only_as_a_fallback():
    assert [said for said in AROUND if product_topic(said)] == []
    assert [said for said in AROUND if not product_topic(said, around=True)] == []


def test_question_about_own_work_is_no_product_topic():
    assert {said: product_topic(said, around=True) for said in NONE} == dict.fromkeys(NONE, "")
