"""How the audit's lists and pages show a value: in words, with moments in the workspace's zone."""

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

from omniforge.tenants.naming import Target, find_rows, name_of, name_of_deleted

NOTHING = "–"
_ENDINGS = (" at", " on")  # of fields that hold a moment or a day


def column(field: "Field[Any, Any]", label: str = "") -> Callable[[Model], str]:
    """Return what shows a field in a list or on a page, under `label` or, without one, the field's name."""

    @admin.display(ordering=field.name, description=label or label_of(field))
    def shown(row: Model) -> str:
        if field.choices:
            return in_words(getattr(row, f"get_{field.name}_display")())
        return in_words(_value(row, field))

    shown.__name__ = field.name
    return shown


def _value(row: Model, field: "Field[Any, Any]") -> object:
    """Return a field's value, or in words that what it leads to is gone, such as an account."""
    try:
        value = getattr(row, field.name)
    except ObjectDoesNotExist:
        value = None
    if value is None and getattr(row, field.attname) is not None and field.related_model:
        return name_of_deleted(str(field.related_model._meta.model_name))
    return value


def in_words(value: object) -> str:
    """Return a value as people read it."""
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
    """Return a moment; a script shows it in the workspace's zone, without one it is in UTC."""
    text = f"{value:%-d %b %Y, %H:%M} UTC"
    return format_html('<time datetime="{}" data-moment="year">{}</time>', value.isoformat(), text)


def milliseconds(value: int | None) -> str:
    """Return how long something took."""
    return NOTHING if value is None else f"{value:,} ms"


def code_in_words(code: str) -> str:
    """Return a code such as `create_agent` or `key.created` in words."""
    words = code.replace("_", " ").replace(".", " ")
    return words.replace("mcp", "MCP").replace("tenant ", "workspace ") or NOTHING


def target_link(target: Target, row: Model | None) -> str:
    """Return the name of what is meant, with a link to its page; `row` is None if it is gone.

    The id can be read by pointing at the name.
    """
    if not target.model_name:
        return NOTHING
    name = name_of(row) if row else name_of_deleted(target.model_name)
    if row and (address := page_of(row)):
        return format_html('<a href="{}" title="{}">{}</a>', address, target.id, name)
    return format_html('<span title="{}">{}</span>', target.id, name)


def find_link(target: Target) -> str:
    """Return the same for one target alone, which takes a query."""
    return target_link(target, find_rows([target]).get(target))


def page_of(row: Model) -> str:
    """Return the address of a row's page in the audit; empty for what has none."""
    try:
        return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    except NoReverseMatch:
        return ""


def label_of(field: "Field[Any, Any]") -> str:
    """Return what a field is called: `created at` is `created`."""
    name = str(field.verbose_name)
    ending = next((one for one in _ENDINGS if name.endswith(one)), "")
    return name.removesuffix(ending)
