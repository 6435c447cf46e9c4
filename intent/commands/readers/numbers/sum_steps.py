"""A sum told in steps, each of which goes on from the one before: '800 plus 20%, minus 150, divided by 4'."""

import re
from collections.abc import Sequence

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.readers.numbers.figures import plain_number
from intent.commands.readers.numbers.sum_parts import parts_of
from intent.commands.readers.numbers.sums import Part, Sum, sum_of, written_whole

_SIGNS = {"op0": "*", "op1": "/", "op2": "+", "op3": "-"}
_JOINS = ("join",)
_LEADS = ("then", "and", "now")  # before the sign of a step
_PUT_ON = ["number", "percent"]
_MOST = 4  # with the words of what a rate is: '21% social security'
_RATE_BEHIND = re.compile(r"(?<!,) (?=(?:plus|minus|less) \d[\d.,]*\s?%(?: [^\W\d_]+){1,2}$)")


@slot_type("sum_steps")
def _sum_steps(words: Words) -> Sum | None:
    """Return a sum of two steps or more. Each begins with a comma or 'then', and a sign."""
    text = written_whole(words)
    first, *later = _steps(text)
    begun = sum_of(first) or _single(first)
    if begun is None or not later:
        return None
    expression, cents = begun.expression, begun.cents
    for said in later:
        step = _step(said)
        if step is None:
            return None
        expression, cents = f"({expression}) {step[0]}", cents or step[1]
    return Sum(expression, text, begun.currency, cents, begun.money, begun.coins)


def _steps(text: str) -> list[str]:
    """Return the parts of a text before and after each comma or 'then' that a sign follows."""
    found = [""]
    for said in _RATE_BEHIND.sub(", ", fold(text).replace(" then ", ", ")).split(", "):
        bare = said.split()
        while bare[:1] and bare[0] in _LEADS:
            bare = bare[1:]
        kinds = [part for part in parts_of(" ".join(bare)) if part]
        goes_on = bool(kinds) and kinds[0][0] in _SIGNS and bool(found[-1])
        found = [*found, " ".join(bare)] if goes_on else [*found[:-1], f"{found[-1]}, {said}".strip(", ")]
    return found


def _single(text: str) -> Sum | None:
    """Return a bare number as the first step."""
    parts = _known(text)
    return Sum(plain_number(parts[0][1]), text) if [kind for kind, _ in parts] == ["number"] else None


def _step(said: str) -> tuple[str, bool] | None:
    """Return the sign and operand of a step, and whether it takes cents, or None for anything else."""
    parts = _known(said)
    sign = _SIGNS.get(parts[0][0], "") if parts else ""
    kinds, figure = [kind for kind, _ in parts[1:]], plain_number(parts[1][1]) if len(parts) > 1 else ""
    if sign and kinds == ["number"]:
        return f"{sign} {figure}", False
    if sign in ("+", "-") and "percent" not in kinds and (more := sum_of(said.removeprefix(parts[0][1]))):
        return f"{sign} ({more.expression})", more.cents  # 'plus 4 x 30'
    return (
        (f"* (1 {sign} {figure} / 100)", True)
        if sign in ("+", "-") and kinds[:2] == _PUT_ON and {*kinds[2:]} <= {"noun"} and len(kinds) <= _MOST
        else None
    )


def _known(text: str) -> Sequence[Part]:
    parts = list(parts_of(text))
    return [one for one in parts if one] if all(parts) else []
