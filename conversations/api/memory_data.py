"""Requests and responses of the memory API."""

from typing import Any

from rest_framework import serializers

from conversations.memory import summaries
from conversations.models import SummarySource
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField

_MOST_FACTS, _LONGEST_FACT = 500, 1_000


class CarriedData(serializers.Serializer[Any]):
    """A sentence that is kept word for word. Message 0 is an older summary."""

    sequence = serializers.IntegerField()
    role = serializers.ChoiceField(["user", "assistant", "system"])
    text = serializers.CharField()


class SummaryHead(serializers.Serializer[summaries.KeptSummary]):
    """A version of the summary, without its facts."""

    version = serializers.IntegerField()
    covers_from = serializers.IntegerField(help_text="The first message that it covers, by sequence.")
    covers_to = serializers.IntegerField(help_text="The last one; 0 where it covers none.")
    text = serializers.CharField(source="summary.text")
    source = serializers.ChoiceField(SummarySource.choices)  # type: ignore[assignment]
    model = serializers.CharField(help_text="Who wrote it, or failed to, so that rules had to.")
    pinned = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class SummaryData(SummaryHead):
    """A version of the summary in full."""

    facts = serializers.ListField(child=serializers.CharField(), source="summary.facts")
    carried = CarriedData(many=True, source="summary.carried")
    whole = serializers.ListField(
        child=serializers.IntegerField(),
        source="summary.whole",
        help_text="Messages that stay as they are, since the talk is about them.",
    )


class StateData(serializers.Serializer[Any]):
    """What the agent knows, assumes and expects. Each change raises its version."""

    state_version = serializers.IntegerField(source="version")
    state = serializers.JSONField()


class MemoryData(StateData):
    """The memory of a conversation. `summary` is the version that stands: the newest, or the pinned one."""

    summary = SummaryData(allow_null=True)
    versions = SummaryHead(many=True)


class SummaryWords(serializers.Serializer[Any]):
    """A person's own words for the summary. Facts stay as they are where none are given."""

    text = StrictCharField(max_length=summaries.LONGEST_TEXT)
    facts = serializers.ListField(
        child=StrictCharField(max_length=_LONGEST_FACT), max_length=_MOST_FACTS, required=False
    )


class Pin(serializers.Serializer[Any]):
    """Whether a version is to stand whatever is written later."""

    pinned = StrictBooleanField()


class StateChangesData(serializers.Serializer[Any]):
    """Updates of the state: all of them are made, or none."""

    version = serializers.IntegerField(
        required=False, help_text="The version that this changes, and no other."
    )
    item_updates = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="`{op: add, item}`, `{op: update, id, patch}` or `{op: remove, id}`.",
    )
    updates = serializers.DictField(
        required=False,
        help_text="`current_understanding`, `assumptions`, `expectations`, `tentative_hypotheses` as in the "
        "state, and `removed`: ids of entities, hypotheses and expectations to forget.",
    )
