"""Examples made from written parts: phrases by action, and dialogues with their replies, names filled in.

`data/phrases/<action>.txt` holds a message a line, `data/ambiguous.txt` those with two readings. `data/dialogues.txt` holds what the user and the assistant said and
replies to it; `data/replies.txt` the short ones that fit everywhere. Names in braces stand for those of a real catalogue.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from intent.examples import Example
from intent.rules.exchange import kind_of_reply
from intent.types import ActionType, Catalogue
from omniforge.llm.types import ChatMessage

DATA = Path(__file__).parent.parent / "data"
_REPLIES_EACH = 5  # of each kind of short reply behind a dialogue's question
_CONTINUED_EACH = 2  # replies of a dialogue that are learnt deeper in a conversation as well
_MISSPELT_EVERY = 4  # one phrase in so many is learnt with typing mistakes as well
_LETTERS_PER_TYPO = 12
_SHORTEST_TURN = 5  # words that a message needs to open a new topic by itself


def written_examples(catalogues: Sequence[Catalogue], *, seed: int) -> list[Example]:
    """All written examples, with names from `catalogues`; the same for the same seed."""
    writer = _Writer(random.Random(seed), catalogues)
    phrases, dialogues = list(_phrases()), list(_dialogues())
    written = [writer.example(action, [phrase]) for action, phrase in phrases]
    written += [
        writer.example(action, [writer.misspelt(phrase)]) for action, phrase in phrases[::_MISSPELT_EVERY]
    ]
    written += [writer.ambiguous(*pair, phrase) for pair, phrase in _ambiguous_phrases()]
    for dialogue in dialogues:
        written += writer.continued(dialogue, dialogues)
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

    def ambiguous(self, first: ActionType, second: ActionType, phrase: str) -> Example:
        return replace(self.example(first, [phrase]), acceptable=frozenset({first, second}))

    def misspelt(self, phrase: str) -> str:
        """The phrase typed in a hurry: letters swapped, left out or doubled; names in braces stay."""
        letters = list(phrase.lower())
        for _ in range(max(len(letters) // _LETTERS_PER_TYPO, 1)):
            place = self._chance.randrange(len(letters) - 1) if len(letters) > 1 else 0
            if "{" in phrase and not (letters[place].isalpha() and _outside_braces(letters, place)):
                continue
            letters[place : place + 2] = self._chance.choice(
                [
                    letters[place : place + 2][::-1],
                    letters[place : place + 1],
                    [letters[place], *letters[place : place + 2]],
                ]
            )
        return "".join(letters)

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

    def continued(self, dialogue: _Dialogue, dialogues: Sequence[_Dialogue]) -> Iterator[Example]:
        """The same question deeper in a conversation: another one of the same action, and its answer, came first."""
        first = self._chance.choice([one for one in dialogues if one.action is dialogue.action])
        answer = self._chance.choice([reply for action, reply in first.replies if action is first.action])
        for action, reply in self._chance.sample(
            dialogue.replies, min(_CONTINUED_EACH, len(dialogue.replies))
        ):
            yield self.example(action, [*first.opening, answer, dialogue.opening[-1], reply])

    def new_topic(self, dialogue: _Dialogue, phrases: Sequence[tuple[ActionType, str]]) -> Iterator[Example]:
        action, phrase = self._chance.choice(phrases)
        if len(phrase.split()) >= _SHORTEST_TURN:
            yield self.example(action, [*dialogue.opening, phrase])


def _outside_braces(letters: Sequence[str], place: int) -> bool:
    before, after = letters[: place + 2], letters[place:]
    return before.count("{") == before.count("}") and after.count("{") == after.count("}")


def _filled(text: str, names: dict[str, str]) -> str:
    for sign, name in names.items():
        text = text.replace(sign, name)
    return text


def _phrases() -> Iterator[tuple[ActionType, str]]:
    for path in sorted((DATA / "phrases").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield ActionType(path.stem), line.strip()


def _ambiguous_phrases() -> Iterator[tuple[tuple[ActionType, ActionType], str]]:
    for section, lines in _sections(DATA / "ambiguous.txt"):
        first, second = (ActionType(name) for name in section.split(" or "))
        yield from (((first, second), line) for line in lines)


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
