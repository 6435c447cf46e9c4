"""Arithmetic in decimals: 0.1 + 0.2 is 0.3, and results have a bounded size."""

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_UP,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    InvalidOperation,
    Overflow,
    localcontext,
)
from typing import Any

from omniforge.errors import InvalidInput
from omniforge.tables.notation import to_python

_CONTEXT = Context(prec=50, Emax=999, Emin=-999, traps=[DivisionByZero, InvalidOperation, Overflow])
_DIGITS = 15  # significant digits of a rounded number
_LONGEST = 40  # digits before the point, or zeros after it, that are written out


@dataclass(frozen=True, slots=True)
class Number:
    """A result. Unless it is `exact`, it is rounded to 15 significant digits when written."""

    value: Decimal
    exact: bool

    def __str__(self) -> str:
        return written_number(self.value) if self.exact else written_number(self.value, digits=_DIGITS)


def evaluate(expression: str) -> Number:
    """Evaluate an expression. Raises InvalidInput, which says what is wrong with it."""
    python = to_python(expression)
    with localcontext(_CONTEXT) as context:
        try:
            value = _evaluated(python)
        except (DivisionByZero, InvalidOperation) as error:
            raise InvalidInput(
                "This has no result, like a division by zero or the root of a negative number."
            ) from error
        except Overflow as error:
            raise InvalidInput("The result has more than 1,000 digits. Work with smaller numbers.") from error
        return Number(value, not context.flags[Inexact])


def written_number(value: Decimal, *, digits: int | None = None) -> str:
    """Return a number as text, rounded to `digits` significant digits, without trailing zeros."""
    plain = Context(prec=digits or _CONTEXT.prec).normalize(value)
    return f"{plain:f}" if abs(plain.adjusted()) <= _LONGEST else str(plain)


def _evaluated(python: str) -> Decimal:
    from simpleeval import InvalidExpression, SimpleEval  # 2 MB, rarely needed

    evaluator = SimpleEval(_OPERATORS, _FUNCTIONS, _NAMES)
    evaluator.nodes = {kind: evaluator.nodes[kind] for kind in _ALLOWED}
    evaluator.nodes[ast.Constant] = lambda node: _exact(python, node)
    try:
        value = evaluator.eval(python, ast.parse(python, mode="eval").body)
    except (InvalidExpression, SyntaxError, TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"'{python[:100]}' cannot be worked out. {_GRAMMAR}") from error
    if not isinstance(value, Decimal):
        raise InvalidInput(f"'{python[:100]}' is not a number. {_GRAMMAR}")
    return +value


def _exact(python: str, node: ast.Constant) -> Decimal:
    """Return a number with exactly the digits of its source text."""
    if type(node.value) not in (int, float):
        raise ValueError
    return +Decimal(ast.get_source_segment(python, node) or "")


def _remainder(left: Decimal, right: Decimal) -> Decimal:
    """Return the remainder, with the sign of the divisor: -7 % 3 is 2."""
    rest = left % right
    return rest + right if rest and (rest < 0) != (right < 0) else rest


def _rounded(value: Decimal, places: Decimal = Decimal(0)) -> Decimal:
    """Round half up, 2.5 to 3. Requested rounding doesn't make a result inexact."""
    return value.quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_UP, _CONTEXT.copy())


def _sum(*numbers: Decimal) -> Decimal:
    return sum(numbers, Decimal(0))


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda left, right: (left - _remainder(left, right)) / right,
    ast.Mod: _remainder,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "average": lambda *numbers: _sum(*numbers) / len(numbers),
    "ceil": lambda value: value.to_integral_value(ROUND_CEILING),
    "exp": lambda value: value.exp(),
    "floor": lambda value: value.to_integral_value(ROUND_FLOOR),
    "ln": lambda value: value.ln(),
    "log10": lambda value: value.log10(),
    "max": lambda *numbers: max(numbers),
    "min": lambda *numbers: min(numbers),
    "round": _rounded,
    "sqrt": lambda value: value.sqrt(),
    "sum": _sum,
}
_NAMES = {
    "e": Decimal("2.718281828459045235360287471352662497757247093699959575"),
    "pi": Decimal("3.141592653589793238462643383279502884197169399375105821"),
}
_ALLOWED = (ast.Name, ast.UnaryOp, ast.BinOp, ast.Call)
_GRAMMAR = (
    f"Use numbers like 1200.50, the signs + - * / ^ %, parentheses, {', '.join(_NAMES)}, "
    f"and the functions {', '.join(_FUNCTIONS)}."
)
