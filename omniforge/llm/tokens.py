"""Counting tokens, without a network: OpenAI's own table lies beside this."""

import gzip
import hashlib
import os
from functools import cache
from pathlib import Path
from threading import Lock

import tiktoken
from django.conf import settings
from tiktoken_ext.openai_public import o200k_base

_TABLE = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
_PACKED = Path(__file__).parent / "data" / "o200k_base.tiktoken.gz"
_loading = Lock()
_SLICE = 10_000  # characters: the longest message is one slice


def count(text: str) -> int:
    """Return how many tokens `text` is for today's OpenAI models; a close estimate for the others."""
    # In slices, as tiktoken panics (which no `except Exception` catches) at a million spaces in a row, and
    # gets slow at long runs of a letter. A slice border is off by a token at most.
    encode = _encoding().encode_ordinary
    return sum(len(encode(text[start : start + _SLICE])) for start in range(0, len(text), _SLICE))


def _encoding() -> tiktoken.Encoding:
    """Return the table, loaded once; who comes while another thread loads it waits for that one."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> tiktoken.Encoding:
    """Load the table, which takes half a second and 50 MB: only where tokens are counted."""
    os.environ["TIKTOKEN_CACHE_DIR"] = str(_seed_cache(settings.VAR / "tiktoken"))
    table = o200k_base()
    encoding = tiktoken.Encoding(**table)
    table["mergeable_ranks"].clear()  # the encoder has its own copy; this one would keep 30 MB more
    return encoding


def _seed_cache(folder: Path) -> Path:
    """Put the table where tiktoken keeps what it downloads; tiktoken checks its hash."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha1(_TABLE.encode()).hexdigest()
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_bytes(gzip.decompress(_PACKED.read_bytes()))
        draft.rename(path)
    return folder
