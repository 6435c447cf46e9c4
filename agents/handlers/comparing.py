"""Says which of two projects has more of something, or is further behind."""

from dataclasses import replace

from agents.handlers.lists import in_words, matching
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.wording import bold
from intent.commands import Command, Condition, Reference
from omniforge.database import in_database

_BEHIND = Reference("behind", kind="task", is_plural=True, conditions=(Condition("overdue", True),))


@handles("work.compare")
async def compare(task: Task, command: Command) -> Answer:
    """Count the things in both projects; being behind is having more that is overdue."""
    reference: Reference = command.slots.get("thing", _BEHIND)
    homes = (command.slots["project"], command.slots["other"])
    counts = [len(await in_database(matching, task, replace(reference, project=home))) for home in homes]
    what = in_words(reference, 2, task)
    if counts[0] == counts[1]:
        return Answer(f"{bold(homes[0])} and {bold(homes[1])} both have {counts[0] or 'no'} {what}.")
    ranked = sorted(zip(counts, homes, strict=True), reverse=command.slots.get("order") != "fewer")
    (number, first), (rest, second) = ranked
    order = command.slots.get("order", "more")
    return Answer(
        f"{bold(first)} has {order} {what}: {number or 'none'}. {bold(second)} has {rest or 'none'}."
    )
