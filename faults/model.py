"""The fake model: its answers are numbered words, so that missing and repeated ones are detected."""

import re

from tests.standin import ModelServer
from tests.standin.request import Request

QUESTION = "Explain how plan {plan} helps a team in {words} words."
_ASKED = re.compile(r"how plan (\d+) helps a team in (\d+) words")


def words_of(plan: int, words: int) -> list[str]:
    """Return the words of the answer to a question, unique across questions."""
    return [f"p{plan}w{number}" for number in range(words)]


def numbered_words(model: ModelServer) -> None:
    """Make the fake model server answer the newest question of each request."""
    model.script(_ASKED.pattern, _answer)


def _answer(request: Request) -> str:
    plan, words = _ASKED.findall(request.text)[-1]
    answer = " ".join(words_of(int(plan), int(words)))
    return answer.removeprefix(_begun(request))


def _begun(request: Request) -> str:
    """Return the beginning of an interrupted answer, which the model is asked to continue."""
    *_, before, last = ({}, *request.messages)
    is_asked_anew = _ASKED.search(str(last["content"]))
    return "" if is_asked_anew or before.get("role") != "assistant" else str(before["content"])
