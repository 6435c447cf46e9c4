"""How many planted facts a rolling summary keeps, and in how much space. `python -m bench.facts`."""

import asyncio
import os
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
django.setup()

import orjson  # noqa: E402  (Django must be set up first)

from agents.memory.summaries.values import Utterance  # noqa: E402
from omniforge.llm import Models  # noqa: E402
from omniforge.llm.types import Completion, ModelRequest, Usage  # noqa: E402
from tests.agents.summaries.talk import conversation, facts, kept_of, lost  # noqa: E402

_TURNS, _FACTS, _SEEDS = 60, 200, range(5)
_EMPTY = {
    "kept_message_ids": [],
    "dropped_message_ids": [],
    "agent_state_item_updates": [],
    "agent_state_updates": {
        name: []
        for name in ("entities", "dependencies", "assumptions", "expectations", "tentative_hypotheses")
    },
}


class Forgetful:
    """A model that repeats the sentences of a prompt that `keeps` accepts."""

    vendor = "scripted"

    def __init__(self, keeps: Callable[[str], str]) -> None:
        self._keeps = keeps

    async def prepare(self) -> None:
        """Do nothing."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer with the kept sentences, after a meaningless first sentence."""
        said = request.messages[-1].content.partition("<messages>")[2].splitlines()
        kept = [line for line in map(self._keeps, said) if line and not line.startswith(("[", "<"))]
        answer = {"summary": "\n".join(["They talked about work.", *kept]), "facts": [], **_EMPTY}
        return Completion(orjson.dumps(answer).decode(), "stop", Usage())


def _half(line: str) -> str:
    return line if len(line) % 2 else ""


def _wrong(line: str) -> str:
    return line.translate(str.maketrans("123456789", "234567891"))


PLAYERS: dict[str, Callable[[str], str] | None] = {
    "rules": None,
    "a model that forgets all": lambda line: "",
    "a model that forgets half": _half,
    "a model that gets numbers wrong": _wrong,
}


def models_of(keeps: Callable[[str], str] | None) -> Models:
    """Return models with a Forgetful one for `summary`, or none."""
    roles = {"summary": "scripted:forgetful" if keeps else "rules"}
    return Models(roles, providers={"scripted": Forgetful(keeps)} if keeps else {})  # type: ignore[dict-item]


async def measure(keeps: Callable[[str], str] | None) -> tuple[int, int, int, float]:
    """Return facts kept, characters said, characters kept, and seconds per conversation."""
    kept = said_size = kept_size = 0
    began = time.perf_counter()
    for seed in _SEEDS:
        planted = facts(_FACTS, seed)
        said: list[Utterance] = conversation(planted, _TURNS, seed)
        summary, open = await kept_of(said, models_of(keeps))
        kept += _FACTS - len(lost(planted, summary, open))
        covered = said[: len(said) - len(open)]
        said_size += sum(len(one.text) for one in covered)
        kept_size += summary.characters
    return kept, said_size, kept_size, (time.perf_counter() - began) / len(_SEEDS)


async def rows() -> list[str]:
    """Return a line for each summariser."""
    lines = [
        "| summarised by | facts kept | said, characters | kept | seconds |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, keeps in PLAYERS.items():
        kept, said, size, seconds = await measure(keeps)
        share = kept / (_FACTS * len(_SEEDS))
        lines.append(f"| {name} | {share:.1%} | {said:,} | {size:,} ({size / said:.0%}) | {seconds:.2f} |")
    return lines


if __name__ == "__main__":
    print("\n".join(asyncio.run(rows())))
