"""A list of work requested as a file: 'the overdue tasks as Excel' is the list, exported."""

import re
from functools import partial

from intent.commands.reader import read_commands
from intent.commands.types import Situation
from intent.data_files import any_of, data_of

_any = partial(any_of, "table_files", "list")
_LEADS = rf"(?:(?:{_any('leads')})[ ,]+)*"
_FILE = (
    rf"(?:(?:an?|the|one|my|eine|un|una)\s+)?(?:(?P<xlsx>{_any('xlsx')})|(?P<csv>{_any('csv')}))"
    rf"(?:[ -](?:{_any('tails')}))*"
)
_END = r"(?:,? (?:please|pls|bitte|thanks|por favor))?[\s.!?]*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_LEADS}(?:(?:{_any('makes')})\s+)?{_FILE}\s+(?:{_any('of')})\s+(?P<what>\S.*?){_END}",
        rf"{_LEADS}(?:(?:{_any('puts')})\s+)?(?P<what>\S.*?)\s+(?:{_any('into')})\s+{_FILE}{_END}",
    )
)
_LISTS = ("thing.list", "event.list")
_PUT = {"xlsx": "Put that in an Excel file.", "csv": "Put that in a CSV file."}


def list_first(message: str, situation: Situation) -> str:
    """Return a request for a list as a file rewritten as two sentences, any other message unchanged."""
    found = next(filter(None, (one.fullmatch(message.strip()) for one in _FORMS)), None)
    if found is None or _is_of_table(message, situation):
        return message
    shown = (f"{verb.strip()} {found['what']}" for verb in data_of("table_files")["list"]["shows"].split("|"))
    lists = next((one for one in shown if _is_list(one, situation)), "")
    return f"{lists}. {_PUT['xlsx' if found['xlsx'] else 'csv']}" if lists else message


def _is_list(text: str, situation: Situation) -> bool:
    reading = read_commands(text, situation)
    return reading.is_whole and [one.name in _LISTS for one in reading.commands] == [True]


def _is_of_table(message: str, situation: Situation) -> bool:
    reading = read_commands(message, situation)
    return reading.is_whole and all(one.name.startswith("table.") for one in reading.commands)
