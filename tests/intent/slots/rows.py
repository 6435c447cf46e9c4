"""The rows of this folder's data files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest


@cache
def table(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))


def each(name: str, *sections: str) -> pytest.MarkDecorator:
    """Run a test for each row of the sections: the text and the expected value."""
    rows = [row for section in sections for row in table(name)[section].items()]
    return pytest.mark.parametrize(("text", "expected"), rows, ids=[text[:60] for text, _ in rows])


def each_text(name: str, section: str = "none") -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", table(name)[section]["texts"])
