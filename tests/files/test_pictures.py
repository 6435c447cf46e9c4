"""Previews of images: real images only, of bounded size, for those who may see the file."""

import struct

import pytest

from omniforge.files.pixels import size_of
from omniforge.files.services import store_file
from tests.clients import browser, program
from tests.factories import make_member

WIDE, HIGH = 640, 480


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + b"\x08\x02\0\0\0"


def webp(kind: bytes, rest: bytes) -> bytes:
    return b"RIFF\0\0\0\0WEBP" + kind + b"\0\0\0\0" + rest


IMAGES = {
    "png": ("image/png", png(WIDE, HIGH)),
    "gif": ("image/gif", b"GIF89a" + struct.pack("<HH", WIDE, HIGH)),
    "jpeg": (
        "image/jpeg",
        b"\xff\xd8\xff\xe0\x00\x04JF\xff\xc4\x00\x03x\xff\xff\xc2\x00\x11\x08"
        + struct.pack(">HH", HIGH, WIDE),
    ),
    "webp-large": (
        "image/webp",
        webp(b"VP8X", b"\0" * 4 + (WIDE - 1).to_bytes(3, "little") + (HIGH - 1).to_bytes(3, "little")),
    ),
    "webp-lossless": ("image/webp", webp(b"VP8L", b"/" + (WIDE - 1 | HIGH - 1 << 14).to_bytes(4, "little"))),
    "webp-lossy": ("image/webp", webp(b"VP8 ", b"\0\0\0\x9d\x01*" + struct.pack("<HH", WIDE, HIGH))),
}


@pytest.mark.parametrize("name", IMAGES)
def test_image_size_is_read_only_from_a_complete_header(name):
    media_type, content = IMAGES[name]
    assert size_of(content, media_type) == (WIDE, HIGH)
    assert {size_of(content[:length], media_type) for length in range(len(content) - 5)} <= {None}


@pytest.mark.django_db(transaction=True)
def test_image_is_served_inline_with_its_media_type(ann, acme):
    file = store_file(access=ann, name="chart.png", content=png(WIDE, HIGH))
    address = f"/api/v1/files/{file.pk}/picture/"
    shown = browser(ann).get(address)
    assert shown.content == png(WIDE, HIGH)
    assert {name: shown[name] for name in ("Content-Type", "X-Content-Type-Options", "Cache-Control")} == {
        "Content-Type": "image/png",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
    }
    assert shown["Content-Security-Policy"] == "sandbox; default-src 'none'"
    again = browser(ann).get(address, headers={"If-None-Match": shown["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = program(make_member(acme)).get(address, headers={"If-None-Match": shown["ETag"]})
    assert other.status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.txt", b"<svg onload=alert(1)>"),
        ("bomb.png", png(30_000, 30_000)),
        ("cut.png", png(1, 1)[:18]),
        ("heavy.png", png(WIDE, HIGH) + b"\0" * 5_000_000),
    ],
)
def test_file_that_is_no_image_has_no_picture(ann, name, content):
    file = store_file(access=ann, name=name, content=content)
    assert program(ann).get(f"/api/v1/files/{file.pk}/picture/").status_code == 404
