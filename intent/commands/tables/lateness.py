"""Late, overdue or outstanding rows of the table at hand, by its date columns."""

from intent.commands.tables.question import CellTest
from intent.commands.tables.question_state import QuestionState


def take_due(said: QuestionState, key: str) -> None:
    """Filter overdue rows: past due, and neither done nor paid if the table says so."""
    at_hand = said.at_hand
    if key == "overdue" and at_hand.ended and said.last == at_hand.ended[1]:
        said.asked = [one for one in said.asked if one != said.last]
        take_came_late(said, key)  # 'which were paid late?'
        return
    due = at_hand.days_of("column_due")
    named = due if len(due) == 1 else [one for one in at_hand.of_sense("day") if one in at_hand.days]
    days = [at_hand.ended[0]] if at_hand.ended else named or list(at_hand.days)
    if not days:
        said.unread.append("overdue")
        return
    column = said.last if said.last in days else said.one_of(tuple(days))
    said.asked = [one for one in said.asked if one != column]
    said.test(CellTest((column,), "under" if key == "overdue" else "at_least", at_hand.today))
    if key != "overdue":
        return
    if at_hand.ended:
        said.test(CellTest((at_hand.ended[1],), "no"))
    elif paid := [one for one in at_hand.of_sense("paid") if one in at_hand.marks]:
        said.test(CellTest((paid[0],), "no"))


def take_came_late(said: QuestionState, key: str) -> None:
    """Filter late rows: the actual date is after the due date."""
    if said.at_hand.ended is None:
        said.unread.append("late")
        return
    due, done = said.at_hand.ended
    said.test(CellTest((done,), "over", other=due))


def take_still_out(said: QuestionState, key: str) -> None:
    """Filter outstanding rows: they have no return date."""
    if said.at_hand.ended is None:
        said.unread.append("still out")
        return
    done = said.at_hand.ended[1]
    said.asked = [one for one in said.asked if one != done]
    said.test(CellTest((done,), "no"))
