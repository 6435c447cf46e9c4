"""Evaluates the classifier on labelled rows: accuracy with confidence intervals, latency and cost."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt
from statistics import quantiles
from typing import Any

from intent.training.examples import Example
from intent.types import ActionType, Intent

_95_PERCENT = 1.959964
_SHORT_FOLLOW_UP = 8  # words


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled row, its intent, and the cost of finding it in dollars."""

    example: Example
    intent: Intent
    cost: Decimal = Decimal(0)

    @property
    def is_right(self) -> bool:
        """Return whether the action found is an acceptable one."""
        return self.intent.action_type in self.example.acceptable

    @property
    def is_target_right(self) -> bool:
        """Return whether the target is the labelled one. A fitting agent for a general task counts too."""
        found, wanted = self.intent.target_agent, self.example.target_agent
        general_task = wanted is None and self.example.action is ActionType.EXECUTE_TASK
        return found == wanted or general_task


def wilson(right: int, total: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share of `total` (Wilson, 1927)."""
    if not total:
        return 0.0, 1.0
    share, square = right / total, _95_PERCENT**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    reach = sqrt(share * (1 - share) / total + square / (4 * total**2)) * _95_PERCENT / (1 + square / total)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def report(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return all figures as JSON data. Shares are 0.0 to 1.0, latencies milliseconds, cost dollars."""
    right = sum(one.is_right for one in judged)
    follow_ups = [one for one in judged if _is_follow_up(one.example)]
    clear = [one for one in judged if not one.example.is_ambiguous]
    return {
        "rows": len(judged),
        "accuracy": _share(judged),
        "interval": [round(bound, 4) for bound in wilson(right, len(judged))],
        "follow_ups": _share(follow_ups),
        "contextual": _share([one for one in judged if one.example.kind == "contextual"]),
        "per_class": _per_class(judged),
        "per_kind": {kind: _share(rows) for kind, rows in sorted(_by_kind(judged).items())},
        "target_accuracy": _mean([one.is_target_right for one in judged]),
        "clarification_rate": _mean([one.intent.is_unsure for one in clear]),
        "methods": dict(Counter(one.intent.method.value for one in judged)),
        "confusion": _confusion(judged),
        "latency_ms": _latency([one.intent.latency_ms for one in judged]),
        "cost_per_message": float(sum((one.cost for one in judged), Decimal(0)) / max(len(judged), 1)),
    }


def _share(judged: Sequence[Judged]) -> float:
    return _mean([one.is_right for one in judged])


def _mean(values: Sequence[bool]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _is_follow_up(example: Example) -> bool:
    """Return whether it is a short message with a history, which only the context explains."""
    return bool(example.history) and len(example.message.split()) <= _SHORT_FOLLOW_UP


def _by_kind(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    kinds: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        kinds[one.example.kind].append(one)
    return kinds


def _per_class(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    """Return precision (right ones among those found) and recall (right ones among those labelled)."""
    figures = {}
    for action in ActionType:
        found = [one for one in judged if one.intent.action_type is action]
        labelled = [one for one in judged if one.example.action is action]
        figures[action.value] = {
            "precision": _share(found),
            "recall": _share(labelled),
            "rows": len(labelled),
        }
    return figures


def _confusion(judged: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """Return counts by labelled action, then by action found."""
    table: dict[str, Counter[str]] = {action.value: Counter() for action in ActionType}
    for one in judged:
        table[one.example.action.value][one.intent.action_type.value] += 1
    return {labelled: dict(found) for labelled, found in table.items()}


def _latency(times: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile."""
    if len(times) < 2:
        return {"p50": sum(times), "p95": sum(times)}
    cuts = quantiles(times, n=100, method="inclusive")
    return {"p50": round(cuts[49], 3), "p95": round(cuts[94], 3)}


def by_writer(judged: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    """Yield a Markdown table: one line per writer and one for all, then kinds, and recall by class."""
    yield "| writer | rows | right | contextual | follow-ups | asked back |"
    yield "| --- | --- | --- | --- | --- | --- |"
    every = [one for rows in judged.values() for one in rows]
    for name, rows in [*judged.items(), ("all", every)]:
        yield _row_of(name, report(rows))
    figures = report(every)
    yield "kinds: " + ", ".join(f"{kind} {share:.1%}" for kind, share in figures["per_kind"].items())
    recalls = ((action, one["recall"]) for action, one in figures["per_class"].items())
    yield "recall: " + ", ".join(f"{action} {share:.1%}" for action, share in recalls)


def _row_of(name: str, figures: Mapping[str, Any]) -> str:
    names = ("accuracy", "contextual", "follow_ups", "clarification_rate")
    shares = " | ".join(f"{figures[one]:.1%}" for one in names)
    return f"| {name} | {figures['rows']} | {shares} |"


def as_text(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the figures of `report` as readable lines."""
    low, high = figures["interval"]
    yield f"accuracy            {figures['accuracy']:.1%} of {figures['rows']} ({low:.1%} to {high:.1%})"
    for name in ("contextual", "follow_ups", "target_accuracy", "clarification_rate"):
        yield f"{name:<20}{figures[name]:.1%}"
    yield "latency             p50 {p50} ms, p95 {p95} ms".format(**figures["latency_ms"])
    yield f"cost a message      ${figures['cost_per_message']:.6f}"
    for kind, share in figures["per_kind"].items():
        yield f"  {kind:<18}{share:.1%}"
    for action, one in figures["per_class"].items():
        yield f"  {action:<20}precision {one['precision']:.1%}, recall {one['recall']:.1%}"
