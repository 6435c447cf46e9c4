"""Tools that compute: arithmetic and units."""

import asyncio
from decimal import Decimal

from pydantic import Field

from agents.compute.arithmetic import evaluate
from agents.compute.units import convert
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolResult, tool


class Expression(ToolArguments):
    """What to work out."""

    expression: str = Field(
        min_length=1,
        max_length=500,
        description="For example '(1200.50 - 80) * 12', '15% of 240', 'round(100 / 7, 2)', '1.05 ^ 10'.",
    )


class Calculated(ToolResult):
    """The result; where it is not `exact` it is rounded to 15 significant digits."""

    value: str
    exact: bool

    def summary(self) -> str:
        return f"{'=' if self.exact else '≈'} {self.value}"


@tool(said="Working out {expression}")
async def calculate(arguments: Expression, context: CallContext) -> Calculated:
    """Work out an arithmetic expression; never do sums in your head.

    Knows + - * / // % (remainder) ^, 'x% of y', parentheses, e, pi, and abs, average, ceil, exp, floor, ln,
    log10, max, min, round(x, places), sqrt, sum. Decimals are exact: 0.1 + 0.2 is 0.3.
    """
    number = evaluate(arguments.expression)
    return Calculated(value=str(number), exact=number.exact)


class Measure(ToolArguments):
    """How much of which unit, and the unit wanted."""

    value: Decimal = Field(description="How much, as a number.")
    unit: str = Field(max_length=60, description="The unit that it is in, for example km/h, m^2, lb, °C, GB.")
    to: str = Field(max_length=60, description="The unit that is wanted.")


class Converted(ToolResult):
    """How much it is in the unit wanted."""

    value: str
    unit: str

    def summary(self) -> str:
        return f"= {self.value} {self.unit}"


@tool(said="Converting {value} {unit} to {to}")
async def convert_units(arguments: Measure, context: CallContext) -> Converted:
    """Convert between units of length, area, volume, mass, time, speed, temperature, energy, data and so on.

    Money is not converted: no exchange rates are known here.
    """
    value, unit = await asyncio.to_thread(convert, arguments.value, arguments.unit, arguments.to)
    return Converted(value=value, unit=unit)
