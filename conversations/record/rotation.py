"""Key rotation: all encrypted data is re-encrypted with the first key, while the site runs.

A row that the first key decrypts is done, so an interrupted run resumes where it stopped. A value is replaced
only if it is unchanged since it was read, so concurrent writes are never lost.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import F, Model, QuerySet, TextField
from django.db.models.functions import Cast

from omniforge.storage.database import considerate_transaction
from omniforge.storage.encryption import CannotDecrypt, reencrypt
from omniforge.storage.fields import NOTHING, Ciphertext, EncryptedField

logger = logging.getLogger(__name__)

_BATCH = 200  # rows read at once
_LONGEST = 0.02  # seconds per transaction, whatever the size of rows: it blocks all other writes on SQLite

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a model: examined rows, total, and results."""

    model: str
    seen: int
    total: int
    rotated: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Change:
    """A row and its changed columns by name: the stored value, and the one under the first key."""

    pk: Any
    columns: dict[str, tuple[str, str]]

    def __bool__(self) -> bool:
        return bool(self.columns)


def encrypted_models() -> Iterator[tuple[type[Model], list[str]]]:
    """Yield every model of the site that has encrypted columns, with their names."""
    for model in apps.get_models():
        names = [
            field.name for field in model._meta.local_concrete_fields if isinstance(field, EncryptedField)
        ]
        if names and not model._meta.proxy:
            yield model, names


def rotate_model(model: type[Model], names: list[str]) -> Iterator[Progress]:
    """Re-encrypt the columns `names` of all rows. Yields after each batch."""
    total, seen, rotated, unreadable, last = model._base_manager.count(), 0, 0, 0, None
    while rows := _read(model, names, last):
        changes = [_reencrypted(model, names, row) for row in rows]
        seen, last = seen + len(rows), rows[-1]["pk"]
        rotated += _write(model, [change for change in changes if change])
        unreadable += changes.count(None)
        yield Progress(model._meta.label, seen, total, rotated, unreadable)


def _read(model: type[Model], names: Iterable[str], after: Any) -> list[Row]:
    """Return the next rows by primary key, with their columns encrypted."""
    rows = _unopened(model, names).order_by("pk").values("pk", *map(_stored, names))
    return list((rows if after is None else rows.filter(pk__gt=after))[:_BATCH])


def _reencrypted(model: type[Model], names: Iterable[str], row: Row) -> Change | None:
    """Return a row's change, or None if no key decrypts it."""
    stored = {name: row[_stored(name)] for name in names}
    tokens = {name: token for name, token in stored.items() if token is not None and token not in NOTHING}
    try:
        anew = {name: reencrypt(token, name=f"{model._meta.label}.{name}") for name, token in tokens.items()}
    except CannotDecrypt as error:
        logger.error("row %s: %s", row["pk"], error)
        return None
    return Change(
        row["pk"], {name: (tokens[name], anew[name]) for name in tokens if anew[name] != tokens[name]}
    )


def _write(model: type[Model], changes: list[Change]) -> int:
    """Write rows. Returns how many. Rows that changed in the meantime are skipped."""
    written, rest = 0, changes[::-1]
    while rest:
        with considerate_transaction():
            until = time.monotonic() + _LONGEST
            written += _write_row(model, rest.pop())
            while rest and time.monotonic() < until:
                written += _write_row(model, rest.pop())
    return written


def _write_row(model: type[Model], change: Change) -> int:
    before = {_stored(name): old for name, (old, _) in change.columns.items()}
    same = _unopened(model, change.columns).filter(pk=change.pk, **before)
    return same.update(**{name: Ciphertext(new) for name, (_, new) in change.columns.items()})


def _unopened(model: type[Model], names: Iterable[str]) -> QuerySet[Any]:
    stored = {_stored(name): Cast(F(name), TextField()) for name in names}
    rows: QuerySet[Any] = model._base_manager.annotate(**stored)
    return rows


def _stored(name: str) -> str:
    return f"stored_{name}"
