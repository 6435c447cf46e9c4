"""Calculations with numbers and units."""

import asyncio
from decimal import Decimal

from agents.handlers.registry import handles
from agents.handlers.tables.left_of_row import left_of_row
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted, grouped
from intent.commands import Command
from intent.commands.quantities.measured import unit_of_sum
from intent.commands.readers.numbers.further_sums import goes_on
from intent.commands.readers.numbers.measures import measures_in
from intent.commands.readers.numbers.sums import Sum
from intent.commands.results import TWO, more_of
from omniforge.errors import InvalidInput
from omniforge.tables.arithmetic import Number, evaluate
from omniforge.tables.markdown import plain
from omniforge.tables.units import convert

_PLACES = 4  # decimals of a rounded result
_CENTS = -2  # exponent of an amount in cents
_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_REMARK = 3  # words that may stand before what goes on with the last number
_LEFT_OF_WHAT = "I can't tell what is left of what: say it as one sum, like “500 minus 20%”."
_OF_WHAT = (
    "I don't know which number to go on with, as I didn't understand “{}”. "
    "Say it with the number, like “450 plus 20%”."
)
_NO_RATE = "At what rate? Say it with the amount, like “20% VAT on {}”."


@handles("sum")
async def work_out(task: Task, command: Command) -> Answer:
    """Calculate an expression. In the requested unit, if it has units."""
    asked: Sum = command.slots["sum"]
    if converted := await _in_unit(asked, str(command.slots.get("noun", ""))):
        return Answer(converted)
    return _told(asked)


async def _in_unit(asked: Sum, to: str) -> str:
    """Convert a sum of one measure: '14 shelves of 865 mm' in metres, empty for any other sum."""
    exact = evaluate(asked.expression)
    for _, unit in measures_in(asked.written) if to and exact.exact else ():
        try:
            result, symbol = await asyncio.to_thread(convert, exact.value, unit, to)
        except InvalidInput:  # a measure of something else
            continue
        said = f"{plain(asked.written)}: {grouped(exact.value)} {plain(unit)}"
        return _converted(said, Decimal(result), symbol)
    return ""


@handles("sum.more")
async def go_on(task: Task, command: Command) -> Answer:
    """Continue with the last answer's number: add, subtract, divide."""
    before = command.slots["before"]
    if before is None or not goes_on(command, f"{task.situation.said} {task.situation.told}"):
        raise NoSuchTarget
    if len(command.told.split()) > _REMARK and before == task.situation.number:
        raise InvalidInput(_OF_WHAT.format(plain(command.told.strip(" ,"))))
    sign, more = command.slots["sign"], command.slots.get("more", TWO)
    expression = more_of(command)
    is_own_part = expression == more.expression  # 'a tenth of that'
    written = f"{more.written} of {grouped(before)}" if is_own_part else _written(before, sign, more)
    is_money = more.cents and before.as_tuple().exponent == _CENTS
    return _told(Sum(expression, written, cents=more.cents, money=is_money))


def _written(before: Decimal, sign: str, more: Sum) -> str:
    return f"{grouped(before)} {_SIGNS[sign]} {more.written}"


def _told(asked: Sum) -> Answer:
    figure = _figure(evaluate(asked.expression), money=asked.money or bool(asked.currency), cents=asked.cents)
    if asked.coins and "." not in figure:  # '3.00' is not 3 cents
        figure = f"{figure.removesuffix('**')}.00**"
    if not asked.currency and (unit := unit_of_sum(asked.written, asked.expression)):
        figure = f"{figure.removesuffix('**')} {unit}**"
    return Answer(f"{plain(asked.written)} {_with_currency(figure, asked.currency)}.")


@handles("sum.left")
async def tell_left(task: Task, command: Command) -> Answer:
    """Say what the row changed right before still owes, or again what the last sum left."""
    if told := await left_of_row(task, command):
        return told
    if task.place:  # behind a sum in the same message, which 'left' can't mean the open work
        raise InvalidInput(_LEFT_OF_WHAT)
    if task.situation.number is None or f" {_SIGNS['-']} " not in task.situation.told:
        raise NoSuchTarget
    return Answer(f"By the last sum it is **{_money(task.situation.number)}**.")


@handles("sum.rate")
async def ask_rate(task: Task, command: Command) -> Answer:
    """Ask for the rate of a tax on the last number."""
    if task.situation.number is None:
        raise NoSuchTarget
    return Answer(f"At what rate? Say it like “plus 20%”. So far it is **{grouped(task.situation.number)}**.")


@handles("sum.told")
async def tell(task: Task, command: Command) -> Answer:
    """Answer a word problem with two numbers."""
    first, sign, second = (command.slots[name] for name in ("first", "sign", "second"))
    cents = (first * second) % 1 != 0
    written = _written(first, sign, Sum("", grouped(second)))
    return _told(Sum(f"{first} {sign} {second}", written, cents=cents))


@handles("sum.tax")
async def add_tax(task: Task, command: Command) -> Answer:
    """Calculate a percentage of an amount, and the amount with it, less it, or before it was added."""
    rate, amount = command.slots.get("rate"), command.slots["amount"]
    if rate is None:
        raise InvalidInput(_NO_RATE.format(grouped(amount)))
    mode = command.slots.get("mode", "on")
    if mode == "net":
        net = evaluate(f"{amount} / (1 + {rate} / 100)")
        tax = Number(amount - round(net.value, 2), net.exact)
        return Answer(
            f"{_money(amount)} includes {_money(tax.value)} at {grouped(rate)}%. Net it {_cents(net)}."
        )
    share = evaluate(f"{amount} * {rate} / 100")
    if mode == "part":
        rest = Number(amount - share.value, share.exact)
        return Answer(f"{grouped(rate)}% of {grouped(amount)} {_cents(share)}, the rest {_cents(rest)}.")
    whole = evaluate(f"{amount} * (1 {'-' if mode == 'off' else '+'} {rate} / 100)")
    way = "less it" if mode == "off" else "with it"
    return Answer(
        f"{grouped(rate)}% of {grouped(amount)} {_cents(share)}. {grouped(amount)} {way} {_cents(whole)}."
    )


@handles("sum.change")
async def tell_change(task: Task, command: Command) -> Answer:
    """Say by how many percent one number is more or less than another."""
    first, last = command.slots["first"], command.slots["last"]
    change = evaluate(f"({last} - {first}) / {first} * 100")
    way = "more" if change.value >= 0 else "less"
    value = round(abs(change.value), 2)
    about = "" if value == abs(change.value) else "about "
    by = grouped(abs(last - first))
    return Answer(f"{grouped(last)} is {about}**{grouped(value)}%** {way} than {grouped(first)}, by {by}.")


@handles("sum.percent_of")
async def tell_percent(task: Task, command: Command) -> Answer:
    """Say how many percent one number is of another."""
    if "whole" not in command.slots:
        raise NoSuchTarget
    part, whole = command.slots["part"], command.slots["whole"]
    share = evaluate(f"{part} / {whole} * 100")
    value = round(share.value, 2)
    about = "" if value == share.value else "about "
    return Answer(f"{grouped(part)} is {about}**{grouped(value)}%** of {grouped(whole)}.")


@handles("sum.share")
async def share(task: Task, command: Command) -> Answer:
    """Divide an amount by a number of people or parts."""
    total, parts = command.slots["total"], command.slots["parts"]
    rate = command.slots.get("rate", Decimal(0))
    number = evaluate(f"{total} * (1 + {rate} / 100) / {parts}")
    more = f" with {grouped(rate)}% on top" if rate else ""
    return Answer(f"{_money(total)}{more} divided by {grouped(parts)} {_cents(number)} each.")


@handles("unit.convert")
async def convert_unit(task: Task, command: Command) -> Answer:
    """Convert a measure to another unit. Raises NoSuchTarget for unknown units, to let others answer."""
    if "measure" not in command.slots:
        return await _convert_told(command.slots.get("told", task.situation.told), command)
    measure, to = command.slots["measure"], command.slots["to"]
    try:
        results = [await asyncio.to_thread(convert, value, unit, to) for value, unit in measure]
    except InvalidInput as error:
        raise NoSuchTarget from error
    result, symbol = sum(Decimal(value) for value, _ in results), results[0][1]
    said = " ".join(f"{grouped(value)} {_asked_unit(unit, symbol)}" for value, unit in measure)
    return Answer(_converted(said, Decimal(result), symbol))


async def _convert_told(told: str, command: Command) -> Answer:
    """Convert the one convertible measure in a text, even if it is given in two units. Raises NoSuchTarget if
    there is none, or several.
    """
    found = []
    for value, unit in measures_in(told):
        try:
            result, symbol = await asyncio.to_thread(convert, value, unit, command.slots["to"])
        except InvalidInput:  # a measure of something else
            continue
        found.append((value, unit, result, symbol))
    sizes = [Decimal(one[2]) for one in found]
    if not sizes or max(sizes) - min(sizes) > max(sizes) * _SAME:
        raise NoSuchTarget
    value, unit, result, symbol = found[0]
    return Answer(_converted(f"{grouped(value)} {_asked_unit(unit, symbol)}", Decimal(result), symbol))


_SAME = Decimal("0.0001")  # tolerance between one measure in two units, for rounding


# Measures with the same name but different sizes in Britain and America.
_AMERICAN = {
    "gal": "US gal",
    "pt": "US pt",
    "qt": "US qt",
    "fl_oz": "US fl oz",
    "imperial_gal": "imperial gal",
    "imperial_pt": "UK pt",
    "imperial_qt": "UK qt",
    "imperial_floz": "UK fl oz",
}


_DEGREES = {"degc": "°C", "c": "°C", "degf": "°F", "f": "°F", "k": "K", "kelvin": "K"}


def _asked_unit(unit: str, symbol: str) -> str:
    """Return the unit of a measure as people write it. `symbol` is that of what it is converted to."""
    return _DEGREES.get(unit.lower(), plain(unit)) if symbol in _DEGREES.values() else plain(unit)


_SPANS = {"week": "week", "d": "day", "h": "hour", "min": "minute"}  # told by their names, not their symbols
_WEEK = 7  # days


def _converted(said: str, exact: Decimal, symbol: str) -> str:
    if symbol == "week" and exact >= 1 and (days := round(exact * _WEEK, _PLACES)) == int(days) > 0:
        weeks, rest = divmod(int(days), _WEEK)
        tail = f" and {counted(rest, 'day')}" if rest else ""
        return f"{said} is **{counted(weeks, 'week')}{tail}**."
    shown = round(exact, _PLACES) if abs(exact) >= 1 else exact
    about = "" if shown == exact else "about "
    return f"{said} is {about}**{grouped(shown)} {_unit_name(symbol, shown)}**."


def _unit_name(symbol: str, figure: Decimal) -> str:
    """Return a unit as it stands behind a figure: 'hours' for 'h', 'US gal' for 'gal'."""
    span = _SPANS.get(symbol, "")
    return (span if figure == 1 else f"{span}s") if span else _AMERICAN.get(symbol, symbol)


def _figure(number: Number, *, money: bool, cents: bool) -> str:
    """Return 'is' or 'is about' with a number: money to the cent, else a short decimal."""
    exact = Decimal(str(number)) if not number.exact else number.value
    places = -int(exact.normalize().as_tuple().exponent)
    settled = number.exact or places <= _PLACES  # a third of 2,700 is 900
    value = round(exact, 2) if money else exact if settled else round(exact, _PLACES)
    verb = "is" if settled and value == exact else "is about"
    return f"{verb} **{_money(value) if money or cents else grouped(value)}**"


def _cents(number: Number) -> str:
    return _figure(number, money=True, cents=True)


def _money(value: Decimal) -> str:
    """Return a number with two decimals, unless it is whole or has more."""
    text = grouped(value)
    return f"{text}0" if len(text.partition(".")[2]) == 1 else text


def _with_currency(figure: str, word: str) -> str:
    """Return a figure with its currency: a sign before it, a word after it."""
    if word.isalpha():
        return f"{figure} {word}"
    return figure.replace("**", f"**{word}", 1)
