"""Images in requests: in each vendor's format, or described to models without vision."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from omniforge.llm.types import ChatMessage, Image, ModelRequest

_UNSEEN = (
    "(An image is attached here, but you can't see images. Say so, and never guess what it shows. The "
    "person can pick a model that sees images.)"
)


def has_images(request: ModelRequest) -> bool:
    """Return whether any message has an image."""
    return any(message.images for message in request.messages)


def without_images(request: ModelRequest) -> ModelRequest:
    """Return the request for a model without vision: text says which images it misses."""
    return replace(request, messages=tuple(map(_told, request.messages)))


def _told(message: ChatMessage) -> ChatMessage:
    if not message.images:
        return message
    return replace(message, content=f"{message.content}\n\n{_UNSEEN}", images=())


def chat_parts(message: ChatMessage) -> str | list[dict[str, Any]]:
    """Return a message's content for chat completions."""
    shown = [{"type": "image_url", "image_url": {"url": _url(one)}} for one in message.images]
    return _beside(shown, {"type": "text", "text": message.content}) if shown else message.content


def response_parts(message: ChatMessage) -> str | list[dict[str, Any]]:
    """Return a message's content for the Responses API."""
    shown = [{"type": "input_image", "image_url": _url(one)} for one in message.images]
    return _beside(shown, {"type": "input_text", "text": message.content}) if shown else message.content


def anthropic_blocks(message: ChatMessage) -> str | list[dict[str, Any]]:
    """Return a message's content for Anthropic, which recommends images before the text."""
    shown = [
        {"type": "image", "source": {"type": "base64", "media_type": one.media_type, "data": one.data}}
        for one in message.images
    ]
    return _beside(shown, {"type": "text", "text": message.content}) if shown else message.content


def _beside(shown: Sequence[dict[str, Any]], words: dict[str, Any]) -> list[dict[str, Any]]:
    return [*shown, words]


def _url(image: Image) -> str:
    return f"data:{image.media_type};base64,{image.data}"
