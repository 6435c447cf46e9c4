"""Base of the audit's pages: read-only rows of the workspaces that one oversees."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import BadRequest, FieldDoesNotExist
from django.db import DataError
from django.db.models import Field, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import capfirst

from omniforge.tenants.audit_columns import NOTHING, column, find_link, label_of
from omniforge.tenants.oversight import tenants_overseen_by
from omniforge.tenants.row_names import Target, name_of


class TenantFilter(admin.SimpleListFilter):
    """A filter by workspace that lists only those one oversees: Django's own would list all."""

    title = "workspace"
    parameter_name = "workspace"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            (tenant.slug, tenant.name) for tenant in tenants_overseen_by(request.user).order_by("name")[:100]
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tenant__slug=self.value()) if self.value() else queryset


def titled_filter(
    field: Any, request: HttpRequest, params: Any, model: Any, page: Any, field_path: str
) -> Any:
    """Return Django's own filter by a field, with the title of its column."""
    made = admin.FieldListFilter.create(field, request, params, model, page, field_path=field_path)
    made.title = page.labels.get(field.name) or label_of(field)
    return made


LONGEST_SEARCH = 200  # characters; each word is a condition, and databases limit their number
_LOOKUPS = ("exact", "isnull", "gte", "lt")  # used by Django's own filters in the URL


class AuditAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only rows of the workspaces that one oversees, with the page's own filters."""

    tenant_path = "tenant"
    labels: Mapping[str, str] = {}
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None

    @property
    def media(self) -> forms.Media:
        """None: Django's scripts are for forms that change something."""
        return forms.Media()

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Omit the workspace column for people who oversee only one."""
        several = _oversees_several(request)
        return self._columns(name for name in self.list_display if several or name != "tenant")

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return self._columns(self.fields or ())

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [(one, titled_filter) if isinstance(one, str) else one for one in self.list_filter]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        overseen = tenants_overseen_by(request.user)
        return super().get_queryset(request).filter(**{f"{self.tenant_path}__in": overseen})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Accept only the lookups of the page's filters: most others fit no column."""
        return lookup in {name for one in self.get_list_filter(request) for name in _parameters(one)}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        try:
            return super().changelist_view(request, title | (extra_context or {}))
        except (OverflowError, DataError) as error:
            raise BadRequest("A date or number that the database does not know.") from error

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH])

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context |= {"title": name_of(kwargs["obj"]), "subtitle": None}
        return super().render_change_form(request, context, *args, **kwargs)

    def history_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """404: Django's log of its forms is empty here."""
        raise Http404

    @admin.display(description="asked for in")
    def turn(self, row: Any) -> str:
        """Return a link to the turn that created a row, on the row's own page."""
        return find_link(Target("turn", str(row.turn_id), row.tenant_id)) if row.turn_id else NOTHING

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_staff

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def _columns(self, names: Iterable[Any]) -> list[str | Callable[[Any], str]]:
        """Return a column for each field. Other names are methods."""
        return [self._column(name) for name in names]

    def _column(self, name: str) -> str | Callable[[Any], str]:
        try:
            field = self.opts.get_field(name)
        except FieldDoesNotExist:
            return name
        return column(field, self.labels.get(name, "")) if isinstance(field, Field) else name


def _oversees_several(request: HttpRequest) -> bool:
    known = vars(request)  # Django requests the columns several times per page
    if "oversees_several" not in known:
        known["oversees_several"] = tenants_overseen_by(request.user)[:2].count() > 1
    return bool(known["oversees_several"])


def _parameters(list_filter: Any) -> set[str]:
    """Return a filter's query parameters."""
    name = list_filter[0] if isinstance(list_filter, tuple) else list_filter
    if isinstance(name, str):
        return {f"{name}__{lookup}" for lookup in _LOOKUPS}
    return {name.parameter_name}
