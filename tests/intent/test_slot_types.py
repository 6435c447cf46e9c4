"""Slot types are distinguished by name."""

import tomllib
from pathlib import Path

import pytest

from intent.commands.catalogue import templates
from intent.commands.grammar.slot_types import slot_type, slot_types
from intent.commands.words import LANGUAGES


def test_duplicate_slot_type_name_is_refused():
    reader = slot_types()["title"]
    with pytest.raises(ValueError, match="title"):
        slot_type("title")(lambda words: words.text)
    assert slot_types()["title"] is reader


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_tables_have_unique_names(language: str):
    files = Path("intent/commands/catalogue").glob(f"words*.{language}.toml")
    names = [name for file in files for name in tomllib.loads(file.read_text(encoding="utf-8"))]
    assert len(names) == len(set(names))


def test_every_slot_in_the_catalogue_has_a_type():
    asked = {type_ for one in templates() for type_ in one.types.values()}
    assert asked <= slot_types().keys()
