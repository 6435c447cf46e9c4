"""Notes what is only thought of: it is done once the person says so."""

from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.tables.markdown import plain


@handles("work.idea")
async def note(task: Task, command: Command) -> Answer:
    """Say that an idea was noted; the conversation keeps it as what can be gone on with."""
    task.run.spoken.idea = command.slots["order"]
    return Answer(
        f"Noted as an idea: *{plain(command.slots['order'])}*. Say “go ahead” to do it, or “never mind”."
    )
