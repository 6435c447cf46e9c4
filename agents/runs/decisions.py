"""Which waiting question a yes or no answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from agents.context.open import Open, OpenChoice, OpenRun
from agents.context.pack import ContextPack
from agents.events import Outputs, give, offer_choices
from agents.models import AgentRun
from agents.records.runs import find_waiting_run, undecided_among
from agents.records.states import approvals_of, read_state
from intent.dialogue import (
    Reply,
    names,
    names_all,
    read_answer,
    read_choice,
    read_decision,
    read_yes_behind,
    says_deed,
    says_yes_and_more,
)
from intent.types import ActionType, Choice
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_WHICH = "Several things wait for your yes. Which one do you mean?"


@dataclass(frozen=True, slots=True)
class Decision:
    """A yes or no to one question. It `goes_on` if words follow a no, or a further question a yes."""

    asked: OpenRun
    approves: bool
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class _Fit:
    """A question that a message answers, and in words its part that is still undecided."""

    asked: OpenRun
    said: Reply
    title: str


async def decision_in(pack: ContextPack) -> Decision | None:
    """Return what a message decides, or None if it decides nothing, or the question meant isn't clear."""
    pack = _beneath_which(pack)
    fits = await _fitting(pack)
    if not fits or (len(fits) > 1 and fits[0].said is Reply.YES):
        return None
    said = fits[0].said
    asks = said is Reply.YES and says_yes_and_more(pack.message, fits[0].title)
    goes_on = asks or (said is Reply.NO and not read_answer(pack.message).is_whole)
    return Decision(fits[0].asked, said is Reply.YES, goes_on)


async def ask_which_call(pack: ContextPack) -> Outputs | None:
    """Return a question asking which one is meant, if a yes fits several that wait."""
    fits = await _fits_of_yes(pack)
    return _ask(pack, fits) if len(fits) > 1 else None


async def fits_several(pack: ContextPack) -> bool:
    """Return whether a message is a yes that fits several waiting questions."""
    return len(await _fits_of_yes(pack)) > 1


async def _fits_of_yes(pack: ContextPack) -> list[_Fit]:
    return [one for one in await _fitting(_beneath_which(pack)) if one.said is Reply.YES]


def _beneath_which(pack: ContextPack) -> ContextPack:
    """Return a turn that answers which question is meant as a yes to it, any other turn unchanged."""
    top = pack.dialogue.top
    if not isinstance(top, OpenChoice) or top.pending.question != _WHICH:
        return pack
    choices = top.pending.choices
    place = read_choice(pack.message, [one.title for one in choices])
    message = pack.message if place is None else choices[place].message
    return replace(pack, message=message, dialogue=pack.dialogue.closed(top))


async def _fitting(pack: ContextPack) -> list[_Fit]:
    """Return the questions that a message may answer, newest first.

    Leaves out those that were decided elsewhere meanwhile, or whose run has ended.
    """
    asked = [one for one in reversed(pack.dialogue.open) if _asks(one)]
    if not asked:
        return []
    titles = await in_database(_still_waiting, pack.access, asked)
    over = {one.run_id for one in asked} - set(titles)
    dialogue = pack.dialogue
    for run_id in over:
        dialogue = dialogue.without_run(run_id)
    waits = [one for one in asked if one.run_id in titles]
    return _read(pack, waits, titles) if waits and dialogue.top == waits[0] else []


def _read(pack: ContextPack, waits: Sequence[OpenRun], titles: Mapping[str, str]) -> list[_Fit]:
    said = {one.run_id: _said(pack, titles[one.run_id], late=_is_left(pack, one)) for one in waits}
    fits = [_Fit(one, what, titles[one.run_id]) for one in waits if (what := said[one.run_id])]
    newest_left = waits[0].left and pack.models.plays("reply")
    return [one for one in fits if not newest_left or one.said is not Reply.YES or _named(pack, one.asked)]


def _said(pack: ContextPack, title: str, *, late: bool) -> Reply | None:
    message = pack.message
    if said := read_decision(message, title, late=late) or read_yes_behind(message, title, late=late):
        return said
    asks = not late and pack.models.plays("reply") and says_yes_and_more(message, title)
    return Reply.YES if asks else None


def _asks(one: Open) -> TypeGuard[OpenRun]:
    return isinstance(one, OpenRun) and one.expects in ("yes", "approval")


def _still_waiting(access: Access, asked: Sequence[OpenRun]) -> dict[str, str]:
    """Return, by run id, the undecided part of each question. Runs that no longer wait are left out."""
    runs = [(one, find_waiting_run(access, one.run_id)) for one in asked]
    return {one.run_id: title for one, run in runs if run and (title := _undecided_title(one, run))}


def _undecided_title(asked: OpenRun, run: AgentRun) -> str:
    """Return the undecided part of a question in words, empty if all of its calls are decided."""
    approvals = approvals_of(read_state(run.state))
    if not approvals:
        return asked.pending.question.strip(" .")
    return "; ".join(one.what.strip(" .") for one in undecided_among(approvals))


def _named(pack: ContextPack, asked: OpenRun) -> bool:
    """Return whether a yes surely means this question: it names it, or its action if no other is open.

    A bare yes may answer a model's own question.
    """
    if any(names(pack.message, one) for one in _subjects(asked)):
        return True
    return says_deed(pack.message) and "?" not in _last_answer(pack)


def _is_left(pack: ContextPack, asked: OpenRun) -> bool:
    """Return whether the talk has moved on. An answer that ends with the waiting call came back to it."""
    end = _last_answer(pack).rstrip().rpartition("\n")[2]
    return asked.left and not any(names_all(end, one) for one in _subjects(asked))


def _subjects(asked: OpenRun) -> list[str]:
    return [call.partition(" ")[2] for call in asked.calls]


def _last_answer(pack: ContextPack) -> str:
    return next((one.content for one in reversed(pack.window) if one.role == "assistant"), "?")


def _ask(pack: ContextPack, fits: Sequence[_Fit]) -> Outputs:
    titles = [one.title for one in fits]
    choices = tuple(Choice(one, "Do this one", ActionType.EXECUTE_TASK, f"yes, {one}") for one in titles)
    lines = "\n".join(f"{number}. {one}" for number, one in enumerate(titles, 1))
    listed = f"{_WHICH}\n\n{lines}"
    return give(*offer_choices(pack.dialogue, ActionType.EXECUTE_TASK, _WHICH, choices, listed=listed))
