"""A file as messages and events show it. A value, for which no table is loaded."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from omniforge.files.models import StoredFile


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that a tool wrote; `size` is bytes, `link` downloads it."""

    id: str
    name: str
    media_type: str
    size: int
    link: str


def card_of(file: "StoredFile") -> WrittenFile:
    """Return what a page needs to show a file and to offer its download."""
    return WrittenFile(str(file.pk), file.name, file.media_type, file.size, link_to(file))


def link_to(file: "StoredFile") -> str:
    """Return the path that downloads a file, for those who may."""
    return reverse("api-file", args=[file.pk])
