"""Handles a message that no command covers: an answer from documents, or one honest line."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace

from agents.builder import beginning
from agents.builder.options import fits_an_agent, offer
from agents.context.history import CUT
from agents.context.open import DraftKind
from agents.context.pack import ContextPack
from agents.context.situation import new_files, situation_of
from agents.events import DialogueChanged, Outputs, TextDelta, give, in_turn, say
from agents.handlers.agents.which_agent import list_known
from agents.handlers.items import IN_PROJECTS, load_items
from agents.handlers.talk import SELF
from agents.knowledge.from_talk import NOTED_NOTHING
from agents.knowledge.replies import CUT_SHORT
from agents.runs.ideas import remember_thought
from agents.runs.runner import run_commands
from agents.without_model.answers_by_command import answer_from_work
from agents.without_model.confirmed_facts import find_stated_facts
from agents.without_model.left_orders import with_left
from agents.without_model.lookups import asked_of_work, describe_files, documents_or, look_up
from agents.without_model.orders import READS_ONLY
from agents.without_model.questions import find_question
from agents.without_model.reaction import Reaction
from agents.without_model.small_talk import courteous
from agents.without_model.told_statements import KEEP, UNKEPT, describe_told
from intent.aside import read_aside
from intent.classifier import classify
from intent.commands import read_commands
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.events.titles import without_calendar
from intent.commands.settings_talk import speaks_of_settings
from intent.commands.unknown_agents import find_unknown_agent
from intent.dialogue import Reply, read_answer
from intent.forms.fixed_texts import find_text_order
from intent.forms.outside_chores import find_outside_chore
from intent.forms.own_work import STANDING
from intent.forms.purpose import is_chore, names_skill
from intent.forms.thoughts import find_considered_agent
from intent.forms.watches import find_page_order, find_watch_order
from intent.forms.wishes import find_chore_order, find_news_order
from intent.forms.work_wished import find_timed_order, find_work_order
from intent.questions.attachments import is_order
from intent.questions.orders_behind import order_behind
from intent.sentences.question_forms import asks_opinion, asks_what_others_may, is_request, orders_politely
from intent.sentences.titles import is_named_in
from intent.statements.facts import is_told
from intent.statements.newcomers import greets
from intent.statements.permanence import occasion_in
from intent.statements.told_when import thing_told_when
from intent.text import find_name
from intent.types import ActionType, Intent, Method
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.models import Role

_LOST = f"I didn't understand that, so I've {NOTED_NOTHING}. Say “help” to see what I can do."
_NO_OPINION = "I can't judge that: it's yours to decide. I've changed nothing."
_ASKED_ABOUT = (
    "It takes what it should do and how often, and you see a draft first. "
    "I've created nothing. Say “go ahead” when you want to begin."
)
_ASKS_TO = ("can", "could", "would", "should", "may", "might")
_GUESSED = 0.5  # confidence in the reading of words that led to nothing
_STATED = Intent(ActionType.UNKNOWN, 0.9, reasoning="You told me something.")
_NOTHING_CAME = "I couldn't tell what to do with it."
_IS_HERE = "I've changed and noted nothing. If this should be changed, say “move it to …”.\n\n"
_PERHAPS = "maybe in my calendar: "
_DETAILS = "thing.details"
_LONGEST_NAME = 200  # characters of words that may name an event
_IN_SETTINGS = "I can't do that from a chat. Open Settings."
_FORMS: Mapping[ActionType, DraftKind] = {
    ActionType.CREATE_AGENT: "create_agent",
    ActionType.CREATE_SKILL: "create_skill",
}
_CHANGES = (
    ActionType.CREATE_AGENT,
    ActionType.CREATE_SKILL,
    ActionType.EXECUTE_TASK,
    ActionType.UPDATE_AGENT,
)
_CLOSING = 500  # characters at the end of an answer, in which further remarks may follow
NOT_BY_RULES = (
    "Only a model can write on where an answer was cut off, and none answers now. What was written stays "
    "above. To have it answered anew, send your message again."
)


async def react_to_continue(pack: ContextPack) -> Reaction | None:
    """Continue an interrupted answer."""
    if takes_up(pack):
        intent = Intent(
            ActionType.QUERY_INFO, 1.0, reasoning="You want the rest of it.", method=Method.PENDING
        )
        return Reaction(intent, say(NOT_BY_RULES))
    return None


async def react_to_wish(pack: ContextPack) -> Reaction | None:
    """Begin an agent for a chore that somebody describes and wants done, or for news that they want."""
    order = find_chore_order(pack.message) or find_outside_chore(pack.message)
    if not (order or pack.dialogue.top or is_told(pack.message)):
        order = find_watch_order(pack.message, situation_of(pack, scope=STANDING))
        others = (find_news_order, find_work_order, find_page_order)
        order = order or next(filter(None, (find(pack.message) for find in others)), "")
    return _begun(pack, order) if order else None


async def react_to_text_order(pack: ContextPack) -> Reaction | None:
    """Begin an agent for what is to be told behind a colon at certain times: 'Fridays at 4 tell me: …'."""
    is_open = pack.dialogue.top or pack.forced_action
    order = "" if is_open else find_text_order(pack.message) or find_timed_order(pack.message)
    return _begun(pack, order) if order else None


def _begun(pack: ContextPack, order: str) -> Reaction:
    is_auditor = pack.access.role == Role.AUDITOR
    begun = say(READS_ONLY) if is_auditor else beginning.begin(pack, "create_agent", order, is_chore=True)
    return Reaction.to(ActionType.CREATE_AGENT, "You want it done for you.", begun)


async def react_to_thought(pack: ContextPack) -> Reaction | None:
    """Remember an agent that is only asked about, so that the order may follow later."""
    if pack.dialogue.top or pack.forced_action or not (order := find_considered_agent(pack.message)):
        return None
    kept = DialogueChanged(remember_thought(pack, pack.dialogue, order))
    return Reaction.to(ActionType.QUERY_INFO, "You ask what it takes.", give(TextDelta(_ASKED_ABOUT), kept))


async def react_by_label(pack: ContextPack) -> Reaction:
    """React by the classifier's label: a proposal, an answer, or an honest line."""
    intent = await classify(pack.message, history=pack.window, catalogue=pack.catalogue, models=pack.models)
    if pack.forced_action:
        intent = Intent(pack.forced_action, 1.0, intent.entities, "You said so.", method=Method.CORRECTED)
    missed = DialogueChanged(pack.dialogue.missed())  # used if nothing else is to be remembered
    found = await read_aside(pack.message, _by_action, pack, intent)
    return found._replace(outputs=in_turn((give(missed), found.outputs)))


def _by_action(pack: ContextPack, intent: Intent) -> Reaction:
    if pack.access.role == Role.AUDITOR and intent.action_type in _CHANGES:
        return Reaction(intent, say(READS_ONLY))
    if intent.method is Method.CORRECTED and intent.action_type in _FORMS:
        return Reaction(intent, beginning.begin(pack, _FORMS[intent.action_type], pack.message))
    wants_agent = intent.action_type is ActionType.CREATE_AGENT and is_chore(pack.message)
    wants_agent = wants_agent and not is_told(pack.message)
    if not find_question(pack.message) and (told := describe_told(pack, wants_agent=wants_agent)):
        told = (told == UNKEPT and courteous(pack)) or told
        read = _unread(intent) if KEEP in told else replace(_STATED, method=intent.method)
        outputs = documents_or(pack, say(told)) if told == UNKEPT else say(told)
        return Reaction(read, _with_subject(pack, _unless_here(pack, outputs)))
    if _asks(pack, intent):
        return _asked(pack, intent)
    if wants_agent:
        return Reaction(intent, beginning.begin(pack, "create_agent", pack.message, is_proposal=True))
    if intent.action_type is ActionType.CREATE_SKILL and names_skill(pack.message):
        return Reaction(intent, beginning.begin(pack, "create_skill", pack.message))
    if intent.action_type is ActionType.MANAGE_PLATFORM and speaks_of_settings(pack.message):
        return Reaction(intent, say(_IN_SETTINGS))
    return _not_understood(pack, intent)


def _unread(intent: Intent) -> Intent:
    """Return the intent of words that led to nothing: the label is a guess, offered as a choice."""
    if intent.method is Method.CORRECTED:
        return intent
    guess = None if intent.action_type is ActionType.UNKNOWN else intent.action_type
    return replace(
        intent,
        action_type=ActionType.UNKNOWN,
        confidence=_GUESSED,
        is_ambiguous=True,
        alternative_action=guess,
        alternative_confidence=None,
        reasoning=_NOTHING_CAME,
    )


def _no_agent(pack: ContextPack) -> str:
    """Say that the agent whose schedule a message sets doesn't exist, empty if it sets none."""
    names = [one.name for one in pack.catalogue.agents]
    unknown = (
        find_unknown_agent(pack.message, names) if names and not pack.message.rstrip().endswith("?") else ""
    )
    return f"There's no agent **{unknown}**. {list_known(names)} I've changed nothing." if unknown else ""


def _asked(pack: ContextPack, intent: Intent) -> Reaction:
    if unknown := _no_agent(pack):
        return Reaction(intent, say(unknown))
    question, order = order_behind(pack.message)
    asked = find_question(question) or question
    if asks_opinion(asked):
        return Reaction(intent, say(_NO_OPINION))
    if orders_politely(asked) or _orders_agent(pack, asked):
        return Reaction(_unread(intent), say(_LOST))
    outputs = with_left(pack, look_up(pack, asked), asked, order)
    return Reaction(replace(intent, action_type=ActionType.QUERY_INFO), outputs)


def _orders_agent(pack: ContextPack, asked: str) -> bool:
    """Return whether a question asks an agent to do something: 'could stock-check go out an hour earlier?'"""
    first, _, rest = asked.partition(" ")
    spans = [find_name(one.name, rest) for one in pack.catalogue.agents]
    return first.lower() in _ASKS_TO and any(span and span[0] == 0 for span in spans)


def _not_understood(pack: ContextPack, intent: Intent) -> Reaction:
    """Describe the attached files, ask which of two readings is meant, or decline."""
    if new_files(pack):
        return Reaction(intent, describe_files(pack, lead=f"{_LOST}\n\n" if is_order(pack.message) else ""))
    if _has_two_readings(intent) and fits_an_agent(pack):
        return Reaction(intent, offer(pack, intent))
    if unknown := _no_agent(pack):
        return Reaction(intent, say(unknown))
    if event := _event_meant(pack):
        return Reaction(_unread(intent), run_commands(replace(pack, message=event)))
    return Reaction(_unread(intent), documents_or(pack, say(_lost(pack))))


def _event_meant(pack: ContextPack) -> str:
    """Return the order to ask about a few words that may name an event, empty if they can't."""
    if len(pack.message) > _LONGEST_NAME or without_calendar(tokenize(pack.message))[1]:
        return ""
    order = f"{_PERHAPS}{pack.message}"
    reading = read_commands(order, situation_of(pack))
    return order if reading.is_whole and [one.name for one in reading.commands] == ["event.create"] else ""


def _lost(pack: ContextPack) -> str:
    """Say that a message wasn't understood, after returning its greeting."""
    if missing := _missing(pack):
        return missing
    return courteous(pack) or (f"Hello. {SELF} {_LOST}" if greets(pack.words) else _LOST)


def _missing(pack: ContextPack) -> str:
    """Say that nothing has the name that a message asks to see: 'show me larch road'."""
    reading = read_commands(pack.message, situation_of(pack))
    named = [one.slots["thing"].name for one in reading.commands if one.name == _DETAILS]
    is_one = reading.is_whole and len(reading.commands) == len(named) == 1
    return f"I found nothing called “{plain(named[0])}”." if is_one and named[0] else ""


async def _unless_here(pack: ContextPack, told: Outputs) -> Outputs:
    """Say what was noted. If the event or task already exists, only say that nothing was changed."""
    facts, today = find_stated_facts(pack, is_order=False), pack.now.date()
    occasions = [name for one in facts if (name := occasion_in(one.text) or thing_told_when(one.text, today))]
    asked = asked_of_work(pack, f"when is {occasions[0]}?") if occasions else None
    here = await answer_from_work(pack, asked, sure=True) if asked else None
    if here:
        yield TextDelta(_IS_HERE)
    async with aclosing(here or told) as given:
        async for output in given:
            yield output


async def _with_subject(pack: ContextPack, told: Outputs) -> Outputs:
    """Yield the outputs, and remember the one thing or agent that the message names, for 'pause it'."""
    async with aclosing(told) as given:
        async for output in given:
            yield output
    items = await in_database(load_items, pack.access, IN_PROJECTS, pack.focus.project_id)
    named = [one.kept for one in items if is_named_in(one.title, pack.message)]
    agents = [one.name for one in pack.catalogue.agents if find_name(one.name, pack.message)]
    if len(named) == 1 and not agents:
        yield DialogueChanged(replace(pack.dialogue.missed(), touched=tuple(named)))
    if len(agents) == 1 and not named:
        yield DialogueChanged(replace(pack.dialogue.missed(), at_hand="agent", last_agent=agents[0]))


def _asks(pack: ContextPack, intent: Intent) -> bool:
    asked = find_question(pack.message)
    is_order = is_request(asked) and (is_chore(pack.message) or not asks_what_others_may(asked))
    asks = bool(asked) and not (intent.action_type in _FORMS and is_order)
    return asks or intent.action_type is ActionType.QUERY_INFO


def _has_two_readings(intent: Intent) -> bool:
    """Return whether a message may be a task as well as an agent to build (seed 000, journey 5)."""
    both = {intent.action_type, intent.alternative_action}
    return intent.is_unsure and both == {ActionType.EXECUTE_TASK, ActionType.CREATE_AGENT}


def takes_up(pack: ContextPack) -> bool:
    """Return whether a message only says to continue an interrupted answer, and no question is open."""
    last = pack.window[-1].content if pack.window else ""
    was_cut = last.endswith(CUT) or CUT_SHORT in last[-_CLOSING:]
    answer = read_answer(pack.message)
    return was_cut and pack.dialogue.pending is None and answer.is_whole and answer.said is Reply.YES
