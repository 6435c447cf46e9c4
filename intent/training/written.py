"""Examples made from written parts: phrases by action, and dialogues with their replies, names filled in.

`data/phrases/<action>.txt` holds a message a line. `data/dialogues.txt` holds what the user and the assistant said and
replies to it; `data/replies.txt` the short ones that fit everywhere. Names in braces stand for those of a real catalogue.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from intent.examples import Example
from intent.rules.exchange import kind_of_reply
from intent.types import ActionType, Catalogue
from omniforge.llm.types import ChatMessage

DATA = Path(__file__).parent.parent / "data"
_REPLIES_EACH = 4  # of each kind of short reply behind a dialogue's question
_SHORTEST_TURN = 5  # words that a message needs to open a new topic by itself


def written_examples(catalogues: Sequence[Catalogue], *, seed: int) -> list[Example]:
    """All written examples, with names from `catalogues`; the same for the same seed."""
    writer = _Writer(random.Random(seed), catalogues)
    phrases = list(_phrases())
    written = [writer.example(action, [phrase]) for action, phrase in phrases]
    for dialogue in _dialogues():
        written += writer.replies(dialogue)
        written += writer.short_replies(dialogue)
        written += writer.new_topic(dialogue, phrases)
    return written


@dataclass(frozen=True, slots=True)
class _Dialogue:
    action: ActionType
    opening: tuple[str, ...]
    replies: tuple[tuple[ActionType, str], ...]


class _Writer:
    def __init__(self, chance: random.Random, catalogues: Sequence[Catalogue]) -> None:
        self._chance = chance
        self._catalogues = [one for one in catalogues if len(one.agents) > 1 and one.skills]
        self._short = dict(_sections(DATA / "replies.txt"))

    def example(self, action: ActionType, turns: Sequence[str]) -> Example:
        catalogue = self._chance.choice(self._catalogues)
        agent, other = self._chance.sample(catalogue.agents, 2)
        skill = self._chance.choice(catalogue.skills)
        hint = agent.name.replace("-", " ").split()[0]
        names = {"{agent}": agent.name, "{other}": other.name, "{skill}": skill, "{hint}": hint}
        *before, message = [_filled(turn, names) for turn in turns]
        history = tuple(
            ChatMessage("assistant" if place % 2 else "user", text)
            for place, text in enumerate(before, start=len(before) % 2)
        )
        return Example("written", "written", message, history, catalogue, action, frozenset({action}))

    def replies(self, dialogue: _Dialogue) -> Iterator[Example]:
        for action, reply in dialogue.replies:
            yield self.example(action, [*dialogue.opening, reply])

    def short_replies(self, dialogue: _Dialogue) -> Iterator[Example]:
        """Yes to what is offered; no, wait and a question after what is asked; thanks after what is told."""
        said = kind_of_reply(dialogue.opening[-1])
        asked = said in ("offer", "choice", "slot")
        kinds = {"aside": ActionType.QUERY_INFO}
        kinds |= (
            {"decline": ActionType.UNKNOWN, "hold": ActionType.UNKNOWN}
            if asked
            else {"thanks": ActionType.UNKNOWN}
        )
        if said == "offer" and dialogue.action is not ActionType.QUERY_INFO:
            kinds["accept"] = dialogue.action
        for kind, action in kinds.items():
            for reply in self._chance.sample(self._short[kind], _REPLIES_EACH):
                yield self.example(action, [*dialogue.opening, reply])

    def new_topic(self, dialogue: _Dialogue, phrases: Sequence[tuple[ActionType, str]]) -> Iterator[Example]:
        action, phrase = self._chance.choice(phrases)
        if len(phrase.split()) >= _SHORTEST_TURN:
            yield self.example(action, [*dialogue.opening, phrase])


def _filled(text: str, names: dict[str, str]) -> str:
    for sign, name in names.items():
        text = text.replace(sign, name)
    return text


def _phrases() -> Iterator[tuple[ActionType, str]]:
    for path in sorted((DATA / "phrases").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield ActionType(path.stem), line.strip()


def _dialogues() -> Iterator[_Dialogue]:
    for section, lines in _sections(DATA / "dialogues.txt"):
        for line in lines:
            opening, *replies = line.split(" || ")
            action = ActionType(section)
            yield _Dialogue(
                action, tuple(opening.split(" >> ")), tuple(_reply(action, one) for one in replies)
            )


def _reply(action: ActionType, written: str) -> tuple[ActionType, str]:
    """'=query_info why?' is a reply whose action is not the section's."""
    if not written.startswith("="):
        return action, written
    name, _, reply = written[1:].partition(" ")
    return ActionType(name), reply


def _sections(path: Path) -> Iterator[tuple[str, list[str]]]:
    name, lines = "", []
    for line in [*path.read_text(encoding="utf-8").splitlines(), "[]"]:
        if line.startswith("["):
            if lines:
                yield name, lines
            name, lines = line.strip("[]"), []
        elif line and not line.startswith("#"):
            lines.append(line)
