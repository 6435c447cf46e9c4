"""What is known of the thing or event that a question names, although nothing answers the question itself."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agents.handlers.events.appointments import known_events
from agents.handlers.events.words import kept_event
from agents.handlers.items import PROJECT, WORK, Item, load_items
from agents.handlers.lines import numbered_list
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.overview import describe_project
from agents.handlers.work.questions import event_line
from intent.commands import Command
from intent.sentences.titles import Titled, significant_words
from omniforge.storage.database import in_database

_LEAD = "I don't know that. What I have on it:\n\n"
_SEVERAL = 2  # fewest significant words of a title that a question names in passing


@handles("work.near")
async def show_named(task: Task, command: Command) -> Answer:
    """Show what a question names with all words of its title, unless the texts that came near name it too."""
    question, near = str(command.slots["question"]), str(command.slots["near"])
    events = _named(await known_events(task), question, near)
    if events:
        task.run.touched[:] = [kept_event(events[0])]
        return Answer(f"{_LEAD}{event_line(events[0])}.", (kept_event(events[0]),))
    items = await in_database(load_items, task.pack.access, (*WORK, PROJECT))
    if not (named := _named(items, question, near)):
        raise NoSuchTarget
    return await _described(task, named)


async def _described(task: Task, named: Sequence[Item]) -> Answer:
    if named[0].kind == PROJECT:
        told = await describe_project(task, named[0])
        state = told.text.partition("\n")[0]
        return replace(told, text=f"{_LEAD}{state}")
    task.run.touched[:] = [named[0].kept]
    return numbered_list(_LEAD.strip(), named[:1], task.today, home=True)


def _named(things: Iterable[Titled], question: str, near: str) -> list[Titled]:
    """Return those whose titles a question has, the longest title first."""
    said, told = significant_words(question), significant_words(near)
    words = [(significant_words(one.title), one) for one in things]
    named = [(own, one) for own, one in words if own and own <= said and not own <= told]
    named = [(own, one) for own, one in named if len(own) >= _SEVERAL or one.title in question]
    return [one for _, one in sorted(named, key=lambda each: -len(each[0]))]
