"""Rewrites a message in plain words before the rules read it: slash commands, told work, headings."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from intent.forms.another import find_further_agent
from intent.forms.work_in_front import move_work_behind
from intent.plain.absences import name_absent
from intent.plain.headed_lines import write_headed_lines
from intent.plain.headed_work import write_headed_work
from intent.plain.introduced_lists import write_introduced_list
from intent.plain.led_lists import without_lead
from intent.plain.minutes import write_minutes
from intent.plain.mixed_kinds import write_each_kind
from intent.plain.projects_for_it import name_project
from intent.plain.put_right import work_put_right
from intent.plain.rephrased import ordered, without_reason_before
from intent.plain.same_kind import name_same_kind
from intent.plain.several_projects import write_each_project
from intent.plain.told_work import write_told_work
from intent.plain.words import expand_abbreviations, to_plain_words
from intent.statements.openings import note_first
from intent.statements.reasons import set_apart
from intent.statements.restated import put_right_within

# Slash commands in words.
_SLASHES = {
    "agents": "list my agents",
    "skills": "list my skills",
    "help": "what can you do",
    "settings": "show the workspace settings",
    "new-agent": "create an agent that {}",
    "new-skill": "create a skill that {}",
    "run": "run {}",
    "change": "change {}",
}


def write_plainly(message: str) -> str:
    """Return a message in plain words, with what should be done first and put right."""
    message = name_absent(message)
    told = work_put_right(message) or set_apart(note_first(name_project(message)))
    said = write_each_kind(write_each_project(without_reason_before(told)))
    return move_work_behind(to_plain_words(ordered(find_further_agent(said) or put_right_within(said))))


def spell_out(pack: ContextPack) -> ContextPack:
    """Return the turn with its slash command in words."""
    name, _, rest = pack.message.strip().removeprefix("/").partition(" ")
    if not pack.message.strip().startswith("/") or name.lower() not in _SLASHES:
        return pack
    words = _SLASHES[name.lower()].format(rest.strip())
    return replace(pack, message=words.removesuffix(" that ").strip())


def write_listed(pack: ContextPack) -> str:
    """Return the message with the work that it announces and lists, or tells, as an order to add that."""
    if pack.ask or pack.agent:
        return pack.message
    pack = replace(pack, message=name_same_kind(without_lead(pack.message), "".join(pack.said[-1:])))
    situation = situation_of(pack)
    if (minutes := write_minutes(pack.message, pack.now)) != pack.message:
        return minutes
    if (lines := write_headed_lines(pack.message, situation)) != pack.message:
        return lines
    message = write_introduced_list(pack.message, situation.projects)
    if message != pack.message:
        return message
    headed = write_headed_work(expand_abbreviations(message), situation)
    if headed != expand_abbreviations(message):
        return headed
    told = expand_abbreviations(message)
    work = write_told_work(told, pack.now)
    return message if work == told else work
