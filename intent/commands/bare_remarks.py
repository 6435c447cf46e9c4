"""Remarks and reasons that look like a correction: 'ah right, it's Sunday', '… they're not ready'."""

from dataclasses import replace

from intent.commands.types import Command, Reading, Situation
from intent.data_files import pattern
from intent.sentences.question_forms import is_question
from intent.slots.days import read_day
from omniforge.projects.search.sentences import sentences_of

_MOVES, _NEW_EVENT, _NOTE = "event.update", "event.create", "note:"
_CORRECT = "thing.correct"
_CHANGES = ("thing.update", _CORRECT, "thing.instead", _MOVES)
_SAME = "thing.same"  # '… also' beside a person
_UNDO, _CHANGED, _WEEK = "work.undo", "changed", 7
_REMARK, _ORDERS = pattern("bare_remarks", "remark"), pattern("bare_remarks", "orders")
_CORRECTS = pattern("bare_remarks", "corrects")


def without_remarks(reading: Reading, message: str, situation: Situation) -> Reading:
    """Return a reading without changes that are only a remark. To one about today, the date is told."""
    reading = replace(reading, commands=_without_reasons(reading.commands))
    cut = [one for one in reading.commands if _is_cut_off(one, reading, message)]
    kept = tuple(one for one in reading.commands if one not in cut and not _is_remark(one, situation))
    gone = [one for one in reading.commands if one not in kept]
    of_today = [one for one in gone if _names_today(_value(one), situation)]
    if kept or reading.uncovered:
        missed = tuple(one.words for one in gone if one not in of_today)
        return replace(reading, commands=kept, uncovered=reading.uncovered + missed)
    if of_today:
        return replace(reading, commands=(Command("date.today").covering(message),))
    return replace(reading, commands=kept, uncovered=(message,)) if gone else reading


def without_cut_note(reading: Reading, message: str) -> Reading:
    """Return a reading without the event that begins a note: 'note: choir at 7, bring the folders'."""
    one = reading.commands[0] if len(reading.commands) == 1 else None
    begins = one is not None and one.name == _NEW_EVENT and one.words.lower().startswith(_NOTE)
    goes_on = one is not None and message[one.span[1] :].lstrip().startswith(",")
    return Reading((), (message,)) if begins and goes_on and reading.uncovered else reading


def _without_reasons(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return commands without a doubt behind an order, its reason: 'cancel it, they're not ready'."""
    if not (commands and commands[0].writes):
        return commands
    return (commands[0], *(one for one in commands[1:] if not _doubts(one)))


def _doubts(command: Command) -> bool:
    """Return whether words may only say that the last change isn't true."""
    names = (command.name, *(one.name for one in command.alternatives))
    return command.tentative and _UNDO in names


def _is_remark(command: Command, situation: Situation) -> bool:
    """Return whether a change is to today's day, to a person in small letters, or corrects no change."""
    if _follows_question(command, situation):
        return True
    if command.name not in _CHANGES or not (value := _value(command)):
        return False
    if _names_today(value, situation) or ("assignee" in command.slots and value.islower()):
        return True
    return situation.scope != _CHANGED and read_day(value, situation.now.date()) is not None


def _is_cut_off(command: Command, reading: Reading, message: str) -> bool:
    """Return whether a bare day or person is only a part of its sentence, of which the rest isn't understood:
    'Lena also has to wash the van', 'the fair is Saturday, 40 stalls'.
    """
    is_day = command.name in _CHANGES and "due" in command.slots
    is_bare = command.tentative and (is_day or (command.name == _CORRECT and "assignee" in command.slots))
    row = next((one for one in sentences_of(message) if command.words in one), "") if is_bare else ""
    rest = (*reading.uncovered, *(one.words for one in reading.commands if one.name == _SAME))
    return not _CORRECTS.search(row) and any(one in row for one in rest)


def _follows_question(command: Command, situation: Situation) -> bool:
    """Return whether a bare time behind a question moves nothing: 'on Wednesday then' asks about that day."""
    is_bare = command.name == _MOVES and command.slots.keys() == {"to"} and situation.scope != _CHANGED
    return is_bare and is_question(situation.said) and not _ORDERS.search(command.words)


def _value(command: Command) -> str:
    found = _REMARK.fullmatch(command.words.strip())
    return found["value"] if found else ""


def _names_today(value: str, situation: Situation) -> bool:
    """Return whether words name today by its date, or its weekday, which else is that of next week."""
    today = situation.now.date()
    day = read_day(value, today)
    if day is None or value.lower() == "today":
        return False
    is_weekday = len(value.split()) == 1  # 'next Sunday' is none
    return day == today or (is_weekday and (day - today).days == _WEEK)
