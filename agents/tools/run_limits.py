"""A run's spending and its limits."""

import time
from dataclasses import dataclass, field
from decimal import Decimal

_CHARACTERS_A_TOKEN = 4  # approximately


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be spent: tokens, US dollars, tool calls, seconds. None means no limit."""

    tokens: int | None = None
    cost: Decimal | None = None
    calls: int | None = 40
    seconds: float | None = 600.0


@dataclass(slots=True)
class Spending:
    """Counts what a run spends."""

    limits: Limits = field(default_factory=Limits)
    tokens: int = 0
    cost: Decimal = Decimal(0)
    calls: int = 0
    began: float = field(default_factory=time.monotonic)

    def overdrawn(self, written: int) -> str:
        """Name the limit that an answer of `written` characters exceeds and is stopped at, else empty."""
        limits, tokens = self.limits, self.tokens + written // _CHARACTERS_A_TOKEN
        if limits.tokens is not None and tokens >= limits.tokens:
            return f"{limits.tokens:,} tokens"
        if limits.seconds is not None and time.monotonic() - self.began >= limits.seconds:
            return f"{limits.seconds:,} seconds"
        return ""

    def exceeded(self) -> str:
        """Name the limit that is reached, for a closing sentence, empty if none is."""
        limits = self.limits
        spent: list[tuple[str, Decimal | float, Decimal | float | None]] = [
            ("tokens", self.tokens, limits.tokens),
            ("dollars", self.cost, limits.cost),
            ("tool calls", self.calls, limits.calls),
            ("seconds", time.monotonic() - self.began, limits.seconds),
        ]
        reached = (f"{most:,} {what}" for what, used, most in spent if most is not None and used >= most)
        return next(reached, "")
