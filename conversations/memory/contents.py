"""Filling a window: its budget, its contents, and what was left out and why."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from conversations.memory.exchanges import Exchange, SizedMessage
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage, Role

_LEAST = 48  # tokens per message: enough, beside the notes, for the notice about omitted text


@dataclass(frozen=True, slots=True)
class WindowPolicy:
    """The size of the history: at most `tokens` and `messages`. The last `exchanges` are always included.

    If these alone exceed the tokens, their largest messages lose their middles, so that the budget
    always holds. Raises ValueError below 48 tokens per message, which would make that impossible.
    """

    tokens: int = 2_000
    messages: int = 20
    exchanges: int = 3

    def __post_init__(self) -> None:
        if self.tokens < _LEAST * self.messages:
            least = _LEAST * self.messages
            raise ValueError(f"A window of {self.messages} messages needs {least:,} tokens or more.")


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of the context and its size in tokens."""

    name: str
    tokens: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Omitted parts of the history, with the reason."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Window:
    """The included history, oldest first. `tokens` is the sum of its parts and at most the budget."""

    messages: tuple[ChatMessage, ...]
    tokens: int
    budget: int
    left_out: tuple[LeftOut, ...]
    parts: tuple[Part, ...]


class Packing:
    """A window being filled: its contents by part, and the remaining space."""

    def __init__(self, policy: WindowPolicy) -> None:
        self._policy = policy
        self._notes: list[ChatMessage] = []
        self._blocks: list[Sequence[SizedMessage]] = []
        self._tokens: Counter[str] = Counter()
        self._too_many: Counter[str] = Counter()
        self._left_out: list[LeftOut] = []
        self._room = policy.messages
        self._budget = policy.tokens
        self._whole: SizedMessage | None = None

    @property
    def _free(self) -> int:
        return self._budget - self._tokens.total()

    def add_note(self, name: str, text: str) -> None:
        """Add a note of ours before the conversation."""
        if text:
            self._notes.append(ChatMessage("system", text))
            self._tokens[name] += count(text)

    def keep_whole(self, part: str, said: SizedMessage) -> None:
        """Include a message unchanged. The budget grows by its size, so it displaces nothing."""
        self._budget += said.tokens
        self._tokens[part] += said.tokens
        self._room -= 1
        self._whole = said

    def add_last(self, said: Sequence[SizedMessage]) -> None:
        """Include the last exchanges. If they are too large, cut each message to its fair share."""
        kept = said[-self._policy.messages :]
        share = fair_share([one.tokens for one in kept], self._free)
        trimmed = [one.trimmed(share) for one in kept]
        self._add("last exchanges", trimmed)
        self._too_many[f"more than {self._policy.messages} messages"] += len(said) - len(kept)
        for before, after in zip(kept, trimmed, strict=True):
            if after is not before:
                missing = f"{before.tokens - after.tokens:,} tokens of message {before.sequence}"
                self.leave_out(missing, "the last exchanges alone are over the budget")

    def takes_all(self, exchanges: Sequence[Exchange]) -> bool:
        """Return whether all of them fit."""
        messages = sum(len(exchange.said) for exchange in exchanges)
        return messages <= self._room and sum(exchange.tokens for exchange in exchanges) <= self._free

    def offer(self, part: str, exchanges: Sequence[Exchange]) -> None:
        """Include the exchanges that fit, newest first."""
        for exchange in reversed(exchanges):
            if len(exchange.said) > self._room:
                self._too_many[f"more than {self._policy.messages} messages"] += len(exchange.said)
            elif exchange.tokens > self._free:
                self._too_many[f"over the budget of {self._policy.tokens:,} tokens"] += len(exchange.said)
            else:
                self._add(part, exchange.said)

    def leave_out(self, what: str, why: str) -> None:
        self._left_out.append(LeftOut(what, why))

    def window(self) -> Window:
        """Return the packed window, oldest first."""
        blocks = sorted((block for block in self._blocks if block), key=lambda block: block[0].sequence)
        said = self._with_whole([one for block in blocks for one in block])
        counted = (
            LeftOut(f"{number} earlier message{'s' if number > 1 else ''}", why)
            for why, number in self._too_many.items()
            if number
        )
        return Window(
            messages=(*self._notes, *(ChatMessage(cast(Role, one.role.value), one.text) for one in said)),
            tokens=self._tokens.total(),
            budget=self._budget,
            left_out=(*self._left_out, *counted),
            parts=tuple(Part(name, tokens) for name, tokens in self._tokens.items()),
        )

    def _with_whole(self, said: list[SizedMessage]) -> list[SizedMessage]:
        """Return the messages with the unchanged one in its place."""
        if whole := self._whole:
            after = (place for place, one in enumerate(said) if one.sequence > whole.sequence)
            said.insert(next(after, len(said)), whole)
        return said

    def _add(self, part: str, said: Sequence[SizedMessage]) -> None:
        self._blocks.append(said)
        self._room -= len(said)
        if said:
            self._tokens[part] += sum(one.tokens for one in said)


def fair_share(sizes: Sequence[int], room: int) -> int:
    """Return the largest limit with which all fit together. Smaller messages stay whole."""
    waiting = len(sizes)
    for size in sorted(sizes):
        if size * waiting > room:
            return room // waiting
        room, waiting = room - size, waiting - 1
    return max(sizes, default=0)
