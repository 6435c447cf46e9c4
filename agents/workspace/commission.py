"""A request that is not carried out yet: what 'keep going' goes on with, and 'never mind' lets go of."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from agents.context import ContextPack
from agents.dialogue import Commission, DialogueState
from agents.runs.context import RunContext
from agents.workspace.reading import asks_for_write, read_wish
from omniforge.ids import new_id

_LASTS = timedelta(hours=24)
_LEAD = r"^(?:\W|(?:ok(?:ay)?|yes|yeah|yep|sure|please|great|cool|alright|well|no|then|just)\b)*"
_GO_ON = re.compile(
    rf"{_LEAD}(?:(?:please )?(?:keep going|go on|go ahead|carry on|continue|proceed|do (?:it|that|so)|"
    r"(?:make|create|write|build|finish|draft) (?:it|that|the thing|the rest)|let's do (?:it|that)|"
    r"and|then|now|with (?:it|that))\W*)+$",
    re.I,
)
_LET_GO = re.compile(
    rf"{_LEAD}(?:never ?mind|forget (?:it|that|about it)|drop (?:it|that)|scrap (?:it|that)|don't bother|"
    r"cancel (?:it|that|this|the|my)(?: (?:pending|open|last|whole))*"
    r"(?: (?:update|request|change|thing|one|task|write))?)"
    r"(?:\W+(?:never ?mind|drop it|forget it|please|thanks))*\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Request:
    """What a message asks to be written, in whose words: its own, or those of the open commission."""

    source: Literal["current_message", "pending_continuation", "none"]
    words: str = ""
    lets_go: bool = False


def read_request(message: str, commission: Commission | None, *, now: datetime, project_id: str) -> Request:
    """Return what is asked for now, with what was asked for before and is still open."""
    earlier = commission if commission and _is_open(commission, now, project_id) else None
    if _LET_GO.match(message.strip()):
        return Request("none", lets_go=earlier is not None)
    if earlier and goes_on(message):
        return Request("pending_continuation", earlier.words)
    return Request("current_message", message) if asks_for_write(message) else Request("none")


def goes_on(message: str) -> bool:
    """Return whether a message only says to go on."""
    return bool(_GO_ON.match(message.strip()))


def gone_on_with(pack: ContextPack) -> ContextPack:
    """Return the turn as if the open request had been said again, where its message says to go on with it."""
    request = _requested(pack)
    return replace(pack, message=request.words) if request.source == "pending_continuation" else pack


def lets_go(pack: ContextPack) -> bool:
    """Return whether a message lets go of the open request."""
    return _requested(pack).lets_go


def _requested(pack: ContextPack) -> Request:
    if pack.dialogue.commission is None or pack.dialogue.pending:  # what is asked by us comes first
        return Request("none")
    project = str(pack.focus.project_id or "")
    return read_request(pack.message, pack.dialogue.commission, now=pack.now, project_id=project)


def _is_open(commission: Commission, now: datetime, project_id: str) -> bool:
    """Return whether a request may still be gone on with: for a day, and where it was made."""
    fresh = now - datetime.fromisoformat(commission.at) <= _LASTS
    return fresh and commission.project_id == project_id


def with_commission(run: RunContext, dialogue: DialogueState) -> DialogueState:
    """Return the state in which a change that was asked for or thought of, and not made, can be gone on with.

    What was done settles what was asked before; talk about something else leaves it open.
    """
    pack = run.pack
    if run.done:
        return replace(dialogue, commission=None)
    wish = read_wish(pack.message, pack.now.date())
    words = pack.message if wish.requires_write else wish.thought
    if run.agent or not words:
        return dialogue
    project = str(pack.focus.project_id or "")
    item = "" if wish.requires_write else str(new_id())
    return replace(dialogue, commission=Commission(words, pack.now.isoformat(), project, item))
