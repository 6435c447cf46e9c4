"""Filters for the audit's list of turns that don't scan the whole table."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from conversations.models import Turn
from intent.types import ActionType, Method


class ChoiceFilter(admin.SimpleListFilter):
    """Base: filter by the known values of a column. Django's own would scan the whole table for them."""

    values: tuple[str, ...]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value.replace("_", " ")) for value in self.values]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class ActionFilter(ChoiceFilter):
    """By the message's intent."""

    title = "understood as"
    parameter_name = "action_type"
    values = tuple(ActionType)


class MethodFilter(ChoiceFilter):
    """By the method that found the intent."""

    title = "understood by"
    parameter_name = "method"
    values = tuple(Method)


class ModelFilter(admin.SimpleListFilter):
    """By the answering model, of those used in the workspaces that one oversees."""

    title = "model"
    parameter_name = "model"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        turns = model_admin.get_queryset(request).exclude(model="")
        return [
            (name, name) for name in turns.order_by("model").values_list("model", flat=True).distinct()[:50]
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        return queryset.filter(model=self.value()) if self.value() else queryset
