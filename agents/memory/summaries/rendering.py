"""A summary as a model reads it: the narrative, then facts relevant to the new message."""

from collections.abc import Iterator, Sequence

from agents.memory.summaries.marks import tokens_of
from agents.memory.summaries.values import Summary
from omniforge.llm.tokens import count

_HEAD = "What was said before, in short:"
_FACTS = "Of what was said, word for word or as facts:"
_TEXT_SHARE = 0.6


def render_summary(summary: Summary, message: str, limit: int) -> str:
    """Return a summary in at most `limit` tokens, preferring lines that share words with `message`, then the
    newest. The lines keep their order.
    """
    room = limit - count(_HEAD) - count(_FACTS) - 4
    text = _whole_lines(summary.text.splitlines(), int(room * _TEXT_SHARE))
    facts = _chosen(summary.lines, message, room - count(text))
    parts = [f"{_HEAD}\n{text}"] if text else []
    return "\n".join(parts + ([f"{_FACTS}\n{facts}"] if facts else []))


def _whole_lines(lines: Sequence[str], room: int) -> str:
    """Return the newest lines that fit."""
    return "\n".join(reversed(list(_fitting(list(reversed(lines)), room))))


def _chosen(lines: Sequence[str], message: str, room: int) -> str:
    wanted = {token for token in tokens_of(message) if len(token) > 3 or token.isdigit()}
    order = sorted(range(len(lines)), key=lambda place: (-len(wanted & tokens_of(lines[place])), -place))
    kept = set(_fitting([lines[place] for place in order], room))
    return "\n".join(f"- {line}" for line in lines if line in kept)


def _fitting(lines: Sequence[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= count(line) + 3
        if room < 0:
            return
        yield line
