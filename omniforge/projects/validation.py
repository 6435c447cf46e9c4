"""Validation of project contents, with errors by field."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypedDict
from uuid import UUID

from django.utils.translation import gettext

from omniforge.errors import InvalidInput
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import ProjectState
from omniforge.projects.search.meaning import embedding_model
from omniforge.tenants.connected.choice import models_of

TITLE = 200  # characters
DESCRIPTION = 4_000
CONTENT = 500_000
_LENGTHS = {"name": TITLE, "title": TITLE, "description": DESCRIPTION, "content": CONTENT}


class ProjectFields(TypedDict, total=False):
    """The changeable fields of a project."""

    name: str
    description: str
    state: str
    meaning_search: bool


class DocumentFields(TypedDict, total=False):
    """The changeable fields of a document. `move` changes its place."""

    title: str
    description: str
    content: str


class EntityFields(TypedDict, total=False):
    """The changeable fields of an entity. `fields` are merged into its own. None removes one."""

    title: str
    description: str
    state: str
    priority: int | None
    due_on: date | None
    fields: dict[str, Any]


def check_project_fields(fields: ProjectFields, *, tenant_id: UUID) -> dict[str, Any]:
    """Return the fields in stored form. Raises InvalidInput."""
    checks: dict[str, Callable[[Any], str]] = {
        "state": lambda state: _one_of(state, ProjectState.values),
        "meaning_search": lambda wanted: _wrong_meaning_search(wanted, tenant_id),
    }
    return _checked(fields, checks)


def check_document_fields(fields: DocumentFields) -> dict[str, Any]:
    """Return the fields in stored form. Raises InvalidInput."""
    return _checked(fields, {})


def check_entity_fields(kind: Kind, fields: EntityFields) -> dict[str, Any]:
    """Return the fields of an entity of this kind in stored form. Raises InvalidInput."""
    checks: dict[str, Callable[[Any], str]] = {
        "state": lambda state: _one_of(state, RULES[kind].states),
        "priority": _wrong_priority,
        "due_on": lambda due: "" if due is None or isinstance(due, date) else "Give a date as YYYY-MM-DD.",
        "fields": lambda own: _wrong_fields(kind, own),
    }
    return _checked(fields, checks)


def _checked(fields: Mapping[str, Any], checks: Mapping[str, Callable[[Any], str]]) -> dict[str, Any]:
    checked = {
        name: _stripped(value) if name in ("name", "title") else value for name, value in fields.items()
    }
    wrong = {name: _wrong_text(name, value) for name, value in checked.items() if name in _LENGTHS}
    wrong |= {name: check(checked[name]) for name, check in checks.items() if name in checked}
    if found := {name: [what] for name, what in wrong.items() if what}:
        raise InvalidInput(" ".join(f"{name}: {what[0]}" for name, what in found.items()), fields=found)
    return checked


def _stripped(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def _wrong_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        return "Give text."
    if name in ("name", "title") and not value:
        return gettext("It needs a name.")
    most = _LENGTHS[name]
    said = gettext("At most {most} characters, these are {length}.")
    return said.format(most=f"{most:,}", length=f"{len(value):,}") if len(value) > most else ""


def _one_of(value: Any, choices: tuple[str, ...] | list[str]) -> str:
    return "" if value in choices else f"Choose one of {', '.join(choices)}."


def _wrong_meaning_search(wanted: Any, tenant_id: UUID) -> str:
    if not isinstance(wanted, bool):
        return "Give true or false."
    possible = not wanted or embedding_model(models_of(tenant_id))
    refusal = gettext("No connected model searches by meaning. An owner or admin can choose one in Settings.")
    return "" if possible else refusal


def _wrong_priority(value: Any) -> str:
    fits = value is None or (isinstance(value, int) and 1 <= value <= 5)
    return "" if fits else "Give a whole number from 1, the most urgent, to 5."


def _wrong_fields(kind: Kind, own: Any) -> str:
    known = RULES[kind].fields
    if not isinstance(own, Mapping):
        return "Give an object."
    if unknown := sorted(set(own) - set(known)):
        has = f"has {', '.join(known)}" if known else "has none"
        return f"There is no field {', '.join(unknown)}; a {kind} {has}."
    wrong = [name for name, value in own.items() if not _fits(value, known[name])]
    return f"{', '.join(wrong)} does not fit." if wrong else ""


def _fits(value: Any, wanted: type[str] | type[float]) -> bool:
    if value is None:
        return True
    if wanted is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return isinstance(value, str) and len(value) <= DESCRIPTION
