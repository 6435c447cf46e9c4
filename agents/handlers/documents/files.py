"""Answers about attached files: their content, passages on a topic, their tables."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import PurePosixPath

from agents.context.situation import new_files
from agents.context.stored import KeptResult
from agents.handlers.documents.file_contents import Contents, contents_of
from agents.handlers.documents.file_words import outline, passages, summary
from agents.handlers.documents.summaries import text_of_file
from agents.handlers.items import load_items
from agents.handlers.lines import bold, format_names
from agents.handlers.references.target_projects import format_began, project_for_new
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.knowledge.from_files import FileAnswer, FileSentence, answer_from_file
from agents.knowledge.nearest import CLOSEST, Near, describe_near
from agents.knowledge.quotes import NOT_FOUND
from agents.tools.stored_results import store_table
from intent.commands import Command
from intent.sentences.titles import normalise
from omniforge.files.attached import AttachedFile
from omniforge.storage.database import in_database
from omniforge.tables.markdown import markdown_table, plain

_MOST = 5  # files per answer
_ASKED = 3  # files searched for a question
_ASK_ME = "Ask me what it says, or say “summarise it” or “save it as a document”."
_EXCERPTS = 15  # read per answer, for all files together
_AT_ONCE = timedelta(milliseconds=20)  # between the two times of a document that nobody changed
_KEPT = 50  # rows that later orders can refer to
_POINTING = ("", "all", "this", "file")  # at what was attached last
_SEVERAL = frozenset(
    ("files", "documents", "attachments", "sheets", "pdfs", "both", "them", "these", "those")
)


@handles("file.read")
async def tell(task: Task, command: Command) -> Answer:
    """Describe files: the key sentences of a text, the columns of a table."""
    return Answer(_told((one, summary(one)) for one in await _contents(task, command)))


@handles("file.about")
async def tell_about(task: Task, command: Command) -> Answer:
    """Quote passages of files on a topic."""
    about = str(command.slots["about"])
    return Answer(_told((one, passages(about, one)) for one in await _contents(task, command)))


@handles("file.ask")
async def answer(task: Task, command: Command) -> Answer:
    """Quote the passage of a file that answers a question best. Among equals the newest file's."""
    looked = await _looked_up(task, command)
    answering = [(contents, found) for contents, found in looked if found.said]
    if not answering:
        raise NoSuchTarget
    contents, found = max(answering, key=lambda one: one[1].strength)
    return Answer("\n\n".join(filter(None, (_quoted(contents, found.said), _missed(found)))))


def _missed(found: FileAnswer) -> str:
    """Say which questions have no sure answer beside others, and quote what is closest to them."""
    if not found.missed:
        return ""
    asked = " or ".join(f"“{plain(one)}”" for one in found.missed)
    return describe_near(found.near, f"{CLOSEST} on {asked}", in_line=True) or f"{NOT_FOUND}{asked} there."


@handles("file.near")
async def tell_nearest(task: Task, command: Command) -> Answer:
    """Quote the passages nearest to a question that no file answers, from files and from documents.

    If there are none, describe the files.
    """
    looked = await _looked_up(task, command)
    best = max((found for _, found in looked), key=lambda one: bool(one.near.told) * one.rank)
    if near := describe_near(Near((*best.near.told, *command.slots["beside"]))):
        return Answer(near)
    names = " or ".join(bold(contents.name) for contents, _ in looked)
    missed = f"{NOT_FOUND}{command.slots['subject']} in {names}, your tasks, calendar or documents."
    about = (f"{bold(one.name)} is {outline(one)}" for one, _ in looked[:1])
    return Answer("\n\n".join((missed, *about)))


async def _looked_up(task: Task, command: Command) -> list[tuple[Contents, FileAnswer]]:
    """Search the files for an answer, newest first."""
    models, asked, found = task.pack.models, (str(command.slots["question"]), task.situation.said), []
    for file in await in_database(_latest, task):
        contents = await contents_of(task, file, _EXCERPTS)
        found.append((contents, await answer_from_file(models, file.name, contents.as_text(), *asked)))
    if not found:
        raise NoSuchTarget
    return found


def _latest(task: Task) -> list[AttachedFile]:
    """Return the files to search, without those of whose text a document of that name was changed since."""
    documents = load_items(task.pack.access, ("document",))
    edited = {
        normalise(one.title)
        for one in documents
        if one.updated and one.created and one.updated - one.created > _AT_ONCE
    }
    files = [one for one in _given(task) if normalise(PurePosixPath(one.name).stem) not in edited]
    return files[:_ASKED]


@handles("file.given")
async def tell_given(task: Task, command: Command) -> Answer:
    """Describe the files attached to the message."""
    given = new_files(task.pack)[:_MOST]
    told = [f"{bold(one.name)}: {outline(await contents_of(task, one, 1))}" for one in given]
    return Answer("\n\n".join([*told, _ASK_ME]))


@handles("file.table")
async def take_table(task: Task, command: Command) -> Answer:
    """Show a file's table, or write it to a new file."""
    file = (await _contents(task, command))[0]
    table = file.as_table()
    if table is None:
        raise NoSuchTarget(f"There is nothing in {bold(file.name)} that could be made a table.")
    ref = await in_database(store_table, task.pack, "table", table.columns, table.rows)
    kept = KeptResult(command.words, table.columns, table.rows[:_KEPT], ref=ref)
    if (form := command.slots.get("format", "table")) != "table":
        sheets = [{"from": kept.ref}]
        given = await task.call("write_file", name=PurePosixPath(file.name).stem, format=form, sheets=sheets)
        return Answer(f"{bold(given['file']['name'])}: {given['contents']}.", result=kept)
    shown = markdown_table(table.columns, kept.rows)
    return Answer(f"{bold(file.name)}\n\n{shown}{_note(file)}", result=kept)


async def _contents(task: Task, command: Command) -> list[Contents]:
    """Read the files meant. Raises NoSuchTarget if there are none."""
    files = _meant(task, command)
    return [await contents_of(task, one, _EXCERPTS // len(files)) for one in files]


def _meant(task: Task, command: Command) -> tuple[AttachedFile, ...]:
    """Return the named file, else all given ones if several are meant, else the newest."""
    name = str(command.slots.get("file", ""))
    found = [one for one in task.pack.files if _is_called(one, name)] if name else _given(task)
    if not found:
        raise NoSuchTarget
    is_plural = not _SEVERAL.isdisjoint(command.words.casefold().split())
    return tuple(found[: _MOST if is_plural else 1])


def _given(task: Task) -> list[AttachedFile]:
    """Return the person's files, else those written here, newest first."""
    files = task.pack.files
    return [one for one in files if not one.written] or list(files)


def _quoted(file: Contents, said: Sequence[FileSentence]) -> str:
    lines = [f"{_where(file, one)}: {plain(one.text)}" for one in said]
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    return f"{text}{_note(file)}"


def _where(file: Contents, said: FileSentence) -> str:
    return f"{bold(file.name)} › {plain(said.place)}" if said.place else bold(file.name)


def _is_called(file: AttachedFile, name: str) -> bool:
    return name.casefold() in (file.name.casefold(), PurePosixPath(file.name).stem.casefold())


def _told(parts: Iterable[tuple[Contents, str]]) -> str:
    return "\n\n".join(f"**{plain(one.name)}**: {text}{_note(one)}" for one, text in parts)


def _note(file: Contents) -> str:
    return f"\n\n{file.note}" if file.note else ""


@handles("document.from_file")
async def keep_file(task: Task, command: Command) -> Answer:
    """Create a document from each attached file that is meant: a table as one, any other file as text."""
    slots = command.slots
    files = _attached(task, str(slots.get("file", "")))
    home = await project_for_new(task, slots.get("project", ""))
    files = files if slots.get("file") == "all" else files[:1]
    titles = [slots.get("title") or PurePosixPath(one.name).stem for one in files]
    fields = [
        {"title": title, "content": await _content(task, file)}
        for title, file in zip(titles, files, strict=True)
    ]
    operations = [{"op": "create", "kind": "document", "fields": one} for one in fields]
    await task.call("change", operations=operations, project=str(home.id))
    what = "document" if len(files) == 1 else "documents"
    sources = format_names([one.name for one in files])
    text = f"Created the {what} {format_names(titles)} in {bold(home.title)}, from {sources}."
    return Answer(f"{text}{format_began(task)}")


def _attached(task: Task, name: str) -> Sequence[AttachedFile]:
    """Return the file of this name, or those attached last. Raises NoSuchTarget if there are none."""
    given = [one for one in task.pack.files if not one.written]
    if name not in _POINTING:
        given = [one for one in given if name.casefold() in one.name.casefold()]
    if not given:
        raise NoSuchTarget
    return [one for one in given if one.turn_id == given[0].turn_id]


async def _content(task: Task, file: AttachedFile) -> str:
    table = task.pack.table
    if table and table.file == str(file.id):
        return markdown_table(table.words.columns, table.words.rows)
    return await text_of_file(task, str(file.id))
