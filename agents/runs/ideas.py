"""An idea the person thinks aloud: kept until they say "go ahead" or drop it (seed 003, 4.4)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.stored import Idea
from agents.memory.state.updates import AddItem, ItemPatch, ItemUpdate, UpdateItem
from agents.memory.state.values import ItemKind, StateItem
from agents.tools.run_context import RunContext
from intent.commands import Situation, read_commands
from intent.dialogue import Reply, read_answer, read_decision
from omniforge.storage.ids import new_id

_LASTS = timedelta(hours=24)
_KINDS: dict[str, ItemKind] = {"task": "task", "document": "doc"}


def remember_idea(run: RunContext, dialogue: DialogueState) -> DialogueState:
    """Return the state with the run's idea open for a later "go ahead". Carrying it out closes it."""
    if run.done:
        return replace(dialogue, idea=None)
    if not run.spoken.idea:
        return dialogue  # talk about other things leaves it open
    return remember_thought(run.pack, dialogue, run.spoken.idea)


def remember_thought(pack: ContextPack, dialogue: DialogueState, order: str) -> DialogueState:
    """Return the state with an order that was only thought aloud."""
    project = str(pack.focus.project_id or "")
    return replace(dialogue, idea=Idea(order, pack.now.isoformat(), project, str(new_id())))


def order_open_idea(pack: ContextPack) -> ContextPack | None:
    """Return the turn as if the open idea had been ordered, or None if the message doesn't ask for it."""
    idea = _answered(pack, Reply.YES)
    return replace(pack, message=idea.words) if idea else None


def drop_idea(pack: ContextPack) -> DialogueState | None:
    """Return the state without the open idea, if the message drops it."""
    idea = _answered(pack, Reply.NEVER_MIND) or _answered(pack, Reply.NO)
    return replace(pack.dialogue, idea=None) if idea else None


def _answered(pack: ContextPack, said: Reply) -> Idea | None:
    """Return the open idea if a message answers it this way, within a day and in the same scope."""
    idea = pack.dialogue.idea
    if idea is None or pack.dialogue.top or not _says(pack.message, said, idea):
        return None
    fresh = pack.now - datetime.fromisoformat(idea.at) <= _LASTS
    return idea if fresh and idea.project_id == str(pack.focus.project_id or "") else None


def _says(message: str, said: Reply, idea: Idea) -> bool:
    """Return whether a message is this yes or no: 'go ahead', or with the action, 'right, create it then'."""
    answer = read_answer(message)
    if answer.is_whole and answer.said is said:
        return True
    names_more = read_commands(message, Situation(now=datetime.fromisoformat(idea.at))).is_whole
    return not names_more and read_decision(message, idea.words) is said


def idea_updates(
    before: Idea | None, after: Idea | None, *, made: bool, at: datetime
) -> Iterator[ItemUpdate]:
    """Yield the changes to items of the agent's state if an idea was opened, carried out or dropped."""
    if after and after != before:
        yield AddItem(item=_item(after, at))
    if before and after is None:
        patch = ItemPatch(status="resolved" if made else "discarded", updated_at=at)
        yield UpdateItem(id=before.id, patch=patch)


def _item(idea: Idea, at: datetime) -> StateItem:
    slots = next((one.slots for one in read_commands(idea.words, Situation(now=at)).commands), {})
    return StateItem(
        id=idea.id,
        kind=_KINDS.get(str(slots.get("kind", "")), "idea"),
        title=str(slots.get("title", "")) or idea.words,
        details=idea.words,
        created_at=at,
        updated_at=at,
    )
