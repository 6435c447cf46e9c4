"""Validation of request bodies and queries by serializers."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from django.utils.datastructures import MultiValueDict
from rest_framework import serializers

from omniforge.errors import InvalidInput

_MOST_NAMED, _LONGEST_NAMED = 10, 60  # reported unknown fields; characters of each
_MOST_COMPARED = 50  # unknown names that are compared with all known ones
_ALIKE, _NEARLY_THE_SAME = 0.6, 0.8  # similarity of two names, 0 to 1

Data = serializers.BaseSerializer[Any]


def validated(body: serializers.Serializer[Any]) -> dict[str, Any]:
    """Return the validated fields of a body. Raises a 400 error, also for unknown fields."""
    refuse_unknown(body)
    return checked(body)


def checked(data: serializers.Serializer[Any]) -> dict[str, Any]:
    """Return the validated fields of a query, or of a body that may have further fields."""
    data.is_valid(raise_exception=True)
    return dict(data.validated_data)


def refuse_unknown(body: serializers.Serializer[Any]) -> None:
    """Raise InvalidInput for the unknown fields of a body and of its nested objects."""
    _refuse(_unknown(body, body.initial_data))


def refuse_others(given: Mapping[str, Any], known: Collection[str], called: str = "field") -> None:
    """Raise InvalidInput for each unknown name. `called` is the word for it in messages."""
    _refuse(_told(name, known, called=called) for name in given if name not in known)


def refuse_misspelt(given: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise InvalidInput for each field that nearly matches a known one. Ignore all others."""
    others = islice((name for name in given if name not in known), _MOST_COMPARED)
    _refuse(_told(name, known) for name in others if _meant(name, known, _NEARLY_THE_SAME))


def _refuse(found: Iterable[tuple[str, str]]) -> None:
    wrong = {name: [said] for name, said in islice(found, _MOST_NAMED)}
    if wrong:
        raise InvalidInput(next(iter(wrong.values()))[0], fields=wrong)


def _unknown(data: Data, given: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of each unknown field, with a hint."""
    if not isinstance(data, serializers.Serializer) or not isinstance(given, dict):
        return
    for name, value in given.items():
        field = data.fields.get(name)
        if field is None:
            yield _told(name, list(data.fields), path)
        elif isinstance(given, MultiValueDict) and _is_repeated(field, given.getlist(name)):
            yield name, f"There are {len(given.getlist(name))} parts called '{name}'. Send one."
        elif isinstance(field, serializers.BaseSerializer):
            yield from _unknown(field, value, f"{path}{name}.")


def _is_repeated(field: Any, parts: list[Any]) -> bool:
    """Return whether a form repeats a field that is read once."""
    return len(parts) > 1 and not isinstance(field, serializers.ListField)


def _told(name: str, known: Collection[str], path: str = "", called: str = "field") -> tuple[str, str]:
    """Return the path of an unknown field, with a hint."""
    named, meant = path + str(name)[:_LONGEST_NAMED], _meant(name, known, _ALIKE)
    asked = f" Did you mean '{path}{meant}'?" if meant else ""
    names = ", ".join(path + one for one in known)
    listed = f"The {called}s are: {names}." if known else f"It takes no {called}s."
    return named, f"There is no {called} '{named}' here.{asked} {listed}"


def _meant(name: str, known: Collection[str], alike: float) -> str | None:
    """Return the most similar known name, ignoring case style (`conversationId`), or None."""
    by_letters = {_letters(one): one for one in known}
    found = get_close_matches(_letters(str(name)[:_LONGEST_NAMED]), by_letters, n=1, cutoff=alike)
    return by_letters[found[0]] if found else None


def _letters(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")
