"""`/api/v1/calendar/`: the events of the calendar of the person who asks, its feed and its CalDAV account."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.calendar import accounts, services
from omniforge.calendar.feed import make_feed
from omniforge.calendar.selectors import store_of
from omniforge.calendar.serializers import (
    AccountData,
    EventChangeData,
    EventData,
    FeedData,
    NewEventData,
    SpanData,
)
from omniforge.calendar.store import CalendarStore
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated

_SHOWN = timedelta(days=31)
_SPAN = [
    OpenApiParameter("since", str, description="A time with its zone; now, if left out."),
    OpenApiParameter("until", str, description="A time with its zone; 31 days later, if left out."),
]


class EventsView(APIView):
    """The events of the calendar."""

    @extend_schema(operation_id="calendar_events_list", parameters=_SPAN, responses=EventData(many=True))
    def get(self, request: Request) -> Response:
        """Return what takes place between two times, a year at most, earliest first."""
        wanted = checked(SpanData(data=request.query_params))
        since = wanted.get("since", timezone.now())
        until = wanted.get("until", since + _SHOWN)
        found = services.list_events(calendar=store_of(access_for(request)), since=since, until=until)
        return Response(EventData(found, many=True).data)

    @extend_schema(request=NewEventData, responses={201: EventData})
    def post(self, request: Request) -> Response:
        """Add an event."""
        wanted = validated(NewEventData(data=request.data))
        event = services.create_event(calendar=_writable(request), **wanted)
        return Response(EventData(event).data, status.HTTP_201_CREATED)


class EventView(APIView):
    """One event, by its id. The id of an occurrence means that one, the id of a series all of it."""

    @extend_schema(request=EventChangeData(partial=True), responses=EventData)
    def patch(self, request: Request, event_id: str) -> Response:
        """Change what is given, and nothing else. Where only the beginning moves, the length stays."""
        wanted = validated(EventChangeData(data=request.data, partial=True))
        event = services.update_event(calendar=_writable(request), event_id=event_id, **wanted)
        return Response(EventData(event).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: str) -> Response:
        """Delete the event for good, an occurrence alone, or the whole series by its id."""
        services.delete_event(calendar=_writable(request), event_id=event_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FeedView(APIView):
    """The feed of the calendar, to which other programs subscribe."""

    @extend_schema(request=None, responses={201: FeedData})
    def post(self, request: Request) -> Response:
        """Make a feed, or a new one in place of the last. The answer is the only place its address is in.

        Whoever has the address reads the calendar, so a key needs the scope `read` too.
        """
        access = access_for(request)
        access.require_scope("read")
        secret = make_feed(access)
        address = request.build_absolute_uri(reverse("calendar-feed", args=[secret]))
        return Response(FeedData({"address": address}).data, status.HTTP_201_CREATED)


class AccountView(APIView):
    """The CalDAV account in which the calendar is kept. What it was given is never returned."""

    @extend_schema(request=AccountData, responses={204: None})
    def put(self, request: Request) -> Response:
        """Keep the calendar in this account. The server is asked at once. What is wrong is said by field."""
        wanted = validated(AccountData(data=request.data))
        accounts.connect_account(access=access_for(request), **wanted)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Forget the account and keep the calendar here again. What is on its server stays there."""
        accounts.disconnect_account(access=access_for(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _writable(request: Request) -> CalendarStore:
    access_for(request).require_writer()
    return store_of(access_for(request))
