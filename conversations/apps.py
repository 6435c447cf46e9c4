from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class ConversationsConfig(AppConfig):
    """Conversations: storage, turns, streams, sockets, REST and pages."""

    name = "conversations"

    def ready(self) -> None:
        from conversations.record.search.triggers import drop_triggers, make_triggers
        from conversations.wire.feed import notify_watchers
        from omniforge.projects.signals import changed

        changed.connect(notify_watchers)
        pre_migrate.connect(drop_triggers, sender=self)
        post_migrate.connect(make_triggers, sender=self)
