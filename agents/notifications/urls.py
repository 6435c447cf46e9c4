"""The settings tab that lists, adds and removes web hooks."""

from functools import partial

from django.urls import path
from django.utils.translation import gettext_lazy

from agents.notifications.services import remove_web_hook
from agents.notifications.trial_message import send_test
from agents.notifications.views import RenewSecret, WebHookSettings
from omniforge.tenants.views.actions import ServiceAction

_button = partial(ServiceAction.as_view, next_page="settings-web-hooks")

urlpatterns = [
    path("", WebHookSettings.as_view(), name="settings-web-hooks"),
    path("<str:web_hook>/test/", _button(service=send_test), name="test-web-hook"),
    path("<str:web_hook>/secret/", RenewSecret.as_view(), name="renew-web-hook-secret"),
    path(
        "<str:web_hook>/remove/",
        _button(service=remove_web_hook, done=gettext_lazy("Nothing is posted there any more.")),
        name="remove-web-hook",
    ),
]
