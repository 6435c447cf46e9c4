"""An earlier conversation of the person, a part at a time."""

from agents.events import Source
from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.reading.part import Part, Reading
from agents.tools.rows import that_fit
from agents.tools.texts import Texts
from omniforge.storage.ids import as_id

_MESSAGES = 30  # in one part


async def read_conversation(ref: str, part: Part, context: CallContext) -> Reading:
    """Return messages of a conversation, from the first one on. Raises ToolFailed where it is not there."""
    conversation_id = as_id(ref)
    told = await context.read_past(conversation_id, part.start, _MESSAGES) if conversation_id else None
    if told is None or conversation_id is None:
        raise ToolFailed(
            f"There is nothing here called '{ref}'. Look for it with search; conversations are read by the "
            "id that a search in conversations gives."
        )
    zone = context.now.tzinfo
    said = [f"[{one.at.astimezone(zone):%d %b %Y %H:%M}] {one.said_by}: {one.text}" for one in told.messages]
    messages = that_fit(said)
    following = part.start + len(messages)
    fields = {
        "messages": messages,
        "total": told.total,
        "next_start": following if messages and following <= told.total else None,
    }
    title = told.title or "An earlier conversation"
    shown = {name: value for name, value in fields.items() if value is not None}
    return Reading(
        "conversation",
        str(conversation_id),
        title,
        shown,
        Source(title, told.link),
        Texts(conversations=[conversation_id]),
    )
