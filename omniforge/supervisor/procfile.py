"""Parses a Procfile: a name and a shell command on each line."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Program:
    """A supervised program. Its command begins with `exec`, so that signals reach it."""

    name: str
    command: str


def read_procfile(path: Path) -> list[Program]:
    """Return the programs of a Procfile. Raises OSError."""
    lines = (line.strip() for line in path.read_text().splitlines())
    pairs = (line.split(":", 1) for line in lines if ":" in line and not line.startswith("#"))
    return [Program(name.strip(), command.strip()) for name, command in pairs]
