"""An order to create things from a list: 'clean the vats, call the plumber. Put these down as tasks.'"""

import re
from collections.abc import Callable
from functools import partial

from intent.commands.readers.things.references import WORK
from intent.commands.types import Command, Reading
from intent.commands.words import key_of
from intent.data_files import any_of, data_of, words_of

_UNSAID = ("i", "we", "someone", "somebody")  # name nobody in particular
_PLURAL = ("s", "n")
_POINTING = frozenset(["he", "she", "they", "it", "this", "that", "these", "those", "you", "er", "sie", "es"])
# Space is matched only at its start: retrying from each character of a long run would be quadratic.
_ENDS = re.compile(r"(?<!\s)\s*[.;!\n–—]+\s*|(?<!\s)\s+-\s+|,\s*(?=\S+ (?:these|those|them) )")
_any = partial(any_of, "work_orders")
_PIECES = {
    "kind": r"(?P<kind>[^\W\d_-]+(?:-[^\W\d_]+)?)(?P<into> (?:in|to|on|under|für|en) \S.*?)?",
    "new": f"(?:(?:{_any('listed', 'new')}) )?",
    **{
        name: f"(?:{_any('listed', name)})"
        for name in ("what", "verbs", "trennbar", "das", "anota", "anotalo", "eso")
    },
}
_POLITE = f"(?:{_any('told', 'leads')}|bitte|por favor)"
_ORDERS = [
    re.compile(f"(?:{_POLITE}[ ,]+)*{shape.format(**_PIECES)}(?:,? {_POLITE})*", re.IGNORECASE)
    for shape in data_of("work_orders")["listed"]["orders"].strip().splitlines()
]
_MUST = re.compile(
    rf"(?P<who>[^\W\d_][\w'-]*) (?:{_any('listed', 'must')}) (?P<what>\S.+)", re.IGNORECASE | re.DOTALL
)


def read_listed_order(message: str, said: str, read: Callable[[str], Reading]) -> Reading | None:
    """Return the things listed in a message, or in the one before (`said`), if it orders to create them.

    Asks back if there is no clear list.
    """
    if (found := _ordered(message)) is None:
        return None
    told, kind, into = found
    listed = _listed(told or said)
    reading = read(f"add these {kind}s{into}: {listed}") if listed else Reading()
    names = [one.name for one in reading.commands]
    command = (
        reading.commands[0] if reading.is_whole and names == ["thing.create"] else Command("talk.unlisted")
    )
    return Reading((command.covering(message),))


def listed_before(text: str) -> str:
    """Return a text without the order at its end to make tasks of it, the same if it ends with none.

    Empty if the order is for things of another kind, or for a project that it names.
    """
    told, kind, into = _ordered(text) or ("", "", "")
    if not told:
        return text
    return told if kind == "task" and not into else ""


def _ordered(message: str) -> tuple[str, str, str] | None:
    """Return the text before or below an order, the kind of thing that it creates, and where."""
    text = message.strip(" \n.!?")
    ends = [*_ENDS.finditer(text)]
    cuts = [(text[: one.start()], text[one.end() :]) for one in reversed(ends)][:1]
    head, colon, below = text.partition(":")
    named = cuts[0] if cuts and "," in cuts[0][0] and "?" not in message else ("", "")
    if kind := _kind(named[1].strip()):  # 'photos by May, copy by June. Milestones'
        return named[0].strip(), kind, ""
    cuts += [("", text), *([(below, head)] if colon else [])]
    for told, order in cuts:
        matches = (one.fullmatch(order.strip()) for one in _ORDERS)
        if (found := next(filter(None, matches), None)) and (kind := _kind(found["kind"])):
            return told.strip(), kind, found["into"] or ""
    return None


def _kind(several: str) -> str:
    """Return the kind of work that a plural names, empty for any other word."""
    kind = key_of("kind", several.lower()) if several.lower().endswith(_PLURAL) else ""
    return kind if kind in WORK and kind not in ("project", "thing") else ""


def _listed(told: str) -> str:
    """Return what a text lists after a colon, empty if it may not be a list."""
    lines = [one for one in told.strip().splitlines() if one.strip()]
    if len(lines) > 1:
        return "\n" + "\n".join(lines[1:] if lines[0].rstrip().endswith(":") else lines)
    text = told.strip(" .!")
    head, colon, rest = text.partition(": ")
    text = rest if colon and "," in rest and "," not in head else text
    must = _MUST.fullmatch(text)
    who, what = (must["who"], must["what"]) if must else ("", text)
    if "?" in what or re.search(r"[.;!] ", what) or "," not in what or _states(what.partition(",")[0]):
        return ""
    if who.lower() in _UNSAID or not who:
        return what
    return "" if who.lower() in _POINTING else _with_doer(what, who)


def _states(text: str) -> bool:
    """Return whether the first part is a statement instead of something to do."""
    words = text.lower().split()
    return bool(_POINTING & {*words[:1]}) or not words_of("work_orders", "stating").isdisjoint(words)


def _with_doer(text: str, who: str) -> str:
    """Return a text's parts as lines, each with its assignee, empty if a part names somebody itself."""
    parts = re.split(r",\s*(?:(?:and|und|y)\s+)?|\s+(?:and|und|y)\s+(?=[^,]*$)", text)
    return "" if "(" in text else "".join(f"\n{one} ({who})" for one in parts)
