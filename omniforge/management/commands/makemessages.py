"""Bring the catalogues of translations up to date (`manage.py makemessages`)."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from omniforge.management.catalogue import Translated, renew


class Command(BaseCommand):
    """Replaces Django's command of this name, which needs GNU gettext. It also compiles."""

    help = "Takes the texts of code, templates and data into each language's catalogue, and compiles it."

    def handle(self, *args: Any, **options: Any) -> None:
        for language, _name in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                catalogue = renew(language)
                missing = sum(not _is_whole(message.string) for message in catalogue if message.id)
                self.stdout.write(f"{language}: {len(catalogue)} texts, {missing} without a translation")


def _is_whole(translated: Translated) -> bool:
    return bool(translated) if isinstance(translated, str) or not translated else all(translated)
