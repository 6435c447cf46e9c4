"""What the list of turns in the audit can be narrowed by, without a look at the whole table."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from conversations.models import Turn
from intent.types import ActionType, Method


class ChoiceFilter(admin.SimpleListFilter):
    """By one of the known values of a column; Django's own would read the whole table for them."""

    values: tuple[str, ...]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value.replace("_", " ")) for value in self.values]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class ActionFilter(ChoiceFilter):
    """By what the message was understood as."""

    title = "understood as"
    parameter_name = "action_type"
    values = tuple(ActionType)


class MethodFilter(ChoiceFilter):
    """By which way it was understood."""

    title = "understood by"
    parameter_name = "method"
    values = tuple(Method)


class ModelFilter(admin.SimpleListFilter):
    """By the model that answered, of those that answered in the workspaces that one oversees."""

    title = "model"
    parameter_name = "model"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        turns = model_admin.get_queryset(request).exclude(model="")
        return [
            (name, name) for name in turns.order_by("model").values_list("model", flat=True).distinct()[:50]
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        return queryset.filter(model=self.value()) if self.value() else queryset
