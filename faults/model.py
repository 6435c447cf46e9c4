"""The model: its answers are numbered words, so that one that is missing, or comes twice, is seen."""

import re

from tests.standin import ModelServer
from tests.standin.request import Request

QUESTION = "Explain how plan {plan} helps a team in {words} words."
_ASKED = re.compile(r"how plan (\d+) helps a team in (\d+) words")


def words_of(plan: int, words: int) -> list[str]:
    """Return the words of the answer to a question; no two questions have one in common."""
    return [f"p{plan}w{number}" for number in range(words)]


def numbered_words(model: ModelServer) -> None:
    """Let the stand-in answer the newest question of each request."""
    model.script(_ASKED.pattern, _answer)


def _answer(request: Request) -> str:
    plan, words = _ASKED.findall(request.text)[-1]
    answer = " ".join(words_of(int(plan), int(words)))
    return answer.removeprefix(_begun(request))


def _begun(request: Request) -> str:
    """Return what stands already of an answer that broke off: the model is asked to go on with it."""
    *_, before, last = ({}, *request.messages)
    is_asked_anew = _ASKED.search(str(last["content"]))
    return "" if is_asked_anew or before.get("role") != "assistant" else str(before["content"])
