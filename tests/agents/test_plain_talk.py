"""Statements, doubts, chat and questions in everyday words, answered without a model.

In each talk, `says` is what the last answer has in it, and `never` what it may not have.
"""

import tomllib
from pathlib import Path

import pytest

from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
FILES = sorted(Path(__file__).with_name("plain_talk").glob("*.toml"))
TALKS = [talk for file in FILES for talk in tomllib.loads(file.read_text())["talk"]]


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk["about"])
async def test_last_reply_of_each_talk_is_as_expected(chat: Chat, talk):
    for message in talk["say"]:
        answer = await chat.say(message)
    assert all(one in answer.text for one in talk.get("says", [])), answer.text
    assert not [one for one in talk.get("never", []) if one in answer.text], answer.text
