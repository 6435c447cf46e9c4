"""How a message relates to the open question: answers it, changes the draft, lets go, turns elsewhere."""

import re
from dataclasses import dataclass

from intent.choosing import chosen_place
from intent.rules import chances
from intent.rules.reading import Reading, read
from intent.rules.text import fold, words
from intent.types import SURE, ActionType, Catalogue, DialogueMove, Move, Pending

_FILLERS = frozenset(
    words(
        "yes yep yeah yup sure ok okay fine great perfect please go ahead do it that this so good "
        "sounds right correct exactly then now let's lets us me i'd i like to the a an create build "
        "set up make run send start add attach thanks thank you confirmed confirm all alright well "
        "and just of course by means work works for ja klar gerne oui si sim claro haan ji kar it's "
        "is looks approved deal agreed absolutely definitely ! ? : no nope nah never mind forget "
        "about cancel stop drop leave skip don't not"
    )
)
_BUT = re.compile(r"\b(but|only|except|instead|rather|actually|make it|change|call it|without|also)\b")
_AMENDMENT = re.compile(
    r"\b(make (it|that)|change (it|that)|set (it|that)|call it|name it|rename|actually|instead)\b"
)
_NAMING = re.compile(r"\b(call|name) (it|this|that|him|her)\b")  # an agent's name in it may be taken, no more
_SHOWS = re.compile(r"(?:please )?(?:show|list|tell)(?: me| us)? (?:all )?(?:of )?(?:my|our|the)\b")
_WRONG = re.compile(r"\b(wrong|not right|isn't right|incorrect|not what i)\b")
_REFERENCES = frozenset(words("it them this these those"))  # to what is open
_SHORTEST_REQUEST, _LONGEST_WAIT, _NEAR = 3, 8, 3  # words
_COMMANDS = ("create", "run", "change", "pause", "delete", "invite", "connect", "work")
_OPEN_SLOTS = {"change"}  # whatever is said is the answer
_TIME_SLOTS = {"when", "frequency", "time", "schedule"}
_TASK_SLOTS = {"purpose", "description", "instructions"}  # an order there is what it is to do
_AUXILIARIES = frozenset(
    words("is are am do does did can could will would should has have may must was were")
)
_ASKS = {ActionType.QUERY_INFO, ActionType.UNKNOWN}


def dialogue_move(message: str, pending: Pending, catalogue: Catalogue) -> DialogueMove | None:
    """What `message` does to `pending`; None where its words alone do not tell."""
    said = _Said(message.strip(), read(message, catalogue), pending, catalogue)
    for rule in (_resume, _choose, _let_go, _leave, _aside_question, _change, _confirm, _wait, _answer):
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
        """The words beyond yes, no and the like, and beyond those of the question itself."""
        answers = {
            concept.start for concept in self.reading.concepts if concept.name in ("accept", "decline")
        }
        known = _FILLERS.union(words(self.pending.question))
        return [
            word
            for place, word in enumerate(self.reading.words)
            if place not in answers and word not in known
        ]

    @property
    def folded(self) -> str:
        return fold(self.text)


def _resume(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.RESUME) if said.reading.has("resume") else None


def _choose(said: _Said) -> DialogueMove | None:
    place = chosen_place(said.reading, said.content, said.pending.choices)
    return None if place is None else DialogueMove(Move.CHOOSE, said.text, place)


def _let_go(said: _Said) -> DialogueMove | None:
    reading = said.reading
    if not reading.opens_with("decline") or _WRONG.search(said.folded):
        return None
    if reading.has("recurring"):  # 'no, daily' says how it shall be
        return None
    return DialogueMove(Move.DECLINE) if len(said.content) <= 1 and not _BUT.search(said.folded) else None


def _leave(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.LEAVE) if _stands_alone(said) else None


def _stands_alone(said: _Said) -> bool:
    """True when the message is another request by itself."""
    named = set(said.reading.agents) - {said.pending.target_agent}
    if (len(said.reading.words) < _SHORTEST_REQUEST and not named) or _speaks_of_draft(said):
        return False
    if _orders_a_thing(said):
        return True
    likeliest, chance = next(iter(chances(said.text, (), said.catalogue).items()))
    if likeliest in _ASKS or chance < SURE:
        return False
    return bool(named) or _commands(said) or said.reading.has("topic_change")


def _commands(said: _Said) -> bool:
    """True where it opens as an order that refers to nothing open, and is not what an agent is to do."""
    refers = _REFERENCES.intersection(said.reading.words)
    tells_work = said.pending.slot in _TASK_SLOTS and not said.reading.has("agent", "skill")
    return said.reading.opens_with(*_COMMANDS) and not refers and not tells_work


def _orders_a_thing(said: _Said) -> bool:
    """'Create a project called …' asks for one, unless it says what an agent is to do."""
    near = any(concept.name == "project" and concept.start <= _NEAR for concept in said.reading.concepts)
    return near and said.reading.opens_with("create") and said.pending.slot not in _TASK_SLOTS


def _speaks_of_draft(said: _Said) -> bool:
    fits_time = said.pending.slot in _TIME_SLOTS and said.reading.has("recurring")
    return fits_time or bool(_NAMING.search(said.folded))


def _aside_question(said: _Said) -> DialogueMove | None:
    asks = said.reading.opens_with("question") or _AUXILIARIES.intersection(said.reading.words[:1])
    opens = asks or _SHOWS.match(said.folded)
    if not opens and not (said.text.endswith("?") and len(said.content) > 2):
        return None
    likeliest = next(iter(chances(said.text, (), said.catalogue)))
    return DialogueMove(Move.ASIDE) if likeliest in _ASKS else None


def _change(said: _Said) -> DialogueMove | None:
    """'yes but weekly', 'no, make it daily', 'call it Ada instead': there is more in it than yes or no."""
    if said.pending.expects == "choice" or said.pending.slot in _OPEN_SLOTS:
        return None
    amends = said.pending.expects == "confirm" and _amends(said)
    of_draft = not said.reading.agents or _speaks_of_draft(said)
    alters = bool(_AMENDMENT.search(said.folded)) and of_draft and not _answers_slot(said)
    return DialogueMove(Move.CHANGE, said.text) if amends or alters else None


def _amends(said: _Said) -> bool:
    if said.reading.opens_with("accept", "decline"):
        return bool(said.content or _WRONG.search(said.folded))
    wants = said.reading.has("recurring", "from_now", "change", "service") or "should" in said.reading.words
    return wants and not said.reading.has("thanks")


def _answers_slot(said: _Said) -> bool:
    names = said.pending.slot == "name" and bool(re.search(r"\b(call|name)", said.folded))
    return names or said.pending.slot in _TIME_SLOTS


def _confirm(said: _Said) -> DialogueMove | None:
    agrees = said.pending.expects == "confirm" and said.reading.opens_with("accept") and not said.content
    return DialogueMove(Move.CONFIRM) if agrees else None


def _wait(said: _Said) -> DialogueMove | None:
    short = len(said.reading.words) <= _LONGEST_WAIT
    return DialogueMove(Move.ASIDE) if short and said.reading.opens_with("hold") else None


def _answer(said: _Said) -> DialogueMove | None:
    return DialogueMove(Move.ANSWER, said.text) if said.pending.expects == "slot" and said.text else None
