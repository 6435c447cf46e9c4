"""query_info: answers from the database; what is not in it, by the model, or by saying what can be asked."""

import re
from contextlib import aclosing
from dataclasses import replace

from agents.actions import facts
from agents.actions.not_found import not_found
from agents.actions.preferences import treat_preferences
from agents.actions.versions import tell_of_versions
from agents.context import ContextPack
from agents.continuing import takes_up, write_on
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta
from agents.knowledge.options import AskOptions
from agents.knowledge.pipeline import answer_from, look_for
from agents.plans.by_rules import known_in, only_asks, read_work
from agents.preferences import read_preference
from agents.references import asks_of_agent, is_meant, mentioned_agent
from agents.replies import reply
from agents.runner import run_here
from agents.schedules.vocabulary import DAY, fold
from agents.version_wishes import wish_for
from intent.explicit import asks_for_help
from intent.rules.reading import read
from intent.rules.text import heard
from intent.types import Intent
from omniforge.database import in_database

_TOPICS = (
    ("privacy", r"who (?:can|could|may|else can|is able to) (?:see|read|look at|access)"),
    ("usage", r"spen[dt]\b|usage\b|used .{0,20}tokens|how much (?:does|do|did|has|have) .{0,30}\bcosts?"),
    ("workspace", r"retention|time ?zone|settings?|how long"),
    ("conversations", r"conversations?|chats?|talked about|discussed|talk about"),
    ("runs", r"runs?\b|ran\b|results?|find|found|last time|executed|history|failed|status of"),
    ("members", r"members?|admins?|owners?|colleagues|roles?|team\b"),
    ("models", r"models?\b|llm|gpt|claude|api keys?"),
    ("skills", r"skills?|capabilit\w+|tools?"),
    ("agents", r"agents?|bots?|assistants?|automations?|agenten|agentes"),
    ("workspace", r"workspace"),
)
_LOOKED_UP = {
    "members": facts.members,
    "workspace": facts.workspace,
    "skills": facts.skills,
    "usage": facts.usage,
}
_WHICH = re.compile(r"\b(?:which|what|show|list|how many)\b.{0,20}\b(?:agents?|bots?)\b", re.I)
_PAUSED = re.compile(r"\b(?:paused|stopped|inactive|not (?:active|running))\b", re.I)
_WEEKDAY = re.compile(rf"\b(?P<day>{DAY})s?\b")
_WHO = re.compile(r"\bwho (?:is|are(?! you)|can|has|else)\b", re.I)
_PLANNED = re.compile(r"\b(?:next|schedule|how often|when (?:does|will|is))\b", re.I)
_KNOWN = re.compile(
    r"\bwhat (?:do|did|have) we (?:already |so far )?(?:know|find out|found out|learn(?:ed|t)?)\b", re.I
)
_SAYS = re.compile(r"^what (?:does|do|did) (?:the|our|my)\b.* (?:say|mention|tell)\b", re.I)
_WHAT_ARE_YOU = re.compile(
    r"^(?:so |and )?are you (?:an? |really )*(?:human|person|robot|bot|machine|ai|real)\b", re.I
)
_WHY = re.compile(
    r"\b(?:why|how (?:do|does|can|to|would|should)|explain|difference|what if|warum|wie|por qué|cómo)\b", re.I
)


def query_info(pack: ContextPack, intent: Intent) -> Outputs:
    """Answer a question about the workspace, its agents, skills, runs and conversations, or look it up."""
    return _special(pack) or _asked(pack, intent)


def _special(pack: ContextPack) -> Outputs | None:
    """Return the answer to what asks nothing of the workspace: to go on, a preference, a call for help."""
    if takes_up(pack):
        return write_on(pack)
    if wish := read_preference(pack.message):
        return treat_preferences(pack, wish)
    if _WHAT_ARE_YOU.search(pack.message.strip()):
        return _say(facts.SELF)
    return _help(pack) if asks_for_help(pack.message) else None


def _asked(pack: ContextPack, intent: Intent) -> Outputs:
    said = heard(pack.message)
    if only_asks(read_work(pack.message, known_in(pack))) and not asks_of_agent(pack):
        return run_here(pack)
    if _KNOWN.search(said) or _SAYS.search(said):
        return _free(pack)
    topic = "agents" if _WHICH.search(said) else _topic(said)
    if of_agent := _of_agent(pack, intent, topic):
        return of_agent
    if topic in (None, "workspace") and _WHO.search(said):
        return _who(pack) if topic is None else _look_up(pack, "members")
    if topic is None or _WHY.search(said):
        return _free(pack, facts.HELP if topic else "")
    return _agents(pack) if topic == "agents" else _look_up(pack, topic)


def _of_agent(pack: ContextPack, intent: Intent, topic: str | None) -> Outputs | None:
    """Return the answer to a question about one agent; None for any other."""
    agent = mentioned_agent(pack, intent)
    if agent is None:
        return None
    if (asked := wish_for(pack, agent)) and not asked.changes:
        return tell_of_versions(pack, agent, asked)
    goes_on = topic == "runs" or _PLANNED.search(heard(pack.message))
    return _about_agent(pack, agent, topic) if goes_on or is_meant(pack, intent, agent) else None


def _topic(message: str) -> str | None:
    return next((name for name, words in _TOPICS if re.search(rf"\b(?:{words})", message, re.I)), None)


async def _agents(pack: ContextPack) -> Outputs:
    """List the agents, and remember the list, so that 'run the first one' means something."""
    which, day = _WHICH.search(pack.message), _WEEKDAY.search(fold(pack.message))
    skills = read(pack.message, pack.catalogue).skills if which else ()
    weekday = day["day"] if which and day else ""
    paused = bool(which and _PAUSED.search(pack.message))
    names, text = await in_database(facts.agents, pack.access, skills=skills, weekday=weekday, paused=paused)
    yield TextDelta(text)
    yield DialogueChanged(replace(pack.dialogue, shown_agents=names))


async def _about_agent(pack: ContextPack, agent: str, topic: str | None) -> Outputs:
    past = topic == "runs" and not _PLANNED.search(pack.message)
    about = facts.runs_of_agent if past else facts.agent
    known = await in_database(about, pack.access, agent, pack.now)
    if _WHY.search(pack.message):
        async for delta in reply(pack, facts=[known, facts.HELP], otherwise=known):
            yield delta
    else:
        yield TextDelta(known)
    yield DialogueChanged(replace(pack.dialogue, last_agent=agent))


async def _who(pack: ContextPack) -> Outputs:
    """Answer who somebody is: from documents that say so, else by naming the members."""
    looked = await look_for(pack)
    answers = (
        answer_from(pack, looked.passages, AskOptions()) if looked.passages else _look_up(pack, "members")
    )
    async for output in answers:
        yield output


async def _look_up(pack: ContextPack, topic: str) -> Outputs:
    yield AgentPhase("executing", "Looking it up")
    yield TextDelta(await _found(pack, topic))


async def _found(pack: ContextPack, topic: str) -> str:
    if topic == "privacy":
        return facts.PRIVACY
    if topic == "conversations":
        return facts.conversations(await pack.recent_conversations())
    if topic == "models":
        return facts.models(pack.models)
    if topic == "runs":
        return await in_database(facts.runs, pack.access, pack.now)
    return await in_database(_LOOKED_UP[topic], pack.access)


async def _free(pack: ContextPack, otherwise: str = "") -> Outputs:
    """Answer what the database does not: from documents, or by the model; else say what was not found."""
    if pack.files and pack.models.available("reply"):  # the question may be about them
        async with aclosing(run_here(pack)) as outputs:
            async for output in outputs:
                yield output
        return
    looked = await look_for(pack)
    if looked.passages:
        async for output in answer_from(pack, looked.passages, AskOptions()):
            yield output
        return
    async for delta in _help(pack, otherwise or not_found(pack, looked.closest)):
        yield delta


async def _say(text: str) -> Outputs:
    yield TextDelta(text)


async def _help(pack: ContextPack, otherwise: str = facts.HELP) -> Outputs:
    """Say what can be done here, by the model in its words, if there is one."""
    known = [facts.HELP, facts.known_agents(pack.catalogue)]
    async for delta in reply(pack, facts=known, otherwise=otherwise):
        yield delta
