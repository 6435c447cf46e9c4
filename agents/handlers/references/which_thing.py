"""Asks which one of several things is meant, and reads the answer."""

from collections import Counter
from collections.abc import Sequence

from agents.handlers.items import PROJECT, Item
from agents.handlers.task import NO, YES, Question, Task
from agents.tools.namesakes import told_apart
from intent.commands.choices import chosen_index
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

OFFERED = 6
WHICH = "Which one do you mean?"
NONE_MEANT = "OK, I leave everything as it is. Say the name of the one you mean."


def choose_option(
    task: Task, options: Sequence[Item], name: str, lead: str, more: Sequence[tuple[str, str]] = ()
) -> Item:
    """Return the option that the person chose. Raises Question. `more` choices are the caller's."""
    offered = options[:OFFERED]
    answer = task.answer_to(name)
    if len(options) == 1 and lead == WHICH:
        return _confirmed(options[0], name, answer)
    choices = [(one.title, where) for one, where in zip(offered, _places(offered), strict=True)]
    place = chosen_index(answer, choices) if answer else None
    if place is not None:
        task.run.listed += [one.kept for one in offered]  # 'the other one' is among them
        return offered[place]
    raise Question(name, lead, [*choices, *more])


def _confirmed(option: Item, name: str, answer: str) -> Item:
    """Return the only candidate, after a yes. Raises Question, and InvalidInput after a no."""
    if not answer:
        raise Question(name, f"Do you mean {option_line(option)}?", confirms=True)
    if answer != YES:
        raise InvalidInput(NONE_MEANT)
    return option


def require_not_refused(task: Task, name: str) -> None:
    """Raise InvalidInput if the person rejected the only candidate, even if it is certain by now."""
    if task.answer_to(name) == NO:
        raise InvalidInput(NONE_MEANT)


def option_line(item: Item) -> str:
    """Return a line that tells a thing from others with the same name."""
    where = "" if item.kind == PROJECT else f" ({_place_of(item)})"
    return f"**{plain(item.title)}**{where}"


def _places(items: Sequence[Item]) -> list[str]:
    """Return each thing's project and assignee, with its day or number if these are equal."""
    features = [
        {
            "place": _place_of(one),
            "due": f"due {one.due:%a %d %b %Y}" if one.due else "",
            "assignee": plain(one.assignee),
            "made": f"no. {number}",
        }
        for number, one in enumerate(items, 1)
    ]
    alike = Counter(one["place"] for one in features)
    more = told_apart([{**one, "place": ""} for one in features])
    places = [
        f"{one['place']}, {apart}" if alike[one["place"]] > 1 and apart else one["place"]
        for one, apart in zip(features, more, strict=True)
    ]
    return [
        place if one["assignee"] in place else f"{place}, {one['assignee']}"
        for one, place in zip(features, places, strict=True)
    ]


def _place_of(item: Item) -> str:
    state = f", {item.state.replace('_', ' ')}" if item.state else ""
    where = "" if item.kind == PROJECT else f" in {plain(item.home_name)}"
    return f"{item.kind}{where}{state}"
