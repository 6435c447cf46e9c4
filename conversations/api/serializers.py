"""What the API of conversations and their messages takes and gives."""

from typing import Any

from rest_framework import serializers

from conversations.api.focus import FocusChange
from conversations.lists import ConversationItem, MessageItem
from conversations.models import MessageRole, MessageStatus, TurnStatus
from conversations.services import LONGEST_TITLE
from omniforge.strict_fields import StrictBooleanField, StrictCharField


class ConversationData(serializers.Serializer[ConversationItem]):
    """A conversation as a list shows it."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    updated_at = serializers.DateTimeField()
    pinned = serializers.BooleanField()
    archived = serializers.BooleanField()
    running = serializers.UUIDField(allow_null=True)


class NewConversation(serializers.Serializer[Any]):
    """What a conversation begins with: its title, and what it is about."""

    title = StrictCharField(required=False, default="New chat", max_length=LONGEST_TITLE)
    focus = FocusChange(required=False, allow_null=True)


class ConversationChanges(serializers.Serializer[Any]):
    """What can be changed of a conversation."""

    title = StrictCharField(required=False, max_length=LONGEST_TITLE)
    pinned = StrictBooleanField(required=False)
    archived = StrictBooleanField(required=False)


class MessageTurn(serializers.Serializer[Any]):
    """The turn of a message; that of an answer tells also, from `reasoning` on, how it was understood."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(TurnStatus.choices)
    number = serializers.IntegerField()
    action_type = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)
    method = serializers.CharField()
    agent = serializers.CharField()
    model = serializers.CharField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    tokens = serializers.IntegerField()
    cost = serializers.FloatField(help_text="US dollars")
    first_text_ms = serializers.IntegerField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    error_code = serializers.CharField()
    receipt_id = serializers.UUIDField(allow_null=True)
    can_undo = serializers.BooleanField(help_text="Something in a project still is as this turn left it.")
    reasoning = serializers.CharField(required=False, allow_null=True)
    is_unsure = serializers.BooleanField(required=False, allow_null=True)
    alternative_action = serializers.CharField(required=False, allow_null=True)
    alternative_confidence = serializers.FloatField(required=False, allow_null=True)


class MessageData(serializers.Serializer[MessageItem]):
    """A message with its turn."""

    id = serializers.UUIDField(source="message.id")
    parent_id = serializers.UUIDField(
        source="message.parent_id",
        allow_null=True,
        help_text="Of an answer: the message that it answers. Of an edited one: the message before the edit.",
    )
    sequence = serializers.IntegerField(source="message.sequence")
    role = serializers.ChoiceField(MessageRole.choices, source="message.role")
    content = serializers.CharField(source="message.content")
    status = serializers.ChoiceField(MessageStatus.choices, source="message.status")
    created_at = serializers.DateTimeField(source="message.created_at")
    metadata = serializers.JSONField(source="message.metadata")
    turn = MessageTurn(allow_null=True)


class ConversationPage(serializers.Serializer[Any]):
    """A page of conversations; `next` is the `cursor` of the following one."""

    next = serializers.CharField(allow_null=True)
    results = ConversationData(many=True)


class MessagePage(serializers.Serializer[Any]):
    """A page of messages, oldest first; `next` is the `before` of the page of older ones."""

    next = serializers.CharField(allow_null=True)
    results = MessageData(many=True)
