"""What is owed, by the table at hand: rows that aren't paid, or the money column less the paid one."""

from typing import TYPE_CHECKING

from intent.commands.tables.question import CellTest
from intent.commands.words import at_start

if TYPE_CHECKING:
    from intent.commands.tables.meanings import Meanings

_ADJECTIVES = ("unpaid", "outstanding", "open")
_ROWS = ("ones", "rows", "only")
_WHICH = ("which", "who")
_IN_FULL, _PAID = "full", "paid"


def take_owed(said: "Meanings", key: str) -> None:
    """Read 'who owes us' as who has not paid. Without such a column it asks for the money."""
    at_hand = said.at_hand
    may_be = (*at_hand.marks, *at_hand.days)
    paid = [one for one in at_hand.of_sense("paid") if one in may_be]
    if owing := at_hand.numbers_of("column_owing"):
        said._column(owing, ("owes",), 1)
    elif paid:
        _unpaid(said, paid[0])
    elif at_hand.is_value(_PAID):
        _without_paid(said)
    elif at_hand.ended:
        _unpaid(said, at_hand.ended[1])
    elif payments := [one for one in at_hand.of_sense("paid") if one in at_hand.numbers]:
        _less_paid(said, payments)
    elif at_hand.worth and not any(one.test == "has" for one in said.tests):
        said.unread.append("owed")  # of hours and rates nothing tells who has paid
    else:
        said._money(key)


def _unpaid(said: "Meanings", column: str) -> None:
    said.test(CellTest((column,), "no"))
    said.said["owed"] = True


def _without_paid(said: "Meanings") -> None:
    """Leave out the rows whose state is 'paid': open and overdue ones are owed."""
    columns, value = said.at_hand.values_named((_PAID,))
    said.test(CellTest(columns, "has", value, negated=True))
    said.said["owed"] = said.names = True


def _less_paid(said: "Meanings", payments: list[str]) -> None:
    """Read what is owed as the money column minus the paid one, unread without exactly one of each."""
    due = [one for one in said.at_hand.money if one not in payments]
    if len(due) != 1 or len(payments) != 1 or said.at_hand.numbers_of("column_tax"):
        said.unread.append("unpaid")
        return
    chooses, people = _chooses(said), "who" in said.said
    if chooses or people:
        said.test(CellTest((due[0],), "over", other=payments[0]))
        said.names, said.said["unpaid"] = True, (due[0], payments[0])
    if people or not chooses:
        _take_rest(said, due[0], payments[0])


def _take_rest(said: "Meanings", due: str, paid: str) -> None:
    """Ask for the sum of what is still to be paid, of each person if people are asked for."""
    said.said.update(sign="-", other=paid)
    said.said.update({} if "function" in said.said else {"function": "sum", "supposed_sum": True})
    if "who" in said.said or said.waits == "group":  # 'how much does each still owe'
        said.said.setdefault("group", said.at_hand.person)
        said.waits = ""
    said._column((due,), ("owes",), 1)


def _chooses(said: "Meanings") -> bool:
    """Return whether rows are meant that aren't paid in full: 'which are unpaid', 'the unpaid ones'."""
    words, spoken = [one.word for one in said.words.tokens], said.spoken
    if any(one.other for one in said.tests):
        return False  # they are chosen already
    after = words[words.index(spoken[0]) + 1 :][:1] if spoken[0] in words else []
    is_adjective = spoken[-1] in _ADJECTIVES and bool({*words[:2]} & {*_WHICH} or {*after} & {*_ROWS})
    return is_adjective or _IN_FULL in spoken


def settle_owed(said: "Meanings") -> None:
    """Read 'a table with client and what is left to pay' as a column of the rows, and not as one sum."""
    unpaid, supposed = said.said.pop("unpaid", None), said.said.pop("supposed_sum", False)
    if unpaid and not supposed and said.said.get("function") == "sum" and not said.asked:
        _take_rest(said, *unpaid)  # 'the unpaid ones in total'
    if not supposed:
        return
    texts = [one for one in said.asked if one not in said.at_hand.numbers]
    lists = bool(texts) or bool({"format", "only"} & {*said.said})
    if lists and not ({"group", "much"} & {*said.said} or _adds_up(said)):
        del said.said["function"]


def _adds_up(said: "Meanings") -> bool:
    words = tuple(one.word for one in said.words.tokens)
    return any(at_start("table_word", words, at)[0] == "sum" for at in range(len(words)))
