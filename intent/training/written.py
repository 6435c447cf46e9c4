"""Composes examples from the written parts: fills in names, adds replies to questions, adds typos."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from intent.local.exchange import kind_of_reply
from intent.training.examples import Example
from intent.training.parts import (
    Dialogue,
    Phrase,
    read_ambiguous,
    read_dialogues,
    read_phrases,
    read_replies,
)
from intent.types import ActionType, Catalogue
from omniforge.llm.types import ChatMessage

WRITTEN = "written"  # the kind of these examples
_REPLIES_EACH = 5  # per kind of short reply to a dialogue's question
_CONTINUED_EACH = 2  # replies of a dialogue that are also learnt deeper in a conversation
_MISSPELT_EVERY = 4  # every nth phrase is also learnt with typos
_LETTERS_PER_TYPO = 12
_SHORTEST_TURN = 5  # fewest words of a message that can open a new topic


def written_examples(catalogues: Sequence[Catalogue], *, seed: int) -> list[Example]:
    """Return all written examples, with names from `catalogues`, deterministic for a seed."""
    writer = _Writer(random.Random(seed), catalogues)
    phrases, dialogues = read_phrases(), read_dialogues()
    written = [writer.example(action, [phrase]) for action, phrase in phrases]
    written += [
        writer.example(action, [writer.misspelt(phrase)]) for action, phrase in phrases[::_MISSPELT_EVERY]
    ]
    written += [writer.ambiguous(*ambiguous) for ambiguous in read_ambiguous()]
    for dialogue in dialogues:
        written += writer.continued(dialogue, dialogues)
        written += writer.replies(dialogue)
        written += writer.short_replies(dialogue)
        written += writer.new_topic(dialogue, phrases)
    return written


class _Writer:
    """Creates examples. All random choices come from `chance`."""

    def __init__(self, chance: random.Random, catalogues: Sequence[Catalogue]) -> None:
        self._chance = chance
        self._catalogues = [one for one in catalogues if len(one.agents) > 1 and one.skills]
        self._short = read_replies()

    def example(self, action: ActionType, turns: Sequence[str]) -> Example:
        """Return an example: the last turn is the message, the one before the assistant's, and so on."""
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
        return Example(WRITTEN, WRITTEN, message, history, catalogue, action, frozenset({action}))

    def ambiguous(self, first: ActionType, second: ActionType, phrase: str) -> Example:
        """Return a message with two readings."""
        return replace(self.example(first, [phrase]), acceptable=frozenset({first, second}))

    def misspelt(self, phrase: str) -> str:
        """Return the phrase with typos: letters swapped, left out or doubled. Names in braces stay."""
        letters = list(phrase.lower())
        for _ in range(max(len(letters) // _LETTERS_PER_TYPO, 1)):
            place = self._chance.randrange(len(letters) - 1) if len(letters) > 1 else 0
            if "{" in phrase and not (letters[place].isalpha() and _outside_braces(letters, place)):
                continue
            pair = letters[place : place + 2]
            letters[place : place + 2] = self._chance.choice([pair[::-1], pair[:1], [pair[0], *pair]])
        return "".join(letters)

    def replies(self, dialogue: Dialogue) -> Iterator[Example]:
        """Yield the dialogue with each of its own replies."""
        for action, reply in dialogue.replies:
            yield self.example(action, [*dialogue.opening, reply])

    def short_replies(self, dialogue: Dialogue) -> Iterator[Example]:
        """Yield a yes to an offer. A no, a wait and a question after a question. Thanks after a statement."""
        for kind, action in _fitting_replies(dialogue).items():
            for reply in self._chance.sample(self._short[kind], _REPLIES_EACH):
                yield self.example(action, [*dialogue.opening, reply])

    def continued(self, dialogue: Dialogue, dialogues: Sequence[Dialogue]) -> Iterator[Example]:
        """Yield the same question deeper in a conversation, after another of the same action was answered."""
        first = self._chance.choice([one for one in dialogues if one.action is dialogue.action])
        answer = self._chance.choice([reply for action, reply in first.replies if action is first.action])
        some = min(_CONTINUED_EACH, len(dialogue.replies))
        for action, reply in self._chance.sample(dialogue.replies, some):
            yield self.example(action, [*first.opening, answer, dialogue.opening[-1], reply])

    def new_topic(self, dialogue: Dialogue, phrases: Sequence[Phrase]) -> Iterator[Example]:
        """Yield phrases that are long enough to open a topic, after the dialogue."""
        action, phrase = self._chance.choice(phrases)
        if len(phrase.split()) >= _SHORTEST_TURN:
            yield self.example(action, [*dialogue.opening, phrase])


def _fitting_replies(dialogue: Dialogue) -> dict[str, ActionType]:
    """Return the kinds of short replies that fit, each with its action there."""
    said = kind_of_reply(dialogue.opening[-1])
    kinds = {"aside": ActionType.QUERY_INFO}
    if said in ("offer", "choice", "slot"):
        kinds |= {"decline": ActionType.UNKNOWN, "hold": ActionType.UNKNOWN}
    else:
        kinds |= {"thanks": ActionType.UNKNOWN}
    if said == "offer" and dialogue.action is not ActionType.QUERY_INFO:
        kinds["accept"] = dialogue.action
    return kinds


def _outside_braces(letters: Sequence[str], place: int) -> bool:
    before, after = letters[: place + 2], letters[place:]
    return before.count("{") == before.count("}") and after.count("{") == after.count("}")


def _filled(text: str, names: dict[str, str]) -> str:
    for sign, name in names.items():
        text = text.replace(sign, name)
    return text
