"""The tab of the settings on which web hooks are listed, added and removed."""

from django.urls import path

from agents.notifications.services import remove_web_hook
from agents.notifications.views import WebHookSettings
from omniforge.tenants.views.actions import ServiceAction

urlpatterns = [
    path("", WebHookSettings.as_view(), name="settings-web-hooks"),
    path(
        "<str:web_hook>/remove/",
        ServiceAction.as_view(
            service=remove_web_hook,
            next_page="settings-web-hooks",
            done="Nothing is posted there any more.",
        ),
        name="remove-web-hook",
    ),
]
