"""A file as messages and events show it."""

from django.urls import reverse

from agents.events import WrittenFile
from agents.models import StoredFile


def card_of(file: StoredFile) -> WrittenFile:
    """Return what a page needs to show a file and to offer its download."""
    return WrittenFile(str(file.pk), file.name, file.media_type, file.size, link_to(file))


def link_to(file: StoredFile) -> str:
    """Return the path that downloads a file, for those who may."""
    return reverse("api-file", args=[file.pk])
