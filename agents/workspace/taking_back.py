"""Which turns of a conversation have changed projects, so that 'undo that' takes back the last one."""

from dataclasses import replace

from agents.dialogue import DialogueState
from agents.runs.context import Deed, RunContext

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


def _is_in_project(run: RunContext, deed: Deed) -> bool:
    tool = run.tools.get(deed.tool)
    return tool is not None and tool.about is not None
