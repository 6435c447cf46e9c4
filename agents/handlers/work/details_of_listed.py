"""A detail of the things just listed, asked in the same breath: 'what's overdue, and who has it?'"""

from agents.handlers.lines import bold
from agents.handlers.references.at_hand import last_shown
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.english import join_words
from omniforge.storage.database import in_database

_LACKS = {"assignee": "Assigned to nobody", "due": "Without a due date"}


@handles("thing.listed")
async def tell_of_listed(task: Task, command: Command) -> Answer:
    """Name the things that lack the detail. The list shows it for all others."""
    field = command.slots["field"]
    if field not in _LACKS or not task.run.listed:
        return Answer("")
    items = await in_database(last_shown, task)
    bare = [bold(one.title) for one in items if not getattr(one, field)]
    return Answer(f"{_LACKS[field]}: {join_words(bare)}." if bare else "")
