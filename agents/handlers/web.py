"""Searches the web, and first asks for what a search needs: a place, a route, dates."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from agents.context.stored import KeptResult
from agents.handlers.documents.search import search_documents
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from intent.commands import Command, read_commands
from omniforge.tables.markdown import markdown_table

_SEARCHED, _MOST = 10, 20  # results of a search
_OTHERWISE = ("more {}", "{} complete list", "other {}", "best {}", "{} overview")  # variations of a query
_PLACE = "Which place do you mean? A city or a ZIP code is enough."
_DATES = "On which dates?"
_SUBJECTS: Mapping[str, tuple[str, Sequence[tuple[str, str]]]] = {  # subjects with the details they need
    "web.near": ("", [("place", _PLACE)]),
    "web.weather": ("weather", [("place", _PLACE)]),
    "web.flight": ("flight", [("route", "Where are you flying from, and where to?"), ("dates", _DATES)]),
    "web.table": ("restaurant", [("what", "What kind of food, and where?")]),
}
_REFUSALS: Mapping[str, str] = {
    "web.near": "I can't search the web here.",
    "web.weather": "I can't look up the weather here.",
    "web.flight": "I can't book, order or buy anything.",
    "web.table": "I can't book, order or buy anything.",
}
_BOOKINGS = ("web.flight", "web.table")
_WHICH = "Which ones exactly? Name the two models that I shall compare."
_NO_SEARCH = "I can't search the web: whoever runs this server has to set OMNIFORGE_SEARCH."


@handles("web.find")
async def find(task: Task, command: Command) -> Answer:
    """Search the web. If no search engine is set up, the documents."""
    query, count = str(command.slots["query"]), command.slots.get("count")
    if not settings.SEARCH:
        found = await search_documents(task, query)
        return found if found.listed else Answer(f"{found.text} {_NO_SEARCH}")
    return await _search(task, command, f"top {count} {query}" if count else query, count)


@handles(*_SUBJECTS)
async def find_with_needs(task: Task, command: Command) -> Answer:
    """Search after asking for the missing details: where, when or what."""
    if not settings.SEARCH:
        return Answer(_REFUSALS[command.name])
    subject, needs = _SUBJECTS[command.name]
    said = {**command.slots, **_route(command)}
    given = [str(said.get(name) or _asked(task, name, question)) for name, question in needs]
    answer = await _search(task, command, " ".join([subject or str(said["query"]), *given]))
    if command.name not in _BOOKINGS:
        return answer
    return Answer(
        f"I can't book anything. This is what a search finds.\n\n{answer.text}", result=answer.result
    )


@handles("web.compare")
async def compare(task: Task, command: Command) -> Answer:
    """Search for two things to compare, if their names are distinct enough."""
    sides = (str(command.slots["first"]), str(command.slots["second"]))
    if not settings.SEARCH:
        raise NoSuchTarget
    named = " and ".join(sides) if all(map(_is_one_model, sides)) else _asked(task, "models", _WHICH)
    return await _search(task, command, f"compare {named}")


@handles("web.again")
async def search_again(task: Task, command: Command) -> Answer:
    """Repeat the last search for something else."""
    last = next(iter(reversed(task.pack.dialogue.results)), None)
    reading = read_commands(last.task, task.situation) if last else None
    before = reading.commands[0] if reading and reading.commands else None
    if before is None or before.name != "web.find":
        raise NoSuchTarget
    return await _search(task, command, _swapped(str(before.slots["query"]), str(command.slots["what"])))


def _asked(task: Task, name: str, question: str) -> str:
    """Return the person's answer to a question. Raises Question the first time."""
    if not (answer := task.answer_to(name)):
        raise Question(name, question)
    return answer.strip(" .!?")


def _route(command: Command) -> dict[str, str]:
    slots = command.slots
    return {"route": f"{slots['origin']} to {slots['goal']}"} if "goal" in slots else {}


def _is_one_model(side: str) -> bool:
    return len(side.split()) > 1 or any(letter.isdigit() for letter in side)


def _swapped(before: str, what: str) -> str:
    """Return the last query with a word of the same shape ('Q3') replaced, or with the new words added."""
    words = before.split()
    same = [at for at, word in enumerate(words) if _shape(word) == _shape(what) and _shape(word) != {"a"}]
    return " ".join([*words[: same[0]], what, *words[same[0] + 1 :]]) if same else f"{before} {what}"


def _shape(word: str) -> set[str]:
    return {"0" if letter.isdigit() else "a" for letter in word}


# -- what a search finds -------------------------------------------------------------------------


async def _search(task: Task, command: Command, query: str, count: int | None = None) -> Answer:
    wanted = min(count or _SEARCHED, _MOST)
    rows = await _found(task, query, wanted)
    looked_on = 0
    while count and len(rows) < wanted and looked_on < len(_OTHERWISE):
        more = await _found(task, _OTHERWISE[looked_on].format(query), wanted)
        rows, looked_on = {**more, **rows}, looked_on + 1
    return _told(command.words, query, list(rows.values())[:wanted], count)


async def _found(task: Task, query: str, count: int) -> dict[str, Mapping[str, Any]]:
    """Return the results of one search, each page once."""
    given = await task.call("web_search", query=query, count=count)
    return {str(row.get("link") or row.get("title")): row for row in given.get("results", ())}


def _told(words: str, query: str, rows: Sequence[Mapping[str, Any]], count: int | None) -> Answer:
    if not rows:
        return Answer(f"A search for {bold(query)} found nothing.")
    names = list(
        dict.fromkeys(name for row in rows for name, value in row.items() if value not in (None, ""))
    )
    cells = [tuple(row.get(name) for name in names) for row in rows]
    fewer = f"Only {len(rows)} of {count} were found.\n\n" if count and len(rows) < count else ""
    shown = markdown_table([name.capitalize() for name in names], cells)
    return Answer(f"{fewer}{shown}", result=KeptResult(words, tuple(names), tuple(cells), is_search=True))


@handles("results.compare")
async def compare_results(task: Task, command: Command) -> Answer:
    """Show two results of the last search, or the first ones of the last two searches, side by side."""
    results = task.pack.dialogue.results
    if "first" in command.slots and not results:
        return Answer("There are no results in this conversation yet that I could compare.")
    if "first" not in command.slots:
        return _first_of_each(results[-2:])
    items = results[-1].items()
    places = [_place(int(command.slots[name]), len(items)) for name in ("first", "second")]
    if None in places:
        return Answer(f"There are only {len(items)} results. Name two of them.")
    first, second = (items[place] for place in places if place is not None)
    rows = [(name.capitalize(), first.get(name), second.get(name)) for name in results[-1].columns]
    return Answer(markdown_table(["", "1", "2"], rows))


def _place(number: int, count: int) -> int | None:
    place = number - 1 if number > 0 else count + number
    return place if 0 <= place < count else None


def _first_of_each(results: Sequence[KeptResult]) -> Answer:
    if len(results) < 2:
        raise NoSuchTarget
    rows = [{"task": one.task, **(one.items()[0] if one.rows else {})} for one in results]
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name) for name in names] for row in rows]
    return Answer(markdown_table([name.capitalize() for name in names], cells))
