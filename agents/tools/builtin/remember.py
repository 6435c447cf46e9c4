"""The tool that remembers facts for every conversation, in the person's words."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.tool import Ask, Effect, ToolArguments, ToolResult, tool
from intent.sentences.titles import normalise
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.preferences import add_preference, preferences_of, set_preferences


class Fact(ToolArguments):
    """A fact to remember, or to forget."""

    fact: str = Field("", max_length=500)
    forget: str = Field("", max_length=500, description="Its words, or 'everything'.")


class Memory(ToolResult):
    """All that is kept from now on, line by line."""

    kept: list[str]
    forgotten: list[str] = []

    def summary(self) -> str:
        return f"Forgotten: {'; '.join(self.forgotten)}" if self.forgotten else "Kept"

    def is_news(self) -> bool:
        return len(self.forgotten) > 1


def _said(arguments: Mapping[str, Any]) -> str:
    kept, gone = arguments.get("fact"), arguments.get("forget")
    said = [f'Forgetting "{gone}"'] if gone else []
    return "; ".join([*said, *([f'Keeping in mind: "{kept}"'] if kept else [])])


@tool(said=_said, effect=Effect.WRITE, ask=Ask.AFTER_STRANGERS, own_words="fact")
async def remember(arguments: Fact, context: CallContext) -> Memory:
    """Keep a fact or wish, in the person's words, for later chats, or forget one. Never a project's facts."""
    return await in_database(_kept, arguments, context.access)


def _kept(arguments: Fact, access: Access) -> Memory:
    if not (arguments.fact or arguments.forget):
        raise ToolFailed(
            "Give a fact to keep, the words of one to forget, or both to put one in the other's place."
        )
    gone = _forgotten(arguments.forget, access) if arguments.forget else []
    if arguments.fact:
        add_preference(access=access, line=" ".join(arguments.fact.split()))
    return Memory(kept=preferences_of(access).splitlines(), forgotten=gone)


def _forgotten(words: str, access: Access) -> list[str]:
    """Remove the lines that are meant, and return them."""
    lines = preferences_of(access).splitlines()
    gone = [line for line in lines if _is_meant(words, line)]
    if not gone:
        raise ToolFailed(f"Nothing like that is kept. What is: {'; '.join(lines) or 'nothing'}.")
    set_preferences(access=access, text="\n".join(line for line in lines if line not in gone))
    return gone


def _is_meant(words: str, line: str) -> bool:
    return normalise(words) == "everything" or normalise(words) in normalise(line)
