"""Requests and responses of the conversations API."""

from typing import Any

from rest_framework import serializers

from conversations.api.focus import FocusChange
from conversations.models import MessageRole, MessageStatus, TurnStatus
from conversations.record.lists import OF_INTENT, ConversationItem, MessageItem
from conversations.record.services import LONGEST_TITLE
from conversations.wire.commands import MAX_MODEL
from omniforge.instants import to_rfc3339
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField


class ConversationData(serializers.Serializer[ConversationItem]):
    """A conversation as a list shows it. Lists of 50 are written by hand: its fields would take as long as
    all else.
    """

    id = serializers.UUIDField()
    title = serializers.CharField()
    updated_at = serializers.DateTimeField()
    pinned = serializers.BooleanField()
    archived = serializers.BooleanField()
    running = serializers.UUIDField(allow_null=True)
    model = serializers.CharField(help_text="The model that was picked; empty: the workspace's own.")

    def to_representation(self, instance: ConversationItem) -> dict[str, Any]:
        return {
            "id": str(instance.id),
            "title": instance.title,
            "updated_at": to_rfc3339(instance.updated_at),
            "pinned": instance.pinned,
            "archived": instance.archived,
            "running": str(instance.running) if instance.running else None,
            "model": instance.model,
        }


class NewConversation(serializers.Serializer[Any]):
    """What a conversation begins with: its title, and what it is about."""

    title = StrictCharField(required=False, default="New chat", max_length=LONGEST_TITLE)
    focus = FocusChange(required=False, allow_null=True)


class ConversationChanges(serializers.Serializer[Any]):
    """What can be changed of a conversation."""

    title = StrictCharField(required=False, max_length=LONGEST_TITLE)
    pinned = StrictBooleanField(required=False)
    archived = StrictBooleanField(required=False)
    model = StrictCharField(
        required=False,
        allow_blank=True,
        max_length=MAX_MODEL,
        help_text="Who answers from now on, by its id of /api/v1/models/; empty: the workspace's own model.",
    )


class MessageTurn(serializers.Serializer[Any]):
    """The turn of a message. That of an answer tells also, from `reasoning` on, how it was understood."""

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


def _turn_data(turn: dict[str, Any]) -> dict[str, Any]:
    receipt_id = str(turn["receipt_id"]) if turn["receipt_id"] else None
    unsaid = dict.fromkeys(OF_INTENT)
    return unsaid | turn | {"id": str(turn["id"]), "cost": float(turn["cost"]), "receipt_id": receipt_id}


class MessageData(serializers.Serializer[MessageItem]):
    """A message with its turn. Pages of 50 are written by hand, as those of conversations."""

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

    def to_representation(self, instance: MessageItem) -> dict[str, Any]:
        message = instance.message
        return {
            "id": str(message.id),
            "parent_id": str(message.parent_id) if message.parent_id else None,
            "sequence": message.sequence,
            "role": message.role,
            "content": message.content,
            "status": message.status,
            "created_at": to_rfc3339(message.created_at),
            "metadata": message.metadata,
            "turn": _turn_data(instance.turn) if instance.turn else None,
        }


class ConversationPage(serializers.Serializer[Any]):
    """A page of conversations. `next` is the `cursor` of the following one."""

    next = serializers.CharField(allow_null=True)
    results = ConversationData(many=True)
    note = serializers.CharField(help_text="What a search of titles left out; else empty.")


class MessagePage(serializers.Serializer[Any]):
    """A page of messages, oldest first. `next` is the `before` of the page of older ones."""

    next = serializers.CharField(allow_null=True)
    results = MessageData(many=True)
