"""The address of a calendar's feed."""

from django.urls import path

from omniforge.calendar.views import calendar_feed

urlpatterns = [path("calendar/<str:secret>.ics", calendar_feed, name="calendar-feed")]
