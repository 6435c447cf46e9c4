"""Images that pages show as thumbnails. The browser scales them. Nothing is decoded here."""

from uuid import UUID

from omniforge.errors import NotFound
from omniforge.files.models import StoredFile
from omniforge.files.pixels import size_of
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.tenants.access import Access

LARGEST = 5_000_000  # bytes: a page that shows the image loads all of it
MOST_PIXELS = 40_000_000  # a few bytes can declare far more, for which the browser would allocate memory


def get_picture(access: Access, file_id: UUID) -> StoredFile:
    """Return a displayable image. Raises NotFound, also for other files and images that are too large."""
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
