"""What a request brings, checked by a serializer."""

from typing import Any

from rest_framework import serializers


def validated(data: serializers.Serializer[Any]) -> dict[str, Any]:
    """Return the checked fields of a body or a query. Raises what makes a 400 of it."""
    data.is_valid(raise_exception=True)
    return dict(data.validated_data)
