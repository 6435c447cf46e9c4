"""The paths of the calendar in the API, under /api/v1/calendar/."""

from django.urls import path

from omniforge.calendar.api import AccountView, EventsView, EventView, FeedView

urlpatterns = [
    path("account/", AccountView.as_view(), name="api-calendar-account"),
    path("events/", EventsView.as_view(), name="api-calendar-events"),
    path("events/<str:event_id>/", EventView.as_view(), name="api-calendar-event"),
    path("feed/", FeedView.as_view(), name="api-calendar-feed"),
]
