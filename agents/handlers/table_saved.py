"""The table at hand saved as a document of a project."""

from dataclasses import replace

from agents.handlers.documents import create
from agents.handlers.registry import handles
from agents.handlers.table_questions import current_table
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.words import key_of
from omniforge.tables.markdown import markdown_table


@handles("table.save")
async def save(task: Task, command: Command) -> Answer:
    """Create a document with all rows of the table."""
    if key_of("kind", command.slots["title"]):
        raise NoSuchTarget  # 'save the list as tasks'
    words = (await current_table(task)).words
    content = markdown_table(words.columns, words.rows)
    return await create(task, replace(command, slots={**command.slots, "content": content}))
