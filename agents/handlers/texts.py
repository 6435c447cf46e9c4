"""Answers about texts: counts, searches, excerpts. A summary is an extract, and labelled as one."""

from collections.abc import Sequence

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.text_parts import find_mentions, main_sentences, units_of
from agents.tools.counts import counted
from intent.commands import Command
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_LEAST = 80  # fewest characters of a message that counts as a text
_MOST_PARTS = 15  # of a file
_NAMES = {
    "emails": "e-mail addresses",
    "phones": "phone numbers",
    "actions": "action items",
    "open_points": "open points",
}


@handles("text.find")
async def find_in_text(task: Task, command: Command) -> Answer:
    """List a text's mentions of a kind."""
    what: str = command.slots["what"]
    found = find_mentions(await _text(task, command), what, task.today)
    if not found:
        return Answer(f"There are no {_NAMES.get(what, what)} in it.")
    return Answer(_points(found))


@handles("text.count")
async def count(task: Task, command: Command) -> Answer:
    """Count a text's words, sentences or lines."""
    unit = command.slots.get("what", "words")
    number = len(units_of(await _text(task, command), unit))
    return Answer(f"**{counted(number, unit.removesuffix('s'))}**.")


@handles("text.pick")
async def pick(task: Task, command: Command) -> Answer:
    """Quote a text's first, last, longest or shortest words, sentences or lines."""
    found = list(units_of(await _text(task, command), command.slots["what"]))
    number = command.slots.get("number", 1)
    if not found:
        raise InvalidInput("There's no text in it.")
    match command.slots["which"]:
        case "first":
            chosen = found[:number]
        case "last":
            chosen = found[-number:]
        case which:
            chosen = sorted(dict.fromkeys(found), key=len, reverse=which == "longest")[:number]
    return Answer(plain(chosen[0]) if len(chosen) == 1 else _points(chosen))


@handles("text.summary")
async def summarise(task: Task, command: Command) -> Answer:
    """Quote a text's key sentences."""
    most = command.slots.get("number", 3)
    text = await _text(task, command)
    return Answer(f"The main sentences, word for word:\n\n{_points(main_sentences(text, most))}")


def _points(found: Sequence[str]) -> str:
    return "\n".join(f"- {plain(one)}" for one in found)


async def _text(task: Task, command: Command) -> str:
    """Return the text meant: below the order, the talk, a file, or an earlier message.

    Raises NoSuchTarget.
    """
    own = task.pack.messages
    if "of" in command.slots:
        return "\n".join(own)
    if text := command.slots.get("content", ""):
        return str(text)
    if task.pack.files:
        return await text_of_file(task, str(task.pack.files[0].id))
    if text := next((one for one in reversed(own) if len(one) >= _LEAST), ""):
        return text
    raise NoSuchTarget


async def text_of_file(task: Task, file: str) -> str:
    """Return as much of a file's text as is read at once."""
    parts: list[str] = []
    start: int | None = 1
    while start and len(parts) < _MOST_PARTS:
        given = await task.call("read", ref=file, kind="file", start=start)
        parts.append(str(given.get("text") or ""))
        start = given.get("next_start")
    if not any(parts):
        raise NoSuchTarget
    return "\n".join(parts)
