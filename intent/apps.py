from django.apps import AppConfig


class IntentConfig(AppConfig):
    """The classification of messages. It has no tables. It is an app for its management commands."""

    name = "intent"
