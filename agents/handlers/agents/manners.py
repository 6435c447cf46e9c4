"""Changes how agents write: 'tell it to be brief'."""

from agents.definitions.selectors import get_agent
from agents.handlers.agents.undo import remember_version
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.lines import bold
from agents.handlers.preferences import NO_MODEL
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.english import join_words
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain


@handles("agent.manner")
async def set_manner(task: Task, command: Command) -> Answer:
    """Append a rule for the text to agents' instructions."""
    names = resolve_agents(task, command, "change")
    said = str(command.slots.get("rule") or f"be {command.slots['look']}").rstrip(" .")
    rule = f"{said[:1].upper()}{said[1:]}"
    for name in names:
        before = await in_database(get_agent, task.pack.access, name)
        instructions = f"{before.instructions or before.description}\n{rule}."
        await task.call("save_agent", agent=name, instructions=instructions)
        await remember_version(task, before)
    without = "" if task.pack.models.available("reply") else NO_MODEL
    listed = join_words(map(bold, names))
    return Answer(f"Added to the instructions of {listed}: “{plain(rule)}”.{without}", agent=names[-1])
