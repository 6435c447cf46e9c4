"""Word problems with the message's own figures, in any word order: one command for the whole message."""

import re
from collections.abc import Sequence

from intent.commands.quantities import (
    find_leftover,
    find_share,
    read_bill,
    read_periods,
    read_working_time,
    solve,
)
from intent.commands.quantities.words import MONEY
from intent.commands.readers.numbers.sums import Sum
from intent.commands.tables.words import TableWords
from intent.commands.types import Command, Reading, Situation, Slots
from intent.commands.words import as_words
from intent.material import Material

_RECKONED = ("sum", "unit")
_MORE = "sum.more"
_ONLY_RATES = re.compile(
    r"\W*\d+ [a-z]+(?: [a-z]+)?, \d[\d.,]* [a-z]+ each,? (?:and |at )?[$€£]?\d[\d.,]* (?:an?|per) [a-z]+",
    re.I,
)
_COSTS = "What does that cost?"
_BARE = (["sum"], ["sum.told"])  # result in a figure without a unit


def add_word_problem(
    message: str, reading: Reading, material: Material | None, situation: Situation
) -> Reading:
    """Return the word problem that a message states, if no command covers it, else `reading`."""
    sure = [one for one in reading.commands if not one.tentative]
    is_sure = reading.is_whole and len(sure) == len(reading.commands)
    if is_sure and [one.name for one in sure] in _BARE and (worked := _measured(message)):
        return Reading((worked,))
    if left := None if material else _left_over(message):
        return Reading((left,))
    if is_sure or any(one.writes for one in sure):
        return reading
    if command := _told_otherwise(message, material, situation):
        return Reading((command,))
    return reading if material or not _lacks_figures(message, sure, reading, situation) else _unread(message)


def _told_otherwise(message: str, material: Material | None, situation: Situation) -> Command | None:
    """Return the sum of a bill, or without a list of figures that of any other problem."""
    if material:
        return None if "\n" in message else _bill(message, situation)
    return _told_sum(message) or _bill(message, situation)


def _lacks_figures(message: str, sure: Sequence[Command], reading: Reading, situation: Situation) -> bool:
    """Return whether commands leave out figures that belong to them: of only some no sum is asked for."""
    if _leans_on_old(message, sure) or _is_of_figures(message, sure, situation.table):
        return True
    figures = any(any(map(str.isdigit, one)) for one in reading.uncovered)
    return bool(figures and sure) and all(one.name.startswith(_RECKONED) for one in sure)


def _unread(message: str) -> Reading:
    return Reading((), (message.strip(),))


def _leans_on_old(message: str, commands: Sequence[Command]) -> bool:
    """Return whether figures come before words that were read as a follow-up to the last answer: 'and 5
    shades' in 'we sold 3 lamps and 5 shades'.
    """
    first = next((one for one in commands if one.name.startswith(_RECKONED)), None)
    return first is not None and first.name == _MORE and any(map(str.isdigit, message[: first.span[0]]))


def _is_of_figures(message: str, commands: Sequence[Command], at_hand: TableWords | None) -> bool:
    """Return whether the only command is a question that names nothing and follows unread figures.

    It is about these figures: 'each car needs 4 pads, how many for 9 of them?'
    """
    if len(commands) != 1 or not any(map(str.isdigit, message[: commands[0].span[0]])):
        return False
    if commands[0].name == "thing.count":
        thing = commands[0].slots["thing"]
        return not (thing.kind or thing.name or thing.project or thing.is_pronoun)
    if commands[0].name != "table.ask" or at_hand is None:
        return False
    question, words = commands[0].slots["question"], as_words(commands[0].words)
    named = any(at_hand.columns_called((one,)) for one in words) or question.tests
    return not named and (question.function == "count" or question.scope == "overall")


def _told_sum(message: str) -> Command | None:
    name, slots = _slots_of(message)
    return Command(name, slots, (0, len(message)), message.strip()) if name else None


def _measured(message: str) -> Command | None:
    """Return a message's sum with its unit, which bare figures would lack."""
    worked = solve(message)
    if worked is None or not worked.unit or worked.of == MONEY:
        return None
    return Command("sum.worked", {"worked": worked}, (0, len(message)), message.strip())


def _left_over(message: str) -> Command | None:
    figures = [f"{one:f}" for one in find_leftover(message)]
    told = Sum(" - ".join(figures), " minus ".join(figures))
    return Command("sum", {"sum": told}, (0, len(message)), message.strip()) if figures else None


def _bill(message: str, situation: Situation) -> Command | None:
    """Return the sum of a bill in words."""
    span = (0, len(message)), message.strip()
    timed = read_periods(message) or read_working_time(message)
    if bill := timed or read_bill(message, situation.number):
        told = Sum(bill.expression, bill.written, bill.currency, cents=bill.cents, money=bool(timed))
        return Command("sum", {"sum": told}, *span)
    return None


def _slots_of(message: str) -> tuple[str, Slots]:
    """Return a message's command name and values. An empty name if there is none."""
    if share := find_share(message):
        return "sum.tax", {"rate": share.rate, "amount": share.amount, "mode": share.mode}
    bare = message.rstrip(" .!")  # '3 vans, 2 days each, 45 a day'
    if worked := solve(message) or (_ONLY_RATES.fullmatch(bare) and solve(f"{bare}. {_COSTS}")):
        return "sum.worked", {"worked": worked}
    return "", {}
