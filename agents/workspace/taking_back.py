"""Which turns of a conversation have changed projects, so that 'undo that' takes back the last one."""

from collections.abc import Sequence
from dataclasses import replace

from agents.dialogue import DialogueState
from agents.runs.context import Deed, RunContext
from omniforge.projects.models import Version
from omniforge.tenants.access import Access

NOTHING_CHANGED = (
    "Nothing was changed in a project in this conversation that could be taken back. Older changes are in "
    "the history of each thing, on its page; agents go back to an earlier version on theirs."
)
_MOST = 20  # turns that can be taken back one after the other


def with_changed_turns(run: RunContext, dialogue: DialogueState) -> DialogueState:
    """Return the state that knows whether this turn has changed a project, and which turn it took back."""
    undone = {given.get("undone_turn") for given in run.gave}
    turns = [turn for turn in dialogue.changed_turns if turn not in undone]
    turns += [str(run.pack.turn_id)] if any(_is_in_project(run, deed) for deed in run.done) else []
    return replace(dialogue, changed_turns=tuple(dict.fromkeys(turns))[-_MOST:])


def last_turn_of(access: Access, turns: Sequence[str]) -> str | None:
    """Return the newest of these turns, oldest first, of which the history knows what this person did."""
    own = Version.objects.filter(tenant_id=access.tenant_id, changed_by_id=access.user_id)
    known = {str(turn) for turn in own.filter(turn_id__in=turns).values_list("turn_id", flat=True)}
    return next((turn for turn in reversed(turns) if turn in known), None)


def _is_in_project(run: RunContext, deed: Deed) -> bool:
    tool = run.tools.get(deed.tool)
    return tool is not None and tool.about is not None
