from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    """What was said: the record, turns, streams, sockets, REST and pages."""

    name = "conversations"
