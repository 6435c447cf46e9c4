"""Images that pages show small, beside a message. The browser scales them; nothing is decoded here."""

from uuid import UUID

from omniforge.errors import NotFound
from omniforge.files.models import StoredFile
from omniforge.files.pixels import size_of
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.tenants.access import Access

LARGEST = 5_000_000  # bytes: each page that shows it loads all of them
MOST_PIXELS = 40_000_000  # a few bytes can say that they are far more, which the browser would make room for


def get_picture(access: Access, file_id: UUID) -> StoredFile:
    """Return an image that can be shown. Raises NotFound, also for other files and for images too large."""
    file = get_file(access, file_id)
    if type_of(file.name).kind is not Kind.IMAGE or file.size > LARGEST:
        raise NotFound
    return file


def picture_of(file: StoredFile) -> bytes:
    """Return the bytes of an image. Raises NotFound if they are lost, or it has too many pixels."""
    content = content_of(file)
    size = size_of(content, file.media_type)
    if size is None or size[0] * size[1] > MOST_PIXELS:
        raise NotFound
    return content
