"""Splits a sentence at its joints so that commands cover most of it."""

from collections.abc import Sequence

from intent.commands.catalogue import JOINTS, verbs, whole_commands
from intent.commands.grammar.clauses import Clauses
from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.orders import only_sorts
from intent.commands.readers.things.people import joins_names
from intent.commands.readers.things.titles import opens_list
from intent.commands.remarks import follows_statement
from intent.commands.types import Command
from intent.commands.words import at_start, key_of

REFUSED = "cannot."  # prefix of commands that say what can't be done here
_MOST_JOINTS = 14  # of a sentence; one with more is a list or a story
_APPOSED = 6  # words of what a person is, between commas
_OWNED = ("one", "mine", "theirs")
_PASSING = 6  # words of 'while we are at it'
_DASHES = ("-", "–", "—")
_TIMES = ({"when"}, {"end"}, {"off"})
LOOSE = "work.order"  # the command read from its parts, without a template
_CREATE, _TITLES = "thing.create", ("title", "titles", "description")
Part = tuple[Command | None, int, int]
_Worth = tuple[int, int, int, int]


def best_split(clauses: Clauses, start: int, end: int, previous: Command | None) -> Sequence[Part]:
    """Return a sentence split at its joints, with the most words covered, then with the most commands."""
    cuts = [start, *joints(clauses.tokens, start, end), end]
    best: list[tuple[_Worth, tuple[Part, ...]]] = [((0, 0, 0, 0), ())]
    for last in range(1, len(cuts)):
        ways = []
        for first in range(last):
            worth, parts = best[first]
            before = next((one for one, _, _ in reversed(parts) if one and one.name), previous)
            command = clauses.command(cuts[first], cuts[last], before)
            part = (command, cuts[first], cuts[last])
            ways.append((_worth(worth, command, cuts[last] - cuts[first]), (*parts, part)))
        best.append(max(ways, key=lambda way: way[0]))
    return _joined(best[-1][1])


def joints(tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """Return the indexes at which a new clause may begin."""
    within = tokens[:end]
    found = [at for at in range(start + 1, end - 1) if _is_joint(tokens, at) or opens_list(within, at)]
    firsts = [at for at in found if at - 1 not in found]
    return firsts if len(firsts) <= _MOST_JOINTS else []


def _is_joint(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token joins clauses: 'and', a comma, a dash with a space on either side."""
    one, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
    if one.is_quoted:
        return False
    if joins_names(tokens, at) or _sets_off(tokens, at):
        return False
    if one.word in JOINTS or (one.word in _DASHES and before.end < one.start and one.end < after.start):
        return True
    if one.word == "so" and (
        after.word in verbs() or after.word == "please" or follows_statement(tokens, at)
    ):
        return True
    following = tuple(each.word for each in tokens[at : at + _PASSING])
    return bool(at_start("in_passing", following)[1])


def _sets_off(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a comma begins or ends what a person is: 'Mr Root, the valuer, on Friday'."""
    if tokens[at].word != ",":
        return False
    before = next((one for one in range(at - 1, max(0, at - _APPOSED), -1) if tokens[one].word == ","), 0)
    after = next(
        (one for one in range(at + 1, min(len(tokens), at + _APPOSED)) if tokens[one].word == ","), 0
    )
    return _is_apposition(tokens, at, after) or _is_apposition(tokens, before, at)


def _is_apposition(tokens: Sequence[Token], first: int, last: int) -> bool:
    if not 0 < first < last < len(tokens) - 1:
        return False
    named = tokens[first - 1].text[:1].isupper() and first > 1 and not tokens[first - 1].is_quoted
    return (
        named and key_of("article", tokens[first + 1].word) in _OWNED and tokens[last + 1].word not in JOINTS
    )


def _worth(worth: _Worth, command: Command | None, size: int) -> _Worth:
    """Return the rank of a split, to which a command of `size` words is added.

    In order: words covered, whether all commands are certain, number of targets, fewest free-text words.
    """
    covered, sure, number, free = worth
    if command is None:
        return worth
    named = bool(command.name)
    refused = command.name.startswith(REFUSED)  # 'call Ann' may be a title
    only_when = command.slots.keys() in _TIMES  # 'Mondays and Fridays' is one schedule
    sorts = only_sorts(command.slots.get("query"))  # 'newest first' may belong to what is listed
    single = refused or command.adds or only_when or sorts or command.name in (LOOSE, *whole_commands())
    counts = named and not single
    return (
        covered + size,
        min(sure, -2 if refused or _lacks_title(command) else -int(named and command.tentative)),
        number + counts,
        free - (counts or command.adds or command.name == LOOSE) * command.free,
    )


def _lacks_title(command: Command) -> bool:
    """Return whether a new thing has no name, which may stand behind it: 'a task for Bas, drawings'."""
    return command.name == _CREATE and command.slots.keys().isdisjoint(_TITLES)


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Return the parts, with uncovered neighbours merged."""
    joined: list[Part] = []
    for command, first, last in parts:
        if command is None and joined and joined[-1][0] is None:
            joined[-1] = (None, joined[-1][1], last)
        else:
            joined.append((command, first, last))
    return joined
