"""Adds up prices that files and documents list."""

from collections.abc import Sequence
from decimal import Decimal

from agents.handlers.documents.summaries import text_of_file
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import grouped
from intent.commands import Command
from intent.commands.price_lists import Price, price_of, prices_in
from omniforge.english import join_words
from omniforge.tables.markdown import plain

_FILES = 3  # that are read


@handles("sum.prices")
async def add_up(task: Task, command: Command) -> Answer:
    """Say what some things cost together. Raises NoSuchTarget unless each has a price, in one currency.

    Each needs its own: 'a wash and cut' is one thing if one row is that of both.
    """
    items: Sequence[tuple[Decimal, str]] = command.slots["items"]
    prices = prices_in("\n".join(await _texts(task, [name for _, name in items])))
    found = [(number, price_of(name, prices)) for number, name in items]
    known = [(number, price) for number, price in found if price]
    signs = {price.sign for _, price in known if price.sign}
    if len({price.name for _, price in known}) < len(found) or len(signs) > 1:
        raise NoSuchTarget
    total = sum(number * price.amount for number, price in known)
    sign = next(iter(signs), "")
    verb = "come" if len(known) > 1 else "comes"
    return Answer(f"{join_words([_told(*one) for one in known])} {verb} to **{sign}{total:,.2f}**.")


def _told(number: Decimal, price: Price) -> str:
    return f"{grouped(number)} × {plain(price.name)} at {price.sign}{price.amount:,.2f}"


async def _texts(task: Task, names: Sequence[str]) -> list[str]:
    """Return the texts of the conversation's newest files, and the passages of documents on these names."""
    files = [one for one in task.pack.files if not one.written][:_FILES]
    given = await task.call("search", query=" ".join(names), where=["documents"])
    documents = given.get("documents") or ()
    passages = [str(each.get("text") or "") for one in documents for each in one.get("passages", ())]
    return [*[await text_of_file(task, str(one.id)) for one in files], *passages]
