"""Recalls what was said in earlier conversations: the passages that hold the words, each with its link."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.wording import bold
from agents.knowledge.from_talk import answer_from_talk
from intent.commands import Command
from omniforge.tables.markdown import plain

_MARKS = re.compile(r"\*\*|__|`|(?<!\S)(?:[-*>]|#{1,6})\s")  # of Markdown: a quotation shows the words alone
_LONGEST = 200  # characters of a search


@handles("recall.search")
async def recall(task: Task, command: Command) -> Answer:
    """Say what this talk holds on something, else quote earlier ones, best first, or say that none does."""
    about = str(command.slots["about"])[:_LONGEST]
    if told := answer_from_talk(task.pack.window, command.words, facts=task.pack.facts):
        return Answer(told.text)
    given = await task.call("search", query=about, where=["conversations"])
    found, notes = given.get("conversations") or (), str(given.get("notes") or "")
    if not found:
        return Answer(f"I found nothing about {bold(about)} in your conversations. {notes}".rstrip())
    places = "\n".join(map(_line, found))
    return Answer(f"This was said about {bold(about)}:\n\n{places}\n\n{notes}".rstrip())


def _line(place: Mapping[str, Any]) -> str:
    at = datetime.fromisoformat(place["at"])
    where = f"[{plain(place['conversation'])}]({place['link']})"
    said = plain(_MARKS.sub("", place["text"]))
    return f"- {where}, {place['said_by']}, {at.day} {at:%B %Y}: {said}"
