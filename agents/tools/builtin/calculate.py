"""The tool that computes sums, units and dates, so that no model does arithmetic in its head."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.counts import counted, plural
from agents.tools.schemas import IN_WORDS
from agents.tools.tool import ToolArguments, ToolResult, tool
from omniforge.tables.arithmetic import evaluate
from omniforge.tables.dates import Moment, Shift, at_time, day_of, move, read_moment, working_days_between
from omniforge.tables.units import convert
from omniforge.tables.zones import zone_named

_FURTHEST = 100_000


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Conversion(_Part):
    """An amount with its unit, and the wanted unit."""

    value: Annotated[Decimal, WithJsonSchema({"type": "number"})]
    unit: str = Field(max_length=60)
    to: str = Field(max_length=60)


class Shifted(_Part):
    """The distance to move a date, negative moves back."""

    years: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)
    months: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)
    weeks: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)
    days: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)
    working_days: int = Field(0, ge=-10_000, le=10_000)
    hours: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)
    minutes: int = Field(0, ge=-_FURTHEST, le=_FURTHEST)


class DateWork(_Part):
    """A date, and what to do with it."""

    day: str = Field("now", max_length=40)
    add: Shifted | None = None
    until: str = Field("", max_length=40)
    zone: str = Field("", max_length=60)
    to_zone: str = Field("", max_length=60)


class Reckoning(ToolArguments):
    """One of three sorts of work."""

    expression: str = Field("", max_length=500, description="(1200.50 - 80) * 12; 15% of 240")
    convert: Conversion | None = Field(
        None,
        json_schema_extra=IN_WORDS,
        description="{value, unit, to}; no money.",
    )
    date: DateWork | None = Field(
        None,
        json_schema_extra=IN_WORDS,
        description="{day: ISO or now, until, add: {months, weeks, days, working_days, hours}, zone, "
        "to_zone}",
    )


class Reckoned(ToolResult):
    """The result. A sum that is not `exact` is rounded to 15 digits."""

    value: str
    exact: bool | None = None
    words: str | None = None
    week: int | None = None
    days: int | None = None
    working_days: int | None = None
    hours: float | None = None

    def figure(self) -> str:
        return "" if self.week or self.days is not None else self.value

    def summary(self) -> str:
        return self.words or f"{'≈' if self.exact is False else '='} {self.value}"


def _said(arguments: Mapping[str, Any]) -> str:
    if wanted := arguments.get("convert"):
        return f"Converting {wanted['value']} {wanted['unit']} to {wanted['to']}"
    if wanted := arguments.get("date"):
        return f"Looking up a date: {wanted.get('day', 'now')}"
    return f"Working out {arguments['expression']}"


@tool(said=_said)
async def calculate(arguments: Reckoning, context: CallContext) -> Reckoned:
    """Work out a sum, convert a unit, or reckon with a date (weekday, week): one of these."""
    given = [bool(arguments.expression), arguments.convert is not None, arguments.date is not None]
    if given.count(True) != 1:
        raise ToolFailed("Give exactly one of expression, convert and date.")
    if arguments.convert:
        wanted = arguments.convert
        value, unit = await asyncio.to_thread(convert, wanted.value, wanted.unit, wanted.to)
        return Reckoned(value=value, words=f"= {value} {unit}")
    if arguments.date:
        return _dated(arguments.date, context)
    number = evaluate(arguments.expression)
    return Reckoned(value=str(number), exact=number.exact)


def _dated(wanted: DateWork, context: CallContext) -> Reckoned:
    zone = zone_named(wanted.zone) if wanted.zone else _own_zone(context)
    moment = read_moment(wanted.day, context.now, zone)
    if wanted.add:
        moment = move(moment, Shift(**wanted.add.model_dump()), zone)
    if wanted.until:
        return _difference(moment, read_moment(wanted.until, context.now, zone, "until"), zone)
    if wanted.to_zone:
        zone_wanted = zone_named(wanted.to_zone, "to_zone")
        return _told(at_time(moment, zone).astimezone(zone_wanted), zone_wanted)
    return _told(moment, zone)


def _own_zone(context: CallContext) -> ZoneInfo:
    zone = context.now.tzinfo
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def _told(moment: Moment, zone: ZoneInfo) -> Reckoned:
    words = f"{moment:%A}, {moment.day} {moment:%B} {moment.year}"
    if isinstance(moment, datetime):
        words += f", {moment:%H:%M} ({zone.key})"
    return Reckoned(value=moment.isoformat(), words=words, week=moment.isocalendar().week)


def _difference(first: Moment, last: Moment, zone: ZoneInfo) -> Reckoned:
    days = (day_of(last) - day_of(first)).days
    working = working_days_between(day_of(first), day_of(last))
    hours = None
    words = f"{counted(days, 'day')}, of them {counted(working, 'working day')}"
    if isinstance(first, datetime) or isinstance(last, datetime):
        apart = at_time(last, zone).astimezone(UTC) - at_time(first, zone).astimezone(UTC)
        hours = round(apart.total_seconds() / 3600, 2)
        words += f"; on the clock {hours:,g} {plural(hours, 'hour')}"
    return Reckoned(value=str(days), words=words, days=days, working_days=working, hours=hours)
