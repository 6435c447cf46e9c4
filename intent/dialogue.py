"""How a message relates to the question that is open: answers it, changes the draft, lets go, or turns to something else."""

import re
from dataclasses import dataclass

from intent.rules import chances
from intent.rules.reading import Reading, read
from intent.rules.targets import place_in_list
from intent.rules.text import fold, words
from intent.types import ActionType, Catalogue, Choice, DialogueMove, Move, Pending

_FILLERS = frozenset(
    "yes yep yeah yup sure ok okay fine great perfect please go ahead do it that this so good sounds right correct "
    "exactly then now let's lets us me i'd i like to the a an create build set up make run send start add attach "
    "thanks thank you confirmed confirm all alright well and just of course by means work works for ja klar gerne oui "
    "si sim claro haan ji kar build it's is looks approved deal agreed absolutely definitely ! ? : no nope nah never "
    "mind forget about cancel stop drop leave skip don't not".split()
)
_BUT = re.compile(r"\b(but|only|except|instead|rather|actually|make it|change|call it|without|also)\b")
_RHYTHM = re.compile(
    r"\b(make (it|that)|change (it|that)|set (it|that)|call it|name it|rename|actually|instead)\b"
)
_WRONG = re.compile(r"\b(wrong|not right|isn't right|incorrect|not what i)\b")
_STANDS_ALONE = 0.8
_SHORT = 4
_TIME_SLOTS = {"when", "frequency", "time", "schedule"}
_ASKS = {ActionType.QUERY_INFO, ActionType.UNKNOWN}


def dialogue_move(message: str, pending: Pending, catalogue: Catalogue) -> DialogueMove | None:
    """What `message` does to `pending`; None where its words alone do not tell."""
    said = _Said(message.strip(), read(message, catalogue), pending, catalogue)
    for rule in (_resume, _choose, _let_go, _change_of_draft, _confirm, _wait, _aside, _leave, _answer):
        if move := rule(said):
            return move
    return None


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    reading: Reading
    pending: Pending
    catalogue: Catalogue

    @property
    def content(self) -> list[str]:
        """The words beyond yes, no and the like."""
        return [word for word in self.reading.words if word not in _FILLERS]

    @property
    def folded(self) -> str:
        return fold(self.text)


def _resume(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.RESUME) if said.reading.has("resume") else None


def _choose(said: _Said) -> DialogueMove | None:
    choices = said.pending.choices
    if not choices:
        return None
    place = _typed(said.text, choices)
    if place is None and len(said.reading.words) <= 12 and "?" not in said.text:
        place = _pointed(said, choices)
    return None if place is None else DialogueMove(Move.CHOOSE, said.text, place)


def _typed(text: str, choices: tuple[Choice, ...]) -> int | None:
    wanted = fold(text.strip(" .!"))
    for place, choice in enumerate(choices):
        if wanted in (fold(choice.title), fold(choice.message)):
            return place
    return None


def _pointed(said: _Said, choices: tuple[Choice, ...]) -> int | None:
    place = place_in_list(said.text)
    if place is not None and -len(choices) <= place < len(choices):
        return place % len(choices)
    named = [spot for spot, choice in enumerate(choices) if choice.target_agent in said.reading.agents]
    if len(named) == 1:
        return named[0]
    return _by_words(said.content, choices)


def _by_words(content: list[str], choices: tuple[Choice, ...]) -> int | None:
    """The one choice whose title shares most words with the message."""
    shared = [len(set(content) & set(words(choice.title))) for choice in choices]
    best = max(shared)
    return shared.index(best) if best and shared.count(best) == 1 and best * 2 >= len(content) else None


def _let_go(said: _Said) -> DialogueMove | None:
    reading = said.reading
    if not reading.opens_with("decline") or _WRONG.search(said.folded):
        return None
    return DialogueMove(Move.DECLINE) if len(said.content) <= 1 and not _BUT.search(said.folded) else None


def _change_of_draft(said: _Said) -> DialogueMove | None:
    """'yes but weekly', 'no, make it daily', 'call it Ada instead': beside yes and no there is something to change."""
    if said.pending.expects == "choice" or "?" in said.text:
        return None
    opens = said.reading.opens_with("accept", "decline")
    if (
        opens
        and said.pending.expects == "confirm"
        and (said.content or _WRONG.search(said.folded))
        and not _leaves(said)
    ):
        return DialogueMove(Move.CHANGE, said.text)
    if _RHYTHM.search(said.folded) and not said.reading.agents and not _is_answer_to_slot(said):
        return DialogueMove(Move.CHANGE, said.text)
    return None


def _is_answer_to_slot(said: _Said) -> bool:
    slot = said.pending.slot
    return (slot == "name" and bool(re.search(r"\b(call|name)", said.folded))) or slot in _TIME_SLOTS


def _confirm(said: _Said) -> DialogueMove | None:
    agrees = said.pending.expects == "confirm" and said.reading.opens_with("accept") and not said.content
    return DialogueMove(Move.CONFIRM) if agrees else None


def _wait(said: _Said) -> DialogueMove | None:
    short = len(said.reading.words) <= 8
    return DialogueMove(Move.ASIDE) if short and said.reading.opens_with("hold") else None


def _aside(said: _Said) -> DialogueMove | None:
    asks = said.text.endswith("?") or said.reading.opens_with("question")
    if not asks or (len(said.content) < 2 and not said.reading.opens_with("question")):
        return None
    likeliest = next(iter(chances(said.text, (), said.catalogue)))
    return DialogueMove(Move.ASIDE) if likeliest in _ASKS else None


def _leave(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.LEAVE) if _leaves(said) else None


def _leaves(said: _Said) -> bool:
    """True when the message stands by itself as another request."""
    if len(said.reading.words) < _SHORT or _fits_time_slot(said):
        return False
    likeliest, chance = next(iter(chances(said.text, (), said.catalogue).items()))
    if likeliest in _ASKS or chance < _STANDS_ALONE:
        return False
    named = set(said.reading.agents) - {said.pending.target_agent}
    commands = said.reading.opens_with(
        "create", "run", "change", "pause", "delete", "invite", "connect", "work"
    )
    return bool(named) or said.reading.has("topic_change") or (commands and not said.reading.has("pronoun"))


def _fits_time_slot(said: _Said) -> bool:
    return said.pending.slot in _TIME_SLOTS and said.reading.has("recurring")


def _answer(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.ANSWER, said.text) if said.pending.expects == "slot" and said.text else None
