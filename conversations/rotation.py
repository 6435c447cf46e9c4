"""Key rotation: everything that is encrypted is written anew under the first key, while the site runs.

A row is done when the first key opens it, so a run that was killed goes on where it stopped. A value is
replaced only where it still is what was read: what somebody writes meanwhile is never lost.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import F, Model, QuerySet, TextField
from django.db.models.functions import Cast

from omniforge.encryption import CannotDecrypt, reencrypt
from omniforge.fields import NOTHING, Ciphertext, EncryptedField

logger = logging.getLogger(__name__)

_BATCH = 200  # rows in a transaction

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the rows of a model are: looked at, of how many, and what came of them."""

    model: str
    seen: int
    total: int
    rotated: int
    unreadable: int


def encrypted_models() -> Iterator[tuple[type[Model], list[str]]]:
    """Yield every model of the site that has encrypted columns, with their names."""
    for model in apps.get_models():
        names = [
            field.name for field in model._meta.local_concrete_fields if isinstance(field, EncryptedField)
        ]
        if names and not model._meta.proxy:
            yield model, names


def rotate_model(model: type[Model], names: list[str]) -> Iterator[Progress]:
    """Write the columns `names` of all rows under the first key; yields after each batch."""
    total, seen, rotated, unreadable, last = model._base_manager.count(), 0, 0, 0, None
    while rows := _read(model, names, last):
        with transaction.atomic():
            outcomes = [_rotate(model, names, row) for row in rows]
        seen, last = seen + len(rows), rows[-1]["pk"]
        rotated += outcomes.count("rotated")
        unreadable += outcomes.count("unreadable")
        yield Progress(model._meta.label, seen, total, rotated, unreadable)


def _read(model: type[Model], names: Iterable[str], after: Any) -> list[Row]:
    """Return the next rows by primary key, with their columns as they are stored, unopened."""
    rows = _unopened(model, names).order_by("pk").values("pk", *map(_stored, names))
    return list((rows if after is None else rows.filter(pk__gt=after))[:_BATCH])


def _rotate(model: type[Model], names: Iterable[str], row: Row) -> str:
    """Return `kept` for a row that is under the first key, or that somebody wrote meanwhile."""
    stored = {name: row[_stored(name)] for name in names}
    tokens = {name: token for name, token in stored.items() if token is not None and token not in NOTHING}
    try:
        anew = {name: reencrypt(token, name=f"{model._meta.label}.{name}") for name, token in tokens.items()}
    except CannotDecrypt as error:
        logger.error("row %s: %s", row["pk"], error)
        return "unreadable"
    changed = [name for name in tokens if anew[name] != tokens[name]]
    if not changed:
        return "kept"
    same = _unopened(model, changed).filter(pk=row["pk"], **{_stored(name): tokens[name] for name in changed})
    written = same.update(**{name: Ciphertext(anew[name]) for name in changed})
    return "rotated" if written else "kept"


def _unopened(model: type[Model], names: Iterable[str]) -> QuerySet[Any]:
    stored = {_stored(name): Cast(F(name), TextField()) for name in names}
    rows: QuerySet[Any] = model._base_manager.annotate(**stored)
    return rows


def _stored(name: str) -> str:
    return f"stored_{name}"
