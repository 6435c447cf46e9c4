"""Editing the last message of a conversation: a new message replaces the earlier one."""

from django.db.models import Q

from conversations.models import Conversation, Message, MessageRole, MessageStatus, TitleSource, Turn
from conversations.record.search.indexing import renew_title
from conversations.record.titles import title_from
from conversations.turns.queue import add_turn, new_message, new_turn
from conversations.wire.commands import EditMessage
from omniforge.errors import Conflict
from omniforge.tenants.access import Access


def require_last(conversation: Conversation, message: Message) -> None:
    """Raise Conflict unless this is the person's last message in a locked conversation."""
    since = Message.objects.filter(
        conversation_id=conversation.pk, role=MessageRole.USER, sequence__gt=message.sequence
    )
    if since.exists():
        raise Conflict(
            "Only the last message of a conversation can be edited. Say it as a new one.", code="not_last"
        )


def queue_edit(access: Access, conversation: Conversation, earlier: Turn, command: EditMessage) -> Turn:
    """Store the new text of a turn's message and create its turn, in a locked, idle conversation.

    The files and answer options of the message are kept.
    """
    former = earlier.user_message
    message = new_message(conversation, command.id, command.content, metadata=former.metadata, parent=former)
    _supersede(former)
    turn = new_turn(access, conversation, message, starts=True)
    turn.retry_of = earlier
    add_turn(conversation, turn, message)
    return turn


def _supersede(former: Message) -> None:
    """Mark a message and its answers as superseded, so that windows, searches and exports skip them."""
    answers = Q(parent_id=former.pk, role=MessageRole.ASSISTANT)
    Message.objects.filter(Q(pk=former.pk) | answers).update(status=MessageStatus.SUPERSEDED)


def retitle(conversation: Conversation, former: Message, content: str) -> str:
    """Update a title that was derived from the old text. Returns the new one, or '' if it stays."""
    title = title_from(content)
    if not _is_titled_by(conversation, former) or title == conversation.title:
        return ""
    conversation.title = title
    Conversation.objects.filter(pk=conversation.pk).update(title=title)
    renew_title(conversation.pk)
    return title


def _is_titled_by(conversation: Conversation, message: Message) -> bool:
    if conversation.title_source != TitleSource.AUTO or conversation.title != title_from(message.content):
        return False
    before = Message.objects.filter(
        conversation_id=conversation.pk, role=MessageRole.USER, sequence__lt=message.sequence
    )
    return not before.exclude(status=MessageStatus.SUPERSEDED).exists()
