"""Orders about a draft as a whole: drop it, or run, pause or show what isn't created yet."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from intent.commands import Command, Situation, read_commands
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, table
from intent.dialogue.answers import Answer, Reply, parts_answer, plain_words, read_answer, words_of
from intent.sentences.question_forms import opens_question

DROP, EARLY, TRY, SHOW, HOLIDAYS = "drop", "early", "try", "show", "holidays"
_ORDERS = {
    "agent.delete": DROP,
    "agent.dry_run": TRY,
    "agent.show": SHOW,
    "agent.holidays": HOLIDAYS,
} | dict.fromkeys(("agent.state", "agent.run", "agent.when", "agent.runs", "agent.runs_on"), EARLY)
_OF_EVENTS = ("event.update", "event.delete")
_AIM = re.compile(r",?\s+so (?:that )?(?:i|we) (?:can|could|know|see)\b[^.!?]*$", re.IGNORECASE)
_JOINING = (",", ";", ".", "and", "then", "und", "y")
_WHEN = ("when", "often", "time", "times", "hour", "days", "day", "schedule")


def order_of_draft(message: str, situation: Situation) -> str:
    """Return DROP, EARLY and so on if a message says that of 'it' or 'the agent', else an empty string.

    SHOW asks what the draft is, HOLIDAYS whether it runs on them.
    """
    if _asks_of_draft(message):
        return EARLY if any(one.word in _WHEN for one in tokenize(message)) else SHOW
    command = _only_command(message, situation)
    return _ORDERS.get(command.name, "") if command else ""


def order_behind_yes(message: str, situation: Situation) -> str:
    """Return an order for the agent that is to be created first: 'run it now' for 'yes, and run it now'."""
    found = (one for one in _words_behind_yes(message) if _acts(_only_command(one, situation)))
    return _AIM.sub("", next(found, ""))


def order_at_end(message: str, situation: Situation) -> tuple[str, str]:
    """Return a message without the order for 'it' at its end, and that order: '…, and run it now'."""
    marks = [one for one in tokenize(message) if one.word in _JOINING]
    for mark in reversed(marks):
        order = message[mark.end :]
        if order.strip() and _acts(_only_command(order, situation)):
            return message[: mark.start].rstrip(" ,;"), _AIM.sub("", order.strip())
    return "", ""


def _words_behind_yes(message: str) -> Iterator[str]:
    """Yield what may be said after a whole yes: 'run it' for 'create it, then run it'.

    A mark or 'and' ends the yes. One like 'sure' ends by itself.
    """
    for before, token in pairwise(tokenize(message)):
        said = message[: before.start if parts_answer(before) else token.start]
        ends = parts_answer(before) or plain_words(said) in words_of("sure")
        if ends and not parts_answer(token) and read_answer(said) == Answer(Reply.YES):
            yield message[token.start :]


def _acts(command: Command | None) -> bool:
    return command is not None and command.writes and _ORDERS.get(command.name) == EARLY


def _only_command(message: str, situation: Situation) -> Command | None:
    """Return the command that is the whole message, if it is for 'it' or 'the agent'."""
    reading = read_commands(_AIM.sub("", message), replace(situation, scope="form", at_hand="agent"))
    is_only = reading.is_whole and len(reading.commands) == 1 and _points(reading.commands[0])
    return reading.commands[0] if is_only else None


def points_at_several(message: str) -> bool:
    """Return whether a message says 'they' or 'them' of what it is about."""
    return any(table("pronoun").get((one,)) == "many" for one in as_words(message))


def changes_event(message: str, situation: Situation) -> bool:
    """Return whether a message orders a change to an existing event, which is no work for an agent."""
    orders = read_commands(message, situation).commands
    return bool(orders) and all(one.name in _OF_EVENTS for one in orders)


def _points(command: Command) -> bool:
    """Return whether a command refers to one agent without a name."""
    agents = command.slots.get("agents", ())
    if command.name == "agent.dry_run" and not agents:
        return True
    return len(agents) == 1 and not (agents[0].name or agents[0].parts or agents[0].place or agents[0].is_all)


def _asks_of_draft(message: str) -> bool:
    """Return whether every word of a question is about the draft: 'when would it run then?'"""
    words = [one.word for one in tokenize(message) if not one.is_mark]
    kinds = [table("draft_asks").get((word,), "") for word in words]
    asks = message.rstrip().endswith("?") or opens_question(message)
    return asks and all(kinds) and {"asks", "about"} <= {*kinds}
