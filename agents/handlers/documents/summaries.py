"""Summaries of texts: extracts, and labelled as such."""

from collections.abc import Sequence
from textwrap import shorten

from agents.handlers.documents.text_parts import main_sentences
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.knowledge.from_talk import LISTED, find_facts
from intent.commands import Command
from omniforge.tables.markdown import plain

_LEAST = 80  # fewest characters of a message that counts as a text
_MOST_PARTS = 15  # of a file
_MESSAGES, _WIDTH = 12, 160  # of a talk that are told, and the characters of each
_NOTHING = "You said nothing here before that."


@handles("text.summary")
async def summarise(task: Task, command: Command) -> Answer:
    """Quote a text's key sentences."""
    most = command.slots.get("number", 3)
    if "of" in command.slots:
        return Answer(_talk(task))
    text = await _text(task, command)
    return Answer(f"The main sentences, word for word:\n\n{_points(main_sentences(text, most))}")


def _talk(task: Task) -> str:
    """Return what the person told here, and what else they said, in their own words."""
    facts = [one.text for one in find_facts(task.pack)]
    told = [one.casefold().rstrip(".") for one in facts]
    said = [one for one in task.pack.said[-_MESSAGES:] if not any(fact in one.casefold() for fact in told)]
    asked = [shorten(" ".join(one.split()), _WIDTH, placeholder=" …") for one in said]
    parts = [(f"{LISTED}\n\n", facts), ("You asked or ordered:\n\n", asked)]
    return "\n\n".join(lead + _points(found) for lead, found in parts if found) or _NOTHING


def _points(found: Sequence[str]) -> str:
    return "\n".join(f"- {plain(one)}" for one in found)


async def _text(task: Task, command: Command) -> str:
    """Return the text meant: below the order, a file, or an earlier message. Raises NoSuchTarget."""
    own = task.pack.messages
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
