"""Recalls earlier conversations: matching passages, each with its link."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.knowledge.from_documents import answer_from_documents
from agents.knowledge.from_talk import answer_from_talk
from intent.commands import Command, read_commands
from omniforge.tables.markdown import plain

_MARKS = re.compile(r"\*\*|__|`|(?<!\S)(?:[-*>]|#{1,6})\s")  # Markdown; quotations are plain text
_LONGEST = 200  # characters of a query, or of a quoted message
_LEADS = {-1: "Right before this you said", -2: "Before that you said"}
_MOST = 400  # messages searched in a conversation


@handles("recall.search")
async def recall(task: Task, command: Command) -> Answer:
    """Quote matching passages of this talk, else of earlier ones, best first, or say that there are none.

    What no conversation tells in all its words may stand in documents.
    """
    about = str(command.slots["about"])[:_LONGEST]
    if told := answer_from_talk(task.pack.window, command.words, facts=task.pack.facts):
        return Answer(told.text)
    given = await task.call("search", query=about, where=["conversations"])
    found, notes = given.get("conversations") or (), str(given.get("notes") or "")
    if (notes or not found) and await _is_in_documents(task, command.words):
        raise NoSuchTarget
    if not found:
        return Answer(f"I found nothing about {bold(about)} in your conversations. {notes}".rstrip())
    places = "\n".join(map(_line, found))
    return Answer(f"This was said about {bold(about)}:\n\n{places}\n\n{notes}".rstrip())


async def _is_in_documents(task: Task, question: str) -> bool:
    """Return whether documents, like minutes, tell what was decided, or come near."""
    pack = task.pack
    if not pack.catalogue.projects:
        return False
    project = pack.focus.project_id
    told = await answer_from_documents(pack.access, question, models=pack.models, project_id=project)
    return told.is_found or bool(told.near)


@handles("recall.own")
async def own_words(task: Task, command: Command) -> Answer:
    """Quote what the person said here first, last, or before that."""
    said = await _said_here(task)
    at = _place_of(task, command, said)
    if not 0 <= at < len(said):
        return Answer("You said nothing here before that." if said else "You said nothing here before.")
    lead = "You began with" if at == 0 else _LEADS.get(at - len(said), f"Message {at + 1} of yours was")
    text = said[at] if len(said[at]) <= _LONGEST else f"{said[at][:_LONGEST]}…"
    return Answer(f"{lead}: “{plain(text)}”")


async def _said_here(task: Task) -> list[str]:
    """Return the person's earlier messages in this conversation, oldest first."""
    pack = task.pack
    past = await pack.read_past(pack.conversation_id, 1, _MOST) if pack.conversation_id else None
    if past is None or past.total > _MOST:
        return pack.messages
    said = [one.text for one in past.messages if one.said_by == "you"]
    return said[:-1] if said and said[-1] == pack.words else said


def _place_of(task: Task, command: Command, said: Sequence[str]) -> int:
    """Return the index of a message, from 0. 'before that' counts from the last one asked for."""
    place = int(command.slots["place"])
    if place > 0:
        return place - 1
    if place < 0:
        return len(said) + place
    found = read_commands(said[-1], task.situation).commands if said else ()
    asked = next((one for one in found if one.name == command.name), None)
    return (_place_of(task, asked, said[:-1]) if asked else len(said) - 1) - 1


def _line(place: Mapping[str, Any]) -> str:
    at = datetime.fromisoformat(place["at"])
    where = f"[{plain(place['conversation'])}]({place['link']})"
    said = plain(_MARKS.sub("", place["text"]))
    return f"- {where}, {place['said_by']}, {at.day} {at:%B %Y}: {said}"
