from django.apps import AppConfig


class IntentConfig(AppConfig):
    """The classification of messages. It has no tables; it is an app for its management commands."""

    name = "intent"
