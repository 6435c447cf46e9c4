"""Things in replies: in a line, in a list, and their changes."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from agents.context.stored import KeptResult, KeptThing
from agents.handlers.items import PROJECT, Item
from agents.handlers.task import Answer
from omniforge.english import join_words
from omniforge.tables.markdown import plain

_PRIORITIES = {1: "top", 2: "high", 3: "medium", 4: "low", 5: "lowest"}
_QUIET_STATES = ("", "todo", "pending", "identified")  # not mentioned for new things
_MOST = 40  # lines of a list
_COLUMNS = ("title", "kind", "state", "due", "assignee", "priority", "project")


def bold(title: str) -> str:
    """Return a name as it is written in an answer."""
    return f"**{plain(title)}**"


def format_day(when: date, today: date) -> str:
    """Return a day: 'Friday, 27 November', with the year unless it is this one."""
    return f"{when:%A}, {when.day} {when:%B}{'' if when.year == today.year else f' {when.year}'}"


def format_priority(number: int) -> str:
    """Return a priority in words: 'high priority'."""
    return f"{_PRIORITIES[number]} priority"


def format_state(value: str) -> str:
    """Return a state in words: 'in progress', 'to do'."""
    return "to do" if value == "todo" else value.replace("_", " ")


def format_names(titles: Sequence[str]) -> str:
    """Return names as a list in a sentence: '**A**, **B** and **C**'."""
    return join_words(map(bold, titles))


def format_items(items: Sequence[Item], shared: Collection[str]) -> str:
    """Return the names of things in a sentence, with the project of each whose title is `shared`."""
    homes = [f" in {bold(one.home_name)}" if one.title in shared else "" for one in items]
    return join_words(bold(one.title) + home for one, home in zip(items, homes, strict=True))


def format_line(item: Item, today: date, *, home: bool) -> str:
    """Return a thing on one line with its main fields. `home` adds its project."""
    said = [bold(item.title)]
    said += [f"due {format_day(item.due, today)}"] if item.due else []
    said += [plain(item.assignee)] if item.assignee else []
    said += [format_priority(item.priority)] if item.priority and item.priority < 3 else []
    said += [format_state(item.state)] if item.state not in _QUIET_STATES else []
    where = f" ({plain(item.home_name)})" if home and item.kind != PROJECT else ""
    return ", ".join(said) + where


def numbered_list(lead: str, items: Sequence[Item], today: date, *, home: bool) -> Answer:
    """Return things as a numbered list, remembered in that order."""
    shown = items[:_MOST]
    lines = [f"{number}. {one}" for number, one in enumerate(_lines(shown, today, home=home), 1)]
    rest = f"\n\n{len(items) - _MOST} more aren't shown." if len(items) > _MOST else ""
    text = f"{lead}\n\n" + "\n".join(lines) + rest if lines else lead
    return Answer(text, tuple(one.kept for one in shown), _as_result(lead, items))


def _lines(items: Sequence[Item], today: date, *, home: bool) -> list[str]:
    """Return one line per thing. Those that look alike get their creation date, or a number."""
    texts = [format_line(one, today, home=home) for one in items]
    seen = Counter[str]()
    told = list[str]()
    for text, item in zip(texts, items, strict=True):
        seen[text] += 1
        made = f", made {format_day(item.created.date(), today)}, no. {seen[text]}" if item.created else ""
        told.append(text + (made if texts.count(text) > 1 else ""))
    return told


def _as_result(lead: str, items: Sequence[Item]) -> KeptResult | None:
    rows = tuple(
        (one.title, one.kind, one.state, str(one.due or ""), one.assignee, one.priority or "", one.home_name)
        for one in items
    )
    return KeptResult(lead, _COLUMNS, rows) if rows else None


def describe_changes(fields: Mapping[str, Any], today: date) -> str:
    """Describe a thing's new values: 'is due Friday, 2 May and has high priority'."""
    said = [_became(name, value, today) for name, value in fields.items()]
    return " and ".join(said)


def _became(name: str, value: Any, today: date) -> str:
    if value is None:
        return (
            "is assigned to nobody"
            if name == "assignee"
            else f"has no {'due date' if name == 'due' else name}"
        )
    match name:
        case "title":
            return f"is called {bold(value)}"
        case "state":
            return f"is {format_state(value)}"
        case "due":
            return f"is due {format_day(date.fromisoformat(value), today)}"
        case "priority":
            return f"has {format_priority(value)}"
        case "assignee":
            return f"is assigned to {plain(value)}"
        case "probability":
            return f"has a probability of {value:.0%}"
    return f"has a new {name}"


def format_fields(fields: Mapping[str, Any], today: date) -> str:
    """Return a new thing's fields, after a comma: ', due Friday, 2 May, high priority'."""
    said = _details(fields, today)
    return f", {', '.join(said)}" if said else ""


def bracketed(fields: Mapping[str, Any], today: date) -> str:
    """Return the fields of one of several new things: ' (due Friday, 2 May, high priority)'."""
    said = _details(fields, today)
    return f" ({', '.join(said)})" if said else ""


def _details(fields: Mapping[str, Any], today: date) -> list[str]:
    said = []
    if due := fields.get("due"):
        said.append(f"due {format_day(date.fromisoformat(due), today)}")
    if level := fields.get("priority"):
        said.append(format_priority(level))
    if (chance := fields.get("probability")) is not None:
        said.append(f"probability {chance:.0%}")
    if impact := fields.get("impact"):
        said.append(f"{plain(impact)} impact")
    if who := fields.get("assignee"):
        said.append(f"assigned to {plain(who)}")
    return said


def to_kept(rows: Sequence[Mapping[str, Any]]) -> tuple[KeptThing, ...]:
    """Return the things that operations changed, in the form that a conversation remembers."""
    return tuple(KeptThing(row["kind"], row["id"], row["title"]) for row in rows if "id" in row)
