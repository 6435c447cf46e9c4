"""execute_task: runs the agent that is meant or fits, works on a given text, or offers the ways to go."""

import re
from contextlib import aclosing
from dataclasses import replace

from agents.context import ContextPack
from agents.events import DialogueChanged, Outputs, TextDelta
from agents.matching import Match, best_match
from agents.material import is_about_talk, read_task
from agents.options import offer
from agents.plans.by_rules import is_of_thing_at_hand, known_in, read_work, speaks_for_itself
from agents.references import is_meant, mentioned_agent
from agents.runner import run_agent, run_here
from agents.text_work import work_by_rules
from intent.types import Intent
from omniforge.errors import Conflict

_HERE = re.compile(r"\b(?:without an agent|do it here|work on it here)\b[,:\s]*", re.I)

_GOES_ON = re.compile(
    r"(?:and|also|now|then|but|again|ok|okay|please|for|with|without|in|on|since|until|only|just|run|start|do)\b",
    re.I,
)


def execute_task(pack: ContextPack, intent: Intent) -> Outputs:
    """Do the work that the message asks for, now."""
    here = bool(_HERE.search(pack.message))
    pack = replace(pack, message=_HERE.sub("", pack.message).strip() or pack.message)
    named = None if here else _named(pack, intent)
    work = read_work(pack.message, known_in(pack))
    its_own = speaks_for_itself(work, pack.focus) or is_of_thing_at_hand(work, pack.dialogue)
    if work and (not named or (its_own and not intent.target_agent)):
        return run_here(pack)
    match = best_match(pack.catalogue.agents, pack.message)
    if named:
        return _run(pack, named, "")
    if match and match.fits and not here:
        return _run(
            pack, match.agent.name, f"I take {match.agent.name}: it speaks of {', '.join(match.covered)}. "
        )
    if here or is_about_talk(pack.message) or _can_do_here(pack, match):
        return run_here(pack)
    return offer(pack, intent)


def _named(pack: ContextPack, intent: Intent) -> str | None:
    """Return the agent that the message names, or that it goes on with."""
    agent = mentioned_agent(pack, intent)
    return agent if agent and (_GOES_ON.match(pack.message) or is_meant(pack, intent, agent)) else None


async def _run(pack: ContextPack, agent: str, reason: str) -> Outputs:
    if reason:
        yield TextDelta(reason)
    yield DialogueChanged(replace(pack.dialogue.settled(), last_agent=agent))
    try:
        async with aclosing(run_agent(pack, agent)) as outputs:  # ends the run at once when it is left
            async for output in outputs:
                yield output
    except Conflict as error:  # it is paused
        yield TextDelta(error.message)


def _can_do_here(pack: ContextPack, match: Match | None) -> bool:
    """Return whether the task can be done without an agent: by the model, or by what rules know.

    Without a text or a file the model does it only where no agent comes near, so that the user may choose.
    """
    task = read_task(pack.message, pack.window)
    if pack.models.available("reply"):
        return bool(task.text or pack.files or pack.focus.project_id) or match is None
    return bool(task.text and work_by_rules(task.words, task.text))
