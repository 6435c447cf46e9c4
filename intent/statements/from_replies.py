"""What happened to a person's statement, according to the reply: noted in full sentences, or forgotten."""

import re
from collections.abc import Iterator, Sequence

from intent.commands.words import as_words, key_of
from intent.statements.facts import read_statement
from intent.statements.notes import added_to_note, further_note
from intent.statements.pasted_texts import own_words
from intent.statements.retractions import correction_in, to_forget
from intent.statements.swaps import swaps

NOTED = "Noted: "
FORGOT = "Forgot "
_TOLD = re.compile(
    rf"(?:^|(?<=[.\n ]))(?P<did>{NOTED}|{FORGOT})(?P<facts>“[^”\n]*”(?:(?:,| and|) “[^”\n]*”)*)"
)
_QUOTED = re.compile(r"“([^”]*)”")
MADE_DOCUMENT = "Created the document "


def facts_by_reply(message: str, reply: str) -> list[str]:
    """Return a message's facts, in full sentences if the reply shows what became of 'no, it's green'."""
    message, facts = own_words(message, reply), quoted(reply)
    if reply.startswith(FORGOT):
        return [*(f"forget {one}" for one in facts), *_noted_beside(message, reply)]
    if (reply and to_forget(message)) or reply.startswith(MADE_DOCUMENT):
        return []  # the reply says that nothing was forgotten, or that a document has it
    if beside := _noted_beside(message, reply):
        return beside
    if reply.startswith(NOTED) and (added := added_to_note(message)[1]):
        whole = next((one.strip(" .") for one in facts), "")
        return [f"forget {whole.removesuffix(added).rstrip(' ,')}", f"note that {whole}"]
    if reply.startswith(NOTED) and (further := further_note(message)):
        return [f"note that {further}"]
    told = [f"no, note that {one}" for one in facts if read_statement(f"note that {one}")]
    puts_right = correction_in(message) or swaps(message) or _points_at_fact(message, facts)
    return told if told and puts_right and reply.startswith(NOTED) else [message]


def _noted_beside(message: str, reply: str) -> list[str]:
    """Return what a reply says that it noted beside an order: the order's own words are no fact."""
    line = next((one for one in reply.splitlines()[1:] if one.startswith(NOTED)), "")
    facts = [one.strip(" .") for one in quoted(line)]
    is_part = all(one.casefold() in message.casefold() for one in facts)
    return [f"note that {one}" for one in facts if read_statement(f"note that {one}")] if is_part else []


def _points_at_fact(message: str, facts: Sequence[str]) -> bool:
    """Return whether a message gives a fact another value without repeating it: 'change it to 950'."""
    said = message.casefold()
    points = any(key_of("pronoun", one) for one in as_words(message))
    return points and not any(one.strip(" .").casefold() in said for one in facts)


def notes_told(reply: str) -> Iterator[tuple[bool, str]]:
    """Yield each fact that a reply says it noted (True) or forgot (False), in order."""
    for line in _TOLD.finditer(reply):
        yield from ((line["did"] == NOTED, one) for one in _QUOTED.findall(line["facts"]))


def quoted(reply: str) -> list[str]:
    """Return the facts that a reply quotes."""
    return [one.partition("”")[0] for one in reply.partition("\n")[0].split("“")[1:]]
