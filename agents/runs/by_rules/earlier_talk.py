"""Recalls by rules: the passages of earlier conversations that hold the words, each with its link."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.plans.by_rules import Shown
from agents.plans.by_rules.earlier_talk import Recalling
from agents.runs.by_rules.calling import look
from agents.runs.context import RunContext
from agents.tables.markdown import plain

_MARKS = re.compile(r"\*\*|__|`|(?<!\S)(?:[-*>]|#{1,6})\s")  # of Markdown: a quotation shows the words alone


async def recall(run: RunContext, wish: Recalling) -> Shown:
    """Return the places where it was spoken of, best first, or that there are none. Raises ToolFailed."""
    found = await look(run, "search_conversations", words=wish.words)
    about = plain(wish.words)
    if not found["places"]:
        return Shown(f"I found nothing about **{about}** in your conversations. {found['note']}".rstrip())
    places = "\n".join(map(_line, found["places"]))
    return Shown(f"This was said about **{about}**:\n\n{places}\n\n{found['note']}".rstrip())


def _line(place: Mapping[str, Any]) -> str:
    at = datetime.fromisoformat(place["at"])
    when = f"{at.day} {at:%B %Y}"
    where = f"[{plain(place['conversation'])}]({place['link']})"
    said = plain(_MARKS.sub("", place["snippet"]))
    return f"- {where}, {place['said_by']}, {when}: {said}"
