"""Serializer fields that accept only the JSON type they document: '7' is no number, 7 no text."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy
from rest_framework import serializers


class StrictCharField(serializers.CharField):
    """Text. Unless it may be blank, the OpenAPI document says so by length and pattern."""

    default_error_messages = {
        "invalid": "This must be text, in quotation marks.",
        "blank": gettext_lazy("This is empty. Write at least one character."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if not self.allow_blank:
            self.validators.append(RegexValidator(r"\S"))

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, int | float):
            self.fail("invalid")
        return super().run_validation(data)


class StrictBooleanField(serializers.BooleanField):
    """true or false."""

    default_error_messages = {"invalid": "This must be true or false, without quotation marks."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictIntegerField(serializers.IntegerField):
    """A whole number."""

    default_error_messages = {"invalid": "This must be a whole number, without quotation marks."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictChoiceField(serializers.ChoiceField):
    """One of a few words. The error for another one lists them."""

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(choices, **options)
        self.error_messages["invalid_choice"] = f"This must be one of {', '.join(self.choices)}."
