"""The site's own secrets: from the environment, else generated once and stored under `var/`."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.management.utils import get_random_secret_key
from environ import Env

_KEY = re.compile(r"[A-Za-z0-9_-]{43}=")


def malformed(keys: Iterable[str]) -> list[int]:
    """Return the positions, from 1, of malformed keys: quoted, cut off, with a space.

    Fernet ignores such characters, but keys derived from a key's text would differ.
    """
    return [place for place, key in enumerate(keys, 1) if not _KEY.fullmatch(key)]


def load_keys(folder: Path) -> None:
    """Set SECRET_KEY and FIELD_ENCRYPTION_KEY in the environment if they are missing.

    They are read from `keys.env` in `folder`, which is created on first use, readable by its owner alone.
    """
    path = folder / "keys.env"
    if not path.exists():
        _write_keys(path)
    Env.read_env(path)


def _write_keys(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = f"SECRET_KEY='{_shell_safe_key()}'\nFIELD_ENCRYPTION_KEY='{Fernet.generate_key().decode()}'\n"
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(lines)
    try:  # link() fails if the file exists, so the first of two concurrent processes wins.
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _shell_safe_key() -> str:
    """Return a key without characters that need escaping in single quotes."""
    return "".join(c for c in get_random_secret_key() + get_random_secret_key() if c.isalnum())
