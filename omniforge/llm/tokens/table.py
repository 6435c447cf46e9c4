"""A vocabulary as a hash table in a memory-mapped file.

The file holds the slots, then the offsets of the tokens, then all tokens. The number of slots is a power of
two. A slot holds the number of a token, or 0 if it is empty. CRC-32 gives a token's slot. Collisions use
linear probing.
"""

import base64
import gzip
import hashlib
import mmap
import zlib
from array import array
from functools import cache
from pathlib import Path
from threading import Lock

from django.conf import settings

from omniforge.storage.durable import write_durably

_RANKS = Path(__file__).parent / "o200k_base" / "ranks.tiktoken.gz"
# The published hash, which OpenAI's library `tiktoken` checks (tiktoken_ext/openai_public.py).
_HASH = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
_TOKENS = 199_998
_SLOTS = 1 << 19
_making = Lock()


class Table:
    """The tokens of a file that `_write` has written."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        begins = 4 * _SLOTS
        tokens = begins + 4 * (_TOKENS + 1)
        self._slots = view[:begins].cast("I")
        self._begins = view[begins:tokens].cast("I")
        self._tokens = view[tokens:]

    def rank(self, token: bytes) -> int | None:
        slots, begins = self._slots, self._begins
        slot = zlib.crc32(token) % _SLOTS
        while number := slots[slot]:
            if self._tokens[begins[number - 1] : begins[number]] == token:
                return number - 1
            slot = (slot + 1) % _SLOTS
        return None


def load_table() -> Table:
    """Return the table, mapped once per process and created at the first start. Raises OSError."""
    with _making:  # concurrent callers wait
        return _load()


@cache
def _load() -> Table:
    path = settings.VAR / "tokens" / f"{_HASH[:16]}.table"
    if not path.exists():
        _write(path)
    return Table(path)


def _write(path: Path) -> None:
    tokens = _read_tokens()
    slots = array("I", bytes(4 * _SLOTS))
    begins = array("I", [0])
    for number, token in enumerate(tokens, 1):
        slot = zlib.crc32(token) % _SLOTS
        while slots[slot]:
            slot = (slot + 1) % _SLOTS
        slots[slot] = number
        begins.append(begins[-1] + len(token))
    write_durably(path, slots.tobytes() + begins.tobytes() + b"".join(tokens))


def _read_tokens() -> list[bytes]:
    """Return all tokens by rank. Raises ValueError if the file isn't the one that OpenAI publishes."""
    published = gzip.decompress(_RANKS.read_bytes())
    if hashlib.sha256(published).hexdigest() != _HASH:
        raise ValueError(f"{_RANKS.name} is damaged: its SHA-256 differs. Install OmniForge anew.")
    return [base64.b64decode(line.partition(b" ")[0]) for line in published.splitlines()]
