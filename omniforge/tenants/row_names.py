"""Names of rows in the audit, instead of ids.

Each package registers the names of its own models in its `admin.py`. A title that the site derived from
somebody's words is not used as a name: people's texts are hidden from the audit.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.text import capfirst

Describe = Callable[[Any], str]


class Target(NamedTuple):
    """A reference to a row of the model with this name, in this tenant."""

    model_name: str
    id: str
    tenant_id: UUID | None


@dataclass(frozen=True, slots=True)
class _Naming:
    model: type[Model]
    describe: Describe
    fields: tuple[str, ...]
    tenant_path: str

    def rows(self, targets: list[Target]) -> QuerySet[Model]:
        """Return the referenced rows, with the fields that make up their names."""
        related = {field.rpartition("__")[0] for field in self.fields} - {""}
        rows = self.model._default_manager.only(*self.fields).select_related(*related or [None])
        if self.tenant_path:
            rows = rows.filter(**{f"{self.tenant_path}__in": {target.tenant_id for target in targets}})
        return rows.filter(pk__in=list(_ids(targets)))


_namings: dict[str, _Naming] = {}


def call_rows(model: type[Model], describe: Describe, *fields: str, tenant_path: str = "tenant") -> None:
    """Register `describe`, which makes a row's name from its `fields`. Paths with `__` follow relations.

    `tenant_path` leads to the row's tenant. It is empty for rows without one.
    """
    _namings[str(model._meta.model_name)] = _Naming(model, describe, fields, tenant_path)


def name_of(row: Model) -> str:
    """Return a row's name, its kind first."""
    return _namings[str(row._meta.model_name)].describe(row)


def name_of_deleted(model_name: str) -> str:
    """Return the name of a deleted row: its kind."""
    naming = _namings.get(model_name)
    return f"Deleted {naming.model._meta.verbose_name}" if naming else capfirst(model_name)


def find_rows(targets: Iterable[Target]) -> dict[Target, Model]:
    """Return the targets that still exist, by one query per kind."""
    known = {target for target in targets if target.model_name in _namings}
    found: dict[Target, Model] = {}
    for model_name in sorted({target.model_name for target in known}):
        found |= _found(model_name, [target for target in known if target.model_name == model_name])
    return found


def _found(model_name: str, targets: list[Target]) -> dict[Target, Model]:
    rows = {str(row.pk): row for row in _namings[model_name].rows(targets)}
    return {target: rows[target.id] for target in targets if target.id in rows}


def _ids(targets: list[Target]) -> Iterator[UUID]:
    for target in targets:
        try:
            yield UUID(target.id)
        except ValueError:  # no row has such an id
            continue
