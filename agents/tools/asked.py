"""Whether a person has asked for a write themselves, by the name of what it is about.

Who asks "mark the beta list task done" is not asked again, though the run has read titles that others wrote.
What stands in those never counts: only the person's own words of this very turn do.
"""

from collections.abc import Collection, Sequence

from agents.models import RunTrigger
from agents.tools.call import Call
from agents.workspace.borders import was_made_in_turn
from agents.workspace.naming import is_named_in
from agents.workspace.reading import WishedOperation, read_wish
from agents.workspace.requests import orders_in, requests_in
from agents.workspace.scope import Scope, Target


def targets_of(call: Call) -> Sequence[Target]:
    """Return what in a project a write is about; nothing for one that is not about projects.

    Raises what the call itself would raise where that is not there, or lies beyond the conversation's border:
    what cannot be done need not be asked for either.
    """
    tool = call.tool
    if tool.about is None or tool.arguments is None:
        return ()
    return tuple(tool.about(tool.arguments.model_validate(call.arguments), Scope.of(call.run.pack)))


def is_asked_for(call: Call, targets: Sequence[Target]) -> bool:
    """Return whether the person's own message asks for this write and means each of its targets."""
    pack = call.run.pack
    is_own = pack.trigger == RunTrigger.CHAT and not pack.delegated
    wished = read_wish(pack.message, pack.now.date()).operations or requests_in(pack.message)
    if not (targets and is_own and wished):
        return False
    scope, orders = Scope.of(pack), orders_in(pack.message)
    spoken_of = {one.id for one in pack.dialogue.touched}
    return all(_is_meant(one, orders, wished, scope, spoken_of) for one in targets)


def _is_meant(
    target: Target, orders: str, wished: Sequence[WishedOperation], scope: Scope, spoken_of: Collection[str]
) -> bool:
    """Return whether a thing was made in this turn, or is meant by what is wished for: by its name, or as
    what the talk is about or has changed last; of what is to be made its kind is enough."""
    if target.id and was_made_in_turn(scope, target.id):
        return True
    if not _is_such(target, {one.action for one in wished}):
        return False
    if is_named_in(target.title, orders):
        return True
    if target.action == "create":
        return any(one.action == "create" and one.kind == target.kind for one in wished)
    points = any(not one.name for one in wished)
    return points and (_is_in_focus(target, scope) or str(target.id) in spoken_of)


def _is_such(target: Target, actions: Collection[str]) -> bool:
    """Return whether a write is of the sort that is wished for: to delete takes the word for it."""
    if target.action == "update":
        return bool(set(actions) - {"create", "delete"})
    return target.action in actions


def _is_in_focus(target: Target, scope: Scope) -> bool:
    return target.id == (scope.focus.thing_id or scope.focus.project_id)
