"""Reads the orders in a message, by sentence templates with typed slots that have to cover it exactly."""

from intent.commands.reader import read_commands
from intent.commands.types import Command, Condition, Reading, Reference, Situation, SourceNamed

__all__ = ["Command", "Condition", "Reading", "Reference", "Situation", "SourceNamed", "read_commands"]
