"""What a request brings, checked by a serializer."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from rest_framework import serializers

from omniforge.errors import InvalidInput

_MOST_NAMED, _LONGEST_NAMED = 10, 60  # unknown fields of one answer; letters of each

Data = serializers.BaseSerializer[Any]


def validated(body: serializers.Serializer[Any]) -> dict[str, Any]:
    """Return the checked fields of a body. Raises what makes a 400 of it, also for a field that it lacks."""
    refuse_unknown(body)
    return checked(body)


def checked(data: serializers.Serializer[Any]) -> dict[str, Any]:
    """Return the checked fields of a query, or of a body in which clients send more than is read."""
    data.is_valid(raise_exception=True)
    return dict(data.validated_data)


def refuse_unknown(body: serializers.Serializer[Any]) -> None:
    """Raise InvalidInput for each field of a body, and of the objects in it, that nothing would read."""
    wrong = {path: [said] for path, said in islice(_unknown(body, body.initial_data), _MOST_NAMED)}
    if wrong:
        raise InvalidInput(next(iter(wrong.values()))[0], fields=wrong)


def _unknown(data: Data, given: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of each field that the serializer lacks, and what to do about it."""
    if not isinstance(data, serializers.Serializer) or not isinstance(given, dict):
        return
    for name, value in given.items():
        field = data.fields.get(name)
        if field is None:
            named = path + str(name)[:_LONGEST_NAMED]
            yield named, _advice(named, [f"{path}{one}" for one in data.fields])
        elif isinstance(field, serializers.BaseSerializer):
            yield from _unknown(field, value, f"{path}{name}.")


def _advice(name: str, known: list[str]) -> str:
    meant = "".join(f" Did you mean '{one}'?" for one in get_close_matches(name, known, n=1))
    listed = f"The fields are: {', '.join(known)}." if known else "It takes no fields."
    return f"There is no field '{name}' here.{meant} {listed}"
