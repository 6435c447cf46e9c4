"""What the command reader needs to know of a turn."""

import re
from decimal import Decimal

from agents.context.open import OpenRun
from agents.context.pack import ContextPack
from intent.commands import Situation
from omniforge.files.attached import AttachedFile


def situation_of(pack: ContextPack, *, scope: str = "") -> Situation:
    """Return the time, the names of existing things, and the referent of 'it'.

    `scope` adds a form's templates. The default adds those that follow up on the last command.
    """
    existing, top = pack.catalogue, pack.dialogue.top
    about = top.about if isinstance(top, OpenRun) else ""
    return Situation(
        now=pack.now,
        agents=tuple(card.name for card in existing.agents),
        agent_work=tuple(card.description for card in existing.agents),
        agent_rules=tuple(card.instructions for card in existing.agents),
        agent_times=tuple(card.runs for card in existing.agents),
        skills=tuple(existing.skills),
        projects=tuple(card.name for card in existing.projects),
        sources=existing.sources,
        at_hand=_at_hand(pack),
        scope=scope
        or _after_change(pack)
        or about
        or _after_agents(pack)
        or _of_agent(pack)
        or _after_list(pack)
        or pack.dialogue.last_command,
        table=pack.table.words if pack.table else None,
        number=_last_number(pack),
        told=_last_answer(pack),
        attached=bool(new_files(pack)) or pack.dialogue.at_hand == "file",
        said=pack.said[-1] if pack.said else "",
    )


def _at_hand(pack: ContextPack) -> str:
    """Return the referent of 'it': the thing in focus, else the last subject of the talk."""
    if pack.focus.thing_id or pack.dialogue.at_hand == "file":
        return "thing"
    return pack.dialogue.at_hand or ("thing" if pack.focus.project_id else "")


def new_files(pack: ContextPack) -> list[AttachedFile]:
    """Return the files that came with the message."""
    return [one for one in pack.files if one.turn_id == pack.turn_id and not one.written]


def _after_change(pack: ContextPack) -> str:
    """Return the scope of templates that may correct a change just made, or restore something."""
    dialogue, top = pack.dialogue, pack.dialogue.top
    asks = top is not None and not (isinstance(top, OpenRun) and top.left)
    if dialogue.did != "changed" or asks:
        return ""
    return "changed" if dialogue.touched else "gone"


def _after_agents(pack: ContextPack) -> str:
    """Return the scopes of follow-ups to agents just changed, with the command that did it, or listed."""
    did = pack.dialogue.did
    if did == "arranged":
        return f"{did} {pack.dialogue.last_command}".rstrip()
    return did if did == "listed_agents" else ""


def _of_agent(pack: ContextPack) -> str:
    """Return the scope of follow-ups to the agent of the last answer: 'and when?'"""
    name, told = pack.dialogue.last_agent, pack.window[-1].content if pack.window else ""
    return "told_agent" if _at_hand(pack) == "agent" and name and f"**{name}**" in told else ""


def _after_list(pack: ContextPack) -> str:
    """Return the scope of requests for the last list with other conditions: 'and in Launch?'"""
    return "listed" if pack.dialogue.listed and not pack.dialogue.top else ""


_FIGURE = re.compile(r"\*\*[€$£₹]?(-?\d[\d,]*(?:\.\d+)?)[^*\n]{0,12}\*\*")
_CELL = re.compile(r": [€$£₹]?(-?\d[\d,]*(?:\.\d+)?)(?=;| \[1\])")  # in a quoted row: 'Rate: 92'
_ROW = re.compile(r"[^\n]+: [^\n]+ \[1\]\n\n\[1\][^\n]*")
_LONGEST = 300  # characters of an answer that is just a figure


def _last_number(pack: ContextPack) -> Decimal | None:
    """Return the figure in the last answer, if it was one: 'and with 5% on top?'"""
    told = _last_answer(pack)
    found = _FIGURE.findall(told) or _only_cell(told)
    return Decimal(found[-1].replace(",", "")) if found else None


def _only_cell(told: str) -> list[str]:
    """Return the one figure in a document's row that an answer quotes, empty if there are several."""
    found = _CELL.findall(told) if _ROW.fullmatch(told.strip()) else []
    return found if len(found) == 1 else []


def _last_answer(pack: ContextPack) -> str:
    """Return the last answer, if it is a short one."""
    told = pack.window[-1].content if pack.window and pack.window[-1].role == "assistant" else ""
    return told if len(told) < _LONGEST else ""
