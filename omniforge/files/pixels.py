"""The declared size of an image, from the header of each format. Nothing is decoded."""

import struct
from collections.abc import Callable, Mapping

Size = tuple[int, int]  # width and height

_NO_FRAME = frozenset((0xC4, 0xC8, 0xCC))  # markers in the range of JPEG frames that are tables or reserved
_ALONE = frozenset((0x01, *range(0xD0, 0xD8)))  # markers without a segment


def size_of(content: bytes, media_type: str) -> Size | None:
    """Return the width and height of an image in pixels, or None if the header doesn't say."""
    try:
        return _READERS[media_type](content)
    except (KeyError, struct.error, IndexError):
        return None


def _png(content: bytes) -> Size | None:
    return struct.unpack(">II", content[16:24]) if content[12:16] == b"IHDR" else None


def _gif(content: bytes) -> Size | None:
    return struct.unpack("<HH", content[6:10])


def _jpeg(content: bytes) -> Size | None:
    at = 2
    while content[at] == 0xFF:
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 if marker in _ALONE else 1 if marker == 0xFF else 2 + _length(content, at + 2)
    return None


def _length(content: bytes, at: int) -> int:
    return int(struct.unpack(">H", content[at : at + 2])[0])


def _webp(content: bytes) -> Size | None:
    match content[12:16]:
        case b"VP8X":
            width, height = struct.unpack("<3s3s", content[24:30])
            return 1 + int.from_bytes(width, "little"), 1 + int.from_bytes(height, "little")
        case b"VP8L":
            (bits,) = struct.unpack("<I", content[21:25])
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return width & 0x3FFF, height & 0x3FFF
    return None


_READERS: Mapping[str, Callable[[bytes], Size | None]] = {
    "image/png": _png,
    "image/gif": _gif,
    "image/jpeg": _jpeg,
    "image/webp": _webp,
}
