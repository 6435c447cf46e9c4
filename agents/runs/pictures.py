"""The person's attached images. They are loaded only when a request is sent. Runs store their ids."""

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from omniforge.errors import OmniForgeError
from omniforge.files.attached import AttachedFile
from omniforge.files.selectors import content_of, get_file
from omniforge.files.types import Kind, type_of
from omniforge.llm.types import ChatMessage, Image
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_MOST = 8  # in one request, newest first
_LARGEST = 5_000_000  # bytes, Anthropic's limit
_UNSEEN = "(An image of this message cannot be seen: it is larger than 5 MB, or it is deleted or damaged.)"


def images_of(files: Sequence[AttachedFile]) -> tuple[Image, ...]:
    """Return those of the files that are images, without their bytes."""
    return tuple(Image(str(one.id), one.media_type) for one in files if type_of(one.name).kind is Kind.IMAGE)


class Pictures:
    """The images that one run has loaded."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._loaded: dict[str, Image | None] = {}

    async def shown_in(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the messages with the newest images in them. Missing and oversized images are left out."""
        room, result = _MOST, list[ChatMessage]()
        for message in reversed(messages):
            wanted = message.images[:room]
            room -= len(wanted)
            result.append(await self._shown(message, wanted) if message.images else message)
        return result[::-1]

    async def _shown(self, message: ChatMessage, wanted: Sequence[Image]) -> ChatMessage:
        loaded = [await self._load(one) for one in wanted]
        seen = tuple(one for one in loaded if one)
        words = message.content if len(seen) == len(loaded) else f"{message.content}\n\n{_UNSEEN}"
        return replace(message, content=words, images=seen)

    async def _load(self, image: Image) -> Image | None:
        if image.file not in self._loaded:
            self._loaded[image.file] = await self._read(image)
        return self._loaded[image.file]

    async def _read(self, image: Image) -> Image | None:
        try:
            stored = await in_database(get_file, self._access, UUID(image.file))
            content = await asyncio.to_thread(content_of, stored)
        except OmniForgeError:
            return None
        return replace(image, data=b64encode(content).decode()) if len(content) <= _LARGEST else None
