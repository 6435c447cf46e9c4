"""Tells what is new in a source. An address that is no source yet is added, after a yes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.definitions.schedules.due import say_time
from agents.failures import ToolFailed
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.models import RunTrigger
from agents.tools.sources.services import add_in_turn
from intent.commands import Command, SourceNamed
from omniforge.tables.markdown import plain

_WHERE = "Settings > Connections"
_LONGEST = 200  # characters shown of an item's text


@handles("source.news")
async def tell_news(task: Task, command: Command) -> Answer:
    """Tell what is new since the agent's last run, or within a number of days."""
    name = await _source(task, command.slots["source"])
    days = {"days": command.slots["days"]} if "days" in command.slots else {}
    return Answer(news_in_words(await task.call("read_source", source=name, **days), task.pack.now))


async def _source(task: Task, named: SourceNamed) -> str:
    """Return the name of the source meant. Raises Question if that isn't certain."""
    if named.name:
        return named.name
    if named.names:
        return _chosen(task, named)
    if named.url:
        return await _added(task, named.url)
    raise NoSuchTarget(
        f"The feed {bold(named.called)} isn't a source here yet. Paste its address, or add it in {_WHERE}."
    )


def _chosen(task: Task, named: SourceNamed) -> str:
    answer = task.answer_to("source")
    if answer in named.names:
        return answer
    raise Question("source", "Which source do you mean?", [(name, "") for name in named.names])


async def _added(task: Task, url: str) -> str:
    """Add an address as a source. Raises Question first, except in a scheduled run."""
    if task.pack.trigger is RunTrigger.SCHEDULE:
        raise ToolFailed(f"{plain(url)} isn't a source here any more. Add it again in {_WHERE}.")
    if not task.confirm(f"{plain(url)} isn't a source here yet. Shall I add it?"):
        raise ToolFailed("OK, it isn't added.")
    source = await add_in_turn(task.pack.access, url)
    task.tell("create", "source", source.slug, str(source.pk))
    return source.slug


def news_in_words(given: Mapping[str, Any], now: datetime) -> str:
    """Return a source's news as a list with links."""
    since = f"since {say_time(datetime.fromisoformat(given['since']), now)}"
    note = f"\n\n{given['note']}" if given.get("note") else ""
    if not given["items"]:
        return f"Nothing new in {bold(given['source'])} {since}.{note}"
    more = given.get("more", 0)
    lines = [_line(item, now) for item in given["items"]]
    left = f"\n\nAnd {more} more, older ones." if more else ""
    return (
        f"**{len(lines) + more} new** in {bold(given['source'])} {since}:\n\n"
        + "\n".join(lines)
        + left
        + note
    )


def _line(item: Mapping[str, Any], now: datetime) -> str:
    """Return one item: its title with its link, its date, and the beginning of its text."""
    title = plain(item["title"])
    link = f"[{title}](<{_address(item['link'])}>)" if item.get("link") else title
    at = f", {say_time(datetime.fromisoformat(item['at']), now)}" if item.get("at") else ""
    lines = item.get("text", "").splitlines()
    about = "".join(f"\n  {'- ' if len(lines) > 1 else ''}{_cut(line)}" for line in lines)
    return f"- {link}{at}{about}"


def _cut(line: str) -> str:
    return plain(line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…")


def _address(link: str) -> str:
    """Return an address, escaped for a Markdown link."""
    return "".join(sign for sign in link if sign not in "<>\\" and not sign.isspace())
