"""docs/protocol.md names every event with its fields, and no other."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from agents import events
from intent.types import Intent
from tests.site import ROOT

EVENTS = {event.type: event for event in events.Event.__subclasses__()}
ROW = re.compile(r"^\| `(\w+)` \| (.*) \|$", re.MULTILINE)


def documented() -> dict[str, set[str]]:
    """Return the names in each row of the table of events."""
    text = (ROOT / "docs/protocol.md").read_text()
    section = text.split("\n## Events\n")[1].split("\n## ")[0]
    return {kind: set(re.findall(r"`(\w+)`", data)) for kind, data in ROW.findall(section)}


def names_of(kind: type) -> Iterator[str]:
    """Yield the names of a dataclass's fields, and those of the dataclasses in them."""
    for field in dataclasses.fields(kind):
        yield field.name
        for inner in dataclasses_in(get_type_hints(kind)[field.name]):
            yield from names_of(inner)


def dataclasses_in(hint: Any) -> Iterator[type]:
    if dataclasses.is_dataclass(hint):
        yield hint
    for argument in get_args(hint):
        yield from dataclasses_in(argument)


def on_the_wire(event: type[events.Event]) -> set[str]:
    if event is events.IntentFound:  # its intent's own fields, not one field around them
        return {"is_unsure", *(field.name for field in dataclasses.fields(Intent))}
    return set(names_of(event))


def test_protocol_document_lists_exactly_the_events():
    assert documented().keys() == EVENTS.keys()


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_protocol_document_names_every_field_of_an_event(kind):
    missing = on_the_wire(EVENTS[kind]) - documented()[kind]
    assert not missing


@pytest.mark.parametrize("kind", sorted(EVENTS.keys() - {"done"}))  # done's usage is free-form in the class
def test_protocol_document_names_no_other_fields(kind):
    invented = documented()[kind] - on_the_wire(EVENTS[kind]) - EVENTS.keys()
    assert not invented
