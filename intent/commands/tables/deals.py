"""What a table tells of what is dealt in, and of those who do something for others."""

from intent.commands.tables.column_names import has_form, name_words
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import table


def thing_of(at_hand: TableWords) -> str:
    """Return the one column that names what is sold, used or made, else empty."""
    things = [one for one in _called(at_hand, "column_thing") if at_hand.names_things(one)]
    return things[0] if len(things) == 1 else ""


def doer_of(at_hand: TableWords, said: list[str]) -> str:
    """Return the column of people, of those who don't pay if 'who did most trips?' asks for one who did."""
    others = (*_called(at_hand, "column_payer"), *at_hand.numbers, *at_hand.marks)
    doing = [one for one in at_hand.of_sense("person") if one not in others]
    return doing[0] if len(doing) == 1 and "did" in said else at_hand.person


def counts_somebody(at_hand: TableWords, question: TableQuestion) -> bool:
    """Return whether one person's rows are counted: 'how many trips did Bo do' (and how many miles)."""
    people = {*at_hand.of_sense("person")}
    chosen = [one.test == "has" and not one.negated and {*one.columns} <= people for one in question.tests]
    return question.function == "count" and chosen == [True]


def _called(at_hand: TableWords, forms: str) -> tuple[str, ...]:
    return tuple(one for one in at_hand.columns if has_form(name_words(one), table(forms)))
