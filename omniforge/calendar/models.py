"""Each person's calendar, and the events of calendars stored here."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class Calendar(models.Model):
    """A person's calendar in a tenant: stored here, or in a CalDAV account if `account` is set.

    `feed_hash` is the hash of the secret in its feed's address.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="calendars")
    user = models.ForeignKey(User, models.CASCADE, related_name="calendars")
    account = EncryptedJSONField(default=dict)
    feed_hash = models.CharField(max_length=64, blank=True, db_index=True)

    class Meta:
        app_label = "agents"  # its table was made there
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="one_calendar_per_person")]

    def __str__(self) -> str:
        return str(self.id)


class CalendarEvent(models.Model):
    """An event of a calendar stored here. `details` are title, place and notes.

    With a `rule` (an RRULE, `omniforge/calendar/rule.py`) it is a series: it starts with its first occurrence
    and ends with its last. Then `details` also hold the zone of its local times, the length of each
    occurrence in seconds (`lasts`), and the days without an occurrence (`left_out`), because it was deleted
    or became an event of its own (`changed_alone`).
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    calendar = models.ForeignKey(Calendar, models.CASCADE, related_name="events")
    details = EncryptedJSONField(default=dict)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    all_day = models.BooleanField(default=False)
    rule = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "agents"  # its table was made there
        indexes = [models.Index(fields=["calendar", "starts_at"], name="events_by_start")]

    def __str__(self) -> str:
        return f"event at {self.starts_at:%Y-%m-%d %H:%M}"


class EventChange(models.Model):
    """A change of a `CalendarEvent`: the row's fields before and after, empty if there was no row.

    `turn_id` is the turn that made it, None if its person did by hand.
    """

    calendar = models.ForeignKey(Calendar, models.CASCADE, related_name="changes")
    turn_id = models.UUIDField(null=True)
    event_id = models.UUIDField()
    before = EncryptedJSONField(default=dict)
    after = EncryptedJSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "agents"  # beside the events
        indexes = [models.Index(fields=["calendar", "turn_id"], name="event_changes_by_turn")]

    def __str__(self) -> str:
        return f"change of event {self.event_id}"
