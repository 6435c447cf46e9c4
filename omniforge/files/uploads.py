"""Receives uploads in memory. A temporary file would be unencrypted and survive a crash."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from omniforge.files.services import require_size

_AROUND = 64 * 1024  # bytes of a body besides the file: headers and boundaries


class CappedUpload(FileUploadHandler):
    """Accepts one file up to settings.MAX_FILE_MB. Raises TooLarge as soon as that is exceeded."""

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, boundary: Any, encoding: str | None = None
    ) -> None:
        """Refuse a body by its declared length before receiving it."""
        if content_length > (settings.MAX_FILE_MB << 20) + _AROUND:
            require_size(content_length)

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._content = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        require_size(start + len(raw_data))
        self._content.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self._content.seek(0)
        return InMemoryUploadedFile(
            self._content,
            self.field_name,
            self.file_name or "",
            self.content_type or "",
            file_size,
            self.charset,
        )
