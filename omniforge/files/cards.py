"""A file as shown in messages and events: a value without an ORM import."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from omniforge.files.models import StoredFile


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that a tool wrote. `size` is bytes, `link` downloads it."""

    id: str
    name: str
    media_type: str
    size: int
    link: str


def card_of(file: "StoredFile") -> WrittenFile:
    """Return the values that a page shows of a file."""
    return WrittenFile(str(file.pk), file.name, file.media_type, file.size, link_to(file))


def link_to(file: "StoredFile") -> str:
    """Return the download path. Access is checked there."""
    return reverse("api-file", args=[file.pk])
