"""What the API of a calendar takes and gives."""

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from omniforge.calendar.rule import EXAMPLE
from omniforge.calendar.validation import LONGEST
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField

_YEARS = range(1900, 2200)  # near the ends of what a datetime holds, zones and lengths lead beyond them


@extend_schema_field(OpenApiTypes.DATETIME)
class ZonedTimeField(serializers.Field[datetime, str, str, datetime]):
    """A time with its zone, ISO 8601: 2026-11-20T10:00:00+01:00."""

    default_error_messages = {
        "invalid": "This must be a time with its zone: 2026-11-20T10:00:00+01:00.",
        "far": f"The year must be from {_YEARS.start} to {_YEARS.stop - 1}.",
    }

    def to_internal_value(self, data: Any) -> datetime:
        try:
            time = parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            time = None
        if time is None or time.tzinfo is None:
            self.fail("invalid")
        if time.year not in _YEARS:
            self.fail("far")
        return time

    def to_representation(self, value: datetime) -> str:
        return value.isoformat()


class EventData(serializers.Serializer[Any]):
    """An event, or one occurrence of a series. The times are in the workspace's zone."""

    id = serializers.CharField()
    title = serializers.CharField()
    starts_at = ZonedTimeField()
    ends_at = ZonedTimeField()
    all_day = serializers.BooleanField()
    place = serializers.CharField()
    notes = serializers.CharField()
    repeats = serializers.BooleanField()
    series = serializers.CharField(help_text="The id of the series, by which all of it is deleted.")
    rule = serializers.CharField(help_text="How a series kept here repeats: an RRULE (RFC 5545).")


class EventChangeData(serializers.Serializer[Any]):
    """What can be changed of an event."""

    title = StrictCharField(max_length=LONGEST["title"])
    starts_at = ZonedTimeField()
    ends_at = ZonedTimeField(required=False)
    all_day = StrictBooleanField(required=False)
    place = StrictCharField(max_length=LONGEST["place"], required=False, allow_blank=True)
    notes = StrictCharField(max_length=LONGEST["notes"], required=False, allow_blank=True)


class NewEventData(EventChangeData):
    """What an event is made of. Without `ends_at` it takes an hour, or its day."""

    rule = StrictCharField(
        max_length=200, required=False, help_text=f"Makes it repeat: an RRULE (RFC 5545) like {EXAMPLE}."
    )


class SpanData(serializers.Serializer[Any]):
    """The time of which events are listed."""

    since = ZonedTimeField(required=False)
    until = ZonedTimeField(required=False)


class AccountData(serializers.Serializer[Any]):
    """An account at a CalDAV server."""

    url = StrictCharField(max_length=2_000, help_text="The calendar's address, or the server's.")
    username = StrictCharField(max_length=320)
    password = StrictCharField(max_length=1_000, trim_whitespace=False)


class FeedData(serializers.Serializer[Any]):
    """The address of a feed. It is shown this once."""

    address = serializers.URLField()
