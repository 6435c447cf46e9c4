"""What is said of a message that tells something: what was noted, or that nothing was."""

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.knowledge.from_talk import NOT_KEPT
from agents.without_model.confirmed_facts import confirm_facts, find_stated_facts
from agents.without_model.current_thing import WHICH
from intent.commands import read_commands
from intent.commands.words import as_words
from intent.dialogue import read_small_talk
from intent.dialogue.refusals import forbids
from intent.forms.purpose import is_chore, read_purpose
from intent.slots.days import find_days
from intent.statements.chat import is_chat, is_doubt
from intent.statements.facts import is_stated
from intent.statements.permanence import lasts, occasion_in
from intent.statements.told_when import only_points, repeats_itself
from intent.text import find_name
from omniforge.projects.search.sentences import sentences_of
from omniforge.tables.markdown import plain

_AS_IT_IS = "OK, I leave it as it is."
_UNDECIDED = "OK. As long as that isn't decided, I've changed and noted nothing."
_CHATTED = "OK. I've changed and noted nothing."
_STILL_RUNS = "I've changed nothing. **{}** runs as before. To stop it, pause it."
_ECHOED = 5  # words of a possible name
KEEP = " If I should keep that in mind, say “remember that …”."
UNKEPT = f"{NOT_KEPT}{KEEP}"
_NOT_HERE = "I found nothing called “{}”, so I've changed nothing."
_OF_NOUN = "prepare "  # precedes a noun that was turned into a chore


def describe_told(pack: ContextPack, *, wants_agent: bool) -> str:
    """Say which statements of a message were noted, or that none were, empty if it has none."""
    if forbids(pack.message):
        return _still_runs(pack) or (UNKEPT if _wants_other_day(pack) else _AS_IT_IS)
    if is_doubt(pack.message) and not is_chore(pack.message):
        return _UNDECIDED
    chore = read_purpose(pack.message)
    if chore and not chore.startswith(_OF_NOUN):
        return ""
    facts = find_stated_facts(pack, is_order=False)
    if any(lasts(one.text) or occasion_in(one.text) for one in facts):
        return confirm_facts(facts, pack.message)
    if wants_agent:
        return ""
    if is_chat(pack.message):
        return _CHATTED
    missing = _not_found(pack)
    told = [one for one in sentences_of(pack.message) if not read_small_talk(one)]
    points = repeats_itself(pack.message) or any(only_points(one.text) for one in facts)
    if missing != WHICH and not (points or pack.dialogue.top) and 0 < len(told) <= len(facts):
        return "\n\n".join(filter(None, (confirm_facts(facts, pack.message), missing)))
    return _unkept(missing, pack.message)


def _unkept(missing: str, message: str) -> str:
    """Say that nothing was noted, or which thing is missing, empty if a message states nothing."""
    if missing:
        return missing if missing == WHICH else f"{missing}{KEEP}"
    return UNKEPT if is_stated(message) else ""


def _wants_other_day(pack: ContextPack) -> bool:
    """Return whether a refusal is only of a day: 'not on Sunday. Monday.'"""
    return "not" in as_words(pack.message)[:2] and bool(find_days(pack.message, pack.now.date()))


def _not_found(pack: ContextPack) -> str:
    """Say that nothing has the name of what a message would change, empty if it changes nothing."""
    reading = read_commands(pack.message, situation_of(pack))
    orders = reading.commands if reading.is_whole else ()
    named = [one.slots["thing"] for one in orders if one.name == "thing.update"]
    if named and named[0].is_pronoun:
        return WHICH
    said = named[0].name or named[0].words if named else ""
    return _NOT_HERE.format(plain(said)) if 0 < len(said.split()) <= _ECHOED else ""


def _still_runs(pack: ContextPack) -> str:
    """Say that an agent still runs although a message forbids something, empty if it names none."""
    named = (one for one in pack.catalogue.agents if find_name(one.name, pack.message))
    return next((_STILL_RUNS.format(one.name) for one in named if one.runs != "paused"), "")
