from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    """What was said: the record, turns, streams, sockets, REST and pages."""

    name = "conversations"

    def ready(self) -> None:
        from conversations.wire.feed import tell_watchers
        from omniforge.projects.signals import changed

        changed.connect(tell_watchers)
