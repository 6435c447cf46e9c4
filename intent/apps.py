from django.apps import AppConfig


class IntentConfig(AppConfig):
    """What is wanted. It has no tables; it is an app for its commands."""

    name = "intent"
