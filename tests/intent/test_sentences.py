"""Every sentence of `sentences/` is read as the commands beside it, or as none."""

import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from intent.commands import Command, Condition, Reading, Reference, Situation, read_commands
from intent.plain.words import to_plain_words
from intent.slots.recurrence import Recurrence
from intent.types import SourceCard

_FOLDER = Path(__file__).parent / "sentences"
_NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)  # a Friday


def _files() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted(_FOLDER.glob("*.toml")):
        yield file.stem, tomllib.loads(file.read_text(encoding="utf-8"))


def _read(say: str, situation: dict[str, Any], said: str = "") -> Reading:
    known = {
        name: one if isinstance(one, str) else tuple(map(_known, one)) for name, one in situation.items()
    }
    return read_commands(to_plain_words(say), Situation(_NOW, **known, said=said))


def _known(one: Any) -> Any:
    """Return an existing thing: a name, or a source's fields."""
    return SourceCard(**one) if isinstance(one, dict) else one


def _shown(value: Any, wanted: Any) -> Any:
    """Return a value as data; for one with fields, only those that `wanted` has."""
    if isinstance(value, Condition):
        return [value.field, _shown(value.value, wanted[1]), *(["not"] if value.negated else [])]
    if isinstance(wanted, dict):
        return {name: _shown(getattr(value, name), wanted[name]) for name in wanted}
    if isinstance(value, list | tuple):
        wanted = wanted if isinstance(wanted, list) and len(wanted) == len(value) else [None] * len(value)
        return [_shown(one, other) for one, other in zip(value, wanted, strict=True)]
    if isinstance(value, Reference):
        return value.name or value.words
    if isinstance(value, Recurrence):
        return value.words
    return value if isinstance(value, str | int | float | bool) else str(value or "")


def _as_data(command: Command, wanted: dict[str, Any]) -> dict[str, Any]:
    slots = {name: _shown(value, wanted.get(name)) for name, value in command.slots.items()}
    return {"name": command.name, **slots}


@pytest.mark.parametrize(
    ("case", "situation"),
    [
        pytest.param(case, data.get("situation", {}), id=f"{name}: {case['say']}")
        for name, data in _files()
        for case in data.get("read", ())
    ],
)
def test_sentence_is_read_as_its_commands(case: dict[str, Any], situation: dict[str, Any]):
    reading = _read(case["say"], situation, case.get("said", ""))
    wanted = case["commands"]
    padded = [*wanted, *({} for _ in reading.commands[len(wanted) :])]
    found = [_as_data(command, one) for command, one in zip(reading.commands, padded, strict=False)]
    assert found == wanted
    assert list(reading.uncovered) == case.get("uncovered", [])


@pytest.mark.parametrize(
    ("say", "situation", "families"),
    [
        pytest.param(say, data.get("situation", {}), data["none"].get("of", ()), id=f"{name}: {say}")
        for name, data in _files()
        for say in data.get("none", {}).get("sentences", ())
    ],
)
def test_sentence_without_an_order_gives_no_command(
    say: str, situation: dict[str, Any], families: Sequence[str]
):
    """A sentence is no command of its file's families; of none at all, if the file names no families."""
    sure = [command for command in _read(say, situation).commands if not command.tentative]
    assert [one for one in sure if not families or one.name.partition(".")[0] in families] == []
