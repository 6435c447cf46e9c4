"""Formats values for the audit's pages: in words, with times in the workspace's zone."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Field, Model
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from omniforge.tenants.row_names import Target, find_rows, name_of, name_of_deleted

NOTHING = "–"
_ENDINGS = (" at", " on")  # suffixes of fields with a time or a day


def column(field: "Field[Any, Any]", label: str = "") -> Callable[[Model], str]:
    """Return a column that shows a field. Its title is `label`, or the field's name if there is none."""

    @admin.display(ordering=field.name, description=label or label_of(field))
    def shown(row: Model) -> str:
        if field.choices:
            return format_value(getattr(row, f"get_{field.name}_display")())
        return format_value(_value(row, field))

    shown.__name__ = field.name
    return shown


def _value(row: Model, field: "Field[Any, Any]") -> object:
    """Return a field's value, or a text if its target, such as an account, was deleted."""
    try:
        value = getattr(row, field.name)
    except ObjectDoesNotExist:
        value = None
    if value is None and getattr(row, field.attname) is not None and field.related_model:
        return name_of_deleted(str(field.related_model._meta.model_name))
    return value


def format_value(value: object) -> str:
    """Return a value in words."""
    match value:
        case None | "" | []:
            return NOTHING
        case bool():
            return "Yes" if value else "No"
        case datetime():
            return moment(value)
        case date():
            return f"{value:%-d %b %Y}"
        case int():
            return f"{value:,}"
        case Decimal():
            return f"{value.normalize():,f}"
        case list():
            return ", ".join(str(one) for one in value)
    return str(value)


def moment(value: datetime) -> SafeString:
    """Return a <time>. A script shows it in the workspace's zone, without JavaScript it is UTC."""
    text = f"{value:%-d %b %Y, %H:%M} UTC"
    return format_html('<time datetime="{}" data-moment="year">{}</time>', value.isoformat(), text)


def milliseconds(value: int | None) -> str:
    """Return a duration in words."""
    return NOTHING if value is None else f"{value:,} ms"


def code_in_words(code: str) -> str:
    """Return a code such as `create_agent` or `key.created` in words."""
    words = code.replace("_", " ").replace(".", " ")
    return words.replace("mcp", "MCP").replace("tenant ", "workspace ") or NOTHING


def target_link(target: Target, row: Model | None) -> str:
    """Return a target's name, linked to its page. `row` is None if it was deleted.

    The id is in the tooltip.
    """
    if not target.model_name:
        return NOTHING
    name = name_of(row) if row else name_of_deleted(target.model_name)
    if row and (address := page_of(row)):
        return format_html('<a href="{}" title="{}">{}</a>', address, target.id, name)
    return format_html('<span title="{}">{}</span>', target.id, name)


def find_link(target: Target) -> str:
    """The same for a single target, which takes a query."""
    return target_link(target, find_rows([target]).get(target))


def page_of(row: Model) -> str:
    """Return the URL of a row's page in the audit, or ''."""
    try:
        return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    except NoReverseMatch:
        return ""


def label_of(field: "Field[Any, Any]") -> str:
    """Return a field's label: `created at` becomes `created`."""
    name = str(field.verbose_name)
    ending = next((one for one in _ENDINGS if name.endswith(one)), "")
    return name.removesuffix(ending)
