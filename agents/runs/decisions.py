"""Which waiting question a yes or no answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard
from uuid import UUID

import orjson

from agents.context.open import Open, OpenChoice, OpenRun
from agents.context.pack import ContextPack
from agents.events import Outputs, give, offer_choices
from agents.models import AgentRun, Approval
from agents.records.runs import find_waiting_run, undecided_among
from agents.records.states import approvals_of, read_state
from agents.runs.yes_check import judge_yes
from intent.dialogue import (
    Reply,
    names,
    names_all,
    read_answer,
    read_choice,
    read_decision,
    read_yes_behind,
    says_deed,
)
from intent.types import ActionType, Choice
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_WHICH = "Several things wait for your yes. Which one do you mean?"
_DETAILS = 500  # characters of a call's arguments for the small model


@dataclass(frozen=True, slots=True)
class Decision:
    """A yes or no to one question. It `goes_on` if words follow a no, or a further question a yes.

    `calls` are the verdicts on single calls, by approval, if the message doesn't decide all alike, or
    refuses calls of other questions, too.
    """

    asked: OpenRun
    approves: bool
    goes_on: bool = False
    calls: Mapping[UUID, bool] = field(default_factory=dict)

    def on(self, approval_id: UUID) -> bool | None:
        """Return the verdict on a call, None if it is left undecided."""
        return self.calls.get(approval_id) if self.calls else self.approves


@dataclass(frozen=True, slots=True)
class _Call:
    """An undecided call in words. A question of the rules has no approval."""

    what: str
    details: str = ""
    approval_id: UUID | None = None

    @property
    def object(self) -> str:
        """Return the words behind the verb: 'the price list' of 'Deleting the price list'."""
        return self.what.partition(" ")[2]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question, and its undecided calls."""

    asked: OpenRun
    calls: Sequence[_Call]

    @property
    def title(self) -> str:
        return "; ".join(one.what for one in self.calls)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A question that a message answers."""

    waits: _Waiting
    said: Reply


async def decision_in(pack: ContextPack) -> Decision | None:
    """Return what a message decides, or None if it decides nothing, or the question meant isn't clear."""
    pack = _beneath_which(pack)
    waits = await _waiting(pack)
    fits = _read(pack, waits)
    if not fits:
        return await _judged(pack, waits)
    said = fits[0].said
    if len(fits) > 1 and said is Reply.YES:
        return None
    if len(fits) > 1 and (of_several := await _judged(pack, waits)):
        return of_several
    goes_on = said is Reply.NO and not read_answer(pack.message).is_whole
    return Decision(fits[0].waits.asked, said is Reply.YES, goes_on)


async def _judged(pack: ContextPack, waits: Sequence[_Waiting]) -> Decision | None:
    """Return what a small model reads in words that the rules can't be sure of: it may refuse the calls of
    several questions, and approve those of one.
    """
    calls = [(one.asked, call) for one in waits for call in one.calls]
    actions, named = [f"{one.what}{one.details}" for _, one in calls], [one.object for _, one in calls]
    found = await judge_yes(pack, actions, named) if calls else None
    if found is None or len({calls[place][0].run_id for place in found.approved}) > 1:
        return None
    asked = calls[(found.approved or found.refused)[0]][0]
    verdicts = dict.fromkeys(found.approved, True) | dict.fromkeys(found.refused, False)
    of_calls = ((calls[place][1].approval_id, verdict) for place, verdict in verdicts.items())
    by_approval = {approval_id: verdict for approval_id, verdict in of_calls if approval_id}
    of_others = any(calls[place][0] != asked for place in verdicts)  # only the words tell that run of them
    return Decision(asked, bool(found.approved), goes_on=found.asks_more or of_others, calls=by_approval)


async def ask_which_call(pack: ContextPack) -> Outputs | None:
    """Return a question asking which one is meant, if a yes fits several that wait."""
    fits = await _fits_of_yes(pack)
    return _ask(pack, fits) if len(fits) > 1 else None


async def waits_for_yes(pack: ContextPack) -> bool:
    """Return whether the newest open question still waits for a yes or no."""
    return bool(await _waiting(pack))


async def fits_several(pack: ContextPack) -> bool:
    """Return whether a message is a yes that fits several waiting questions."""
    return len(await _fits_of_yes(pack)) > 1


async def _fits_of_yes(pack: ContextPack) -> list[_Fit]:
    pack = _beneath_which(pack)
    return [one for one in _read(pack, await _waiting(pack)) if one.said is Reply.YES]


def _beneath_which(pack: ContextPack) -> ContextPack:
    """Return a turn that answers which question is meant as a yes to it, any other turn unchanged."""
    top = pack.dialogue.top
    if not isinstance(top, OpenChoice) or top.pending.question != _WHICH:
        return pack
    choices = top.pending.choices
    place = read_choice(pack.message, [one.title for one in choices])
    message = pack.message if place is None else choices[place].message
    return replace(pack, message=message, dialogue=pack.dialogue.closed(top))


async def _waiting(pack: ContextPack) -> list[_Waiting]:
    """Return the questions that a message may answer, newest first, none if something else is asked since.

    Leaves out those that were decided elsewhere meanwhile, or whose run has ended.
    """
    asked = [one for one in reversed(pack.dialogue.open) if _asks(one)]
    if not asked:
        return []
    calls = await in_database(_still_waiting, pack.access, asked)
    over = {one.run_id for one in asked} - set(calls)
    dialogue = pack.dialogue
    for run_id in over:
        dialogue = dialogue.without_run(run_id)
    waits = [_Waiting(one, calls[one.run_id]) for one in asked if one.run_id in calls]
    return waits if waits and dialogue.top == waits[0].asked else []


def _read(pack: ContextPack, waits: Sequence[_Waiting]) -> list[_Fit]:
    """Return the questions that a message answers by rules, newest first."""
    fits = [_Fit(one, said) for one in waits if (said := _said(pack, one))]
    if not waits or not waits[0].asked.left or not pack.models.plays("reply"):
        return fits
    return [one for one in fits if one.said is not Reply.YES or _named(pack, one.waits.asked)]


def _said(pack: ContextPack, waits: _Waiting) -> Reply | None:
    message, title, late = pack.message, waits.title, _is_left(pack, waits.asked)
    return read_decision(message, title, late=late) or read_yes_behind(message, title, late=late)


def _asks(one: Open) -> TypeGuard[OpenRun]:
    return isinstance(one, OpenRun) and one.expects in ("yes", "approval")


def _still_waiting(access: Access, asked: Sequence[OpenRun]) -> dict[str, list[_Call]]:
    """Return, by run id, the undecided calls of each question. Runs that no longer wait are left out."""
    runs = [(one, find_waiting_run(access, one.run_id)) for one in asked]
    return {one.run_id: calls for one, run in runs if run and (calls := _undecided_calls(one, run))}


def _undecided_calls(asked: OpenRun, run: AgentRun) -> list[_Call]:
    """Return the undecided calls of a question, empty if all are decided."""
    approvals = approvals_of(read_state(run.state))
    if not approvals:
        return [_Call(asked.pending.question.strip(" ."))]
    return [_Call(one.what.strip(" ."), _details(one), one.pk) for one in undecided_among(approvals)]


def _details(approval: Approval) -> str:
    """Return a call's arguments, by which a small model sees whether a message wants anything different."""
    return f" {orjson.dumps(approval.arguments).decode()[:_DETAILS]}"


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
    titles = [one.waits.title for one in fits]
    choices = tuple(Choice(one, "Do this one", ActionType.EXECUTE_TASK, f"yes, {one}") for one in titles)
    lines = "\n".join(f"{number}. {one}" for number, one in enumerate(titles, 1))
    listed = f"{_WHICH}\n\n{lines}"
    return give(*offer_choices(pack.dialogue, ActionType.EXECUTE_TASK, _WHICH, choices, listed=listed))
