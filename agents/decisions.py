"""Which of the questions that wait for a yes or no a message decides, and how."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.context import ContextPack
from agents.dialogue import OpenChoice, OpenRun
from agents.events import DialogueChanged, OptionsOffered, Outputs, TextDelta
from intent.dialogue import Said, names, read_answer, read_choice, read_decision
from intent.types import ActionType, Choice, Pending

_WHICH = "Several things wait for your yes. Which one do you mean?"
_LEAD = "This waits for your yes: "


@dataclass(frozen=True, slots=True)
class Decision:
    """A yes or no to one question. It `goes_on` where a no has words after it."""

    asked: OpenRun
    approves: bool
    goes_on: bool = False


def decision_in(pack: ContextPack) -> Decision | None:
    """Return what a message decides; None where it decides nothing, or it isn't clear which is meant."""
    pack = _beneath_which(pack)
    fits = _fitting(pack)
    if not fits or (len(fits) > 1 and fits[0][1] is Said.YES):
        return None
    asked, said = fits[0]
    goes_on = said is Said.NO and not read_answer(pack.message).is_whole
    return Decision(asked, said is Said.YES, goes_on)


def asks_which(pack: ContextPack) -> Outputs | None:
    """Return the question which is meant, where a yes fits several that wait."""
    fits = _fits_of_yes(pack)
    return _ask(pack, fits) if len(fits) > 1 else None


def fits_several(pack: ContextPack) -> bool:
    """Return whether a message is a yes that fits several of those that wait."""
    return len(_fits_of_yes(pack)) > 1


def _fits_of_yes(pack: ContextPack) -> list[OpenRun]:
    return [asked for asked, said in _fitting(_beneath_which(pack)) if said is Said.YES]


def _beneath_which(pack: ContextPack) -> ContextPack:
    """Return a turn that answers which one is meant as one that says yes to it; any other as it is."""
    top = pack.dialogue.top
    if not isinstance(top, OpenChoice) or top.pending.question != _WHICH:
        return pack
    choices = top.pending.choices
    place = read_choice(pack.message, [one.title for one in choices])
    message = pack.message if place is None else choices[place].message
    return replace(pack, message=message, dialogue=pack.dialogue.closed(top))


def _fitting(pack: ContextPack) -> list[tuple[OpenRun, Said]]:
    """Return the questions that a message is an answer to, the newest first."""
    runs = (one for one in reversed(pack.dialogue.open) if isinstance(one, OpenRun))
    waits = [one for one in runs if one.expects in ("yes", "approval")]
    if not waits or pack.dialogue.top != waits[0]:
        return []
    read = [(one, read_decision(pack.message, one.pending.question, late=one.left)) for one in waits]
    fits = [(one, said) for one, said in read if said]
    newest_left = waits[0].left and pack.models.plays("reply")
    return [(one, said) for one, said in fits if not newest_left or said is not Said.YES or _named(pack, one)]


def _named(pack: ContextPack, asked: OpenRun) -> bool:
    """Return whether a message names what waits: a bare yes may be one to a model's own question."""
    subjects = [call.partition(" ")[2] for call in asked.calls]
    return any(names(pack.message, one) for one in subjects)


async def _ask(pack: ContextPack, fits: Sequence[OpenRun]) -> Outputs:
    titles = [one.pending.question.removeprefix(_LEAD).strip(" .") for one in fits]
    choices = tuple(Choice(one, "Do this one", ActionType.EXECUTE_TASK, f"yes, {one}") for one in titles)
    lines = "\n".join(f"{number}. {one}" for number, one in enumerate(titles, 1))
    yield TextDelta(f"{_WHICH}\n\n{lines}")
    yield OptionsOffered(_WHICH, "", choices)
    pending = Pending(ActionType.EXECUTE_TASK, "choice", _WHICH, choices=choices)
    yield DialogueChanged(pack.dialogue.waiting(pending))
