"""Truncating texts to a number of tokens."""

from omniforge.llm.tokens import count


def trim(text: str, limit: int) -> str:
    """Return at most `limit` (>= 16) tokens: a notice replaces the middle of a longer text."""
    tokens = count(text)
    if tokens <= limit:
        return text
    kept = int(len(text) * (limit - 12) / tokens)  # characters; the notice takes up to 12 tokens
    while count(trimmed := _without_middle(text, kept, tokens)) > limit and kept > 0:
        kept = kept * 9 // 10
    return trimmed


def _without_middle(text: str, kept: int, tokens: int) -> str:
    head, tail = text[: kept * 2 // 3], text[len(text) - kept // 3 :]
    missing = tokens - count(head) - count(tail)
    return f"{head}\n[… {missing:,} tokens left out …]\n{tail}"
