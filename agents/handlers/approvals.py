"""Tells what waits for the person's yes."""

from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.undoing import tell_last
from agents.records.runs import pending_approvals
from intent.commands import Command
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


@handles("work.waits")
async def tell_waiting(task: Task, command: Command) -> Answer:
    """Name what waits for a yes; if nothing does, and the last deed is asked for, tell that."""
    named, of_last = await in_database(_waiting, task.pack.access), "last" in command.slots
    if named:
        opens = "Not yet. " if of_last else ""
        return Answer(f"{opens}This waits for your yes: {'; '.join(named)}.")
    return await tell_last(task, command) if of_last else Answer("Nothing waits for your yes.")


def _waiting(access: Access) -> list[str]:
    return list(dict.fromkeys(one.what.rstrip(".") for one in pending_approvals(access)))
