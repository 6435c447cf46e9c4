"""Files that came with a message, kept as documents."""

from pathlib import PurePosixPath

from agents.handlers.homes import home_of
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.texts import text_of_file
from agents.handlers.wording import bold
from intent.commands import Command
from omniforge.files.attached import AttachedFile
from omniforge.tables.markdown import markdown_table


@handles("document.from_file")
async def keep_file(task: Task, command: Command) -> Answer:
    """Make a document of the file that came with the message: a table as one, of all others the text."""
    slots = command.slots
    home = await home_of(task, slots.get("project", ""))
    file = _attached(task)
    title = slots.get("title") or PurePosixPath(file.name).stem
    fields = {"title": title, "content": await _content(task, file)}
    await task.call(
        "change", operations=[{"op": "create", "kind": "document", "fields": fields}], project=str(home.id)
    )
    return Answer(f"Created the document {bold(title)} in {bold(home.title)}, from {bold(file.name)}.")


def _attached(task: Task) -> AttachedFile:
    given = [one for one in task.pack.files if not one.written and one.turn_id == task.pack.turn_id]
    newest = given or [one for one in task.pack.files if not one.written]
    if not newest:
        raise NoSuchTarget
    return newest[0]


async def _content(task: Task, file: AttachedFile) -> str:
    table = task.pack.table
    if table and table.file == str(file.id):
        return markdown_table(table.words.columns, table.words.rows)
    return await text_of_file(task, str(file.id))
