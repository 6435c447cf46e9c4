"""The person's preferences for answers: remembered, forgotten and listed, by the services behind Settings."""

from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tenants.preferences import add_preference, preferences_of, set_preferences

_NAME = "how you like answers"
_WHERE = "You can see and change it in Settings > Your account."
NO_MODEL = " It takes effect once a model is connected."


@handles("preference.add")
async def remember(task: Task, command: Command) -> Answer:
    """Store a preference."""
    line = str(command.slots["line"])
    said = line if line[:2].lower() in ("i ", "my") else f"Answer {line}"
    try:
        await in_database(add_preference, access=task.pack.access, line=said.rstrip(" ."))
    except InvalidInput as error:
        return Answer(f"I couldn't save it. {error.message} {_WHERE}")
    task.tell("update", "preferences", _NAME)
    without = "" if task.pack.models.available("reply") else NO_MODEL
    return Answer(f"Saved: “{said.rstrip(' .')}”.{without} {_WHERE}")


@handles("preference.forget")
async def forget(task: Task, command: Command) -> Answer:
    """Forget all preferences."""
    if not await in_database(preferences_of, task.pack.access):
        return Answer("You have no preferences yet.")
    await in_database(set_preferences, access=task.pack.access, text="")
    task.tell("delete", "preferences", _NAME)
    return Answer("Your preferences are deleted.")


@handles("preference.tell")
async def tell(task: Task, command: Command) -> Answer:
    """List the preferences."""
    kept = await in_database(preferences_of, task.pack.access)
    if not kept:
        return Answer("You have no preferences yet. Try “remember that I prefer tables”.")
    lines = "\n".join(f"> {line}" for line in kept.splitlines())
    return Answer(f"Your preferences in this workspace:\n\n{lines}\n\n{_WHERE}")
