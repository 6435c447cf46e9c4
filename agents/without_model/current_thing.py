"""Reacts to words that only refer: 'it is now', 'can you give it to Ann?'. A guess is never acted on."""

from dataclasses import replace
from itertools import pairwise

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.handlers.items import WORK, load_items, load_kept
from agents.handlers.references.loose_names import is_loosely_named
from agents.without_model.counted_days import upcoming_events
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.commands import Reading, Reference, read_commands
from intent.commands.behind_remarks import order_behind
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.events.happenings import EventReference
from intent.commands.words import as_words, key_of, table
from intent.questions.topics import fits
from intent.questions.work_follow_ups import find_previous_question
from intent.sentences.question_forms import is_request, order_asked_leave_for
from intent.sentences.question_words import Asked
from intent.sentences.stems import is_deed_of
from intent.sentences.titles import is_named_in, significant_words
from intent.text import find_name, without_names
from intent.types import ActionType
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_MEANS_IT = ("can ", "could ", "shall ")
_TO_ORDER = "I've changed nothing. If that should be done, say “{}”."
_IS_DONE, _DELETES, _OF_EVENTS = "mark it as done", ".delete", "event."
_WHAT_IS_SO = "I'm not sure what is so now, so I've changed nothing. Say what is done, with its name."
WHICH = "I'm not sure what you mean, so I've changed nothing. Say its name."


async def react_to_coming_true(pack: ContextPack) -> Reaction | None:
    """React to 'it is now' after a question like 'has the fence been mended?': mark exactly that as done."""
    words = tuple(one.word for one in tokenize(pack.message) if not one.is_mark)
    if pack.dialogue.top or pack.forced_action or not table("so_now").get(words):
        return None
    if _asked_if_done(pack):
        return await run_message_commands(replace(pack, message=_IS_DONE), answer_beside)
    return _unsure(_WHAT_IS_SO)


async def react_to_remark(pack: ContextPack) -> Reaction | None:
    """React to 'Rosa phoned, they're here, mark it as done': mark the one thing spoken of as done."""
    if pack.dialogue.top or pack.forced_action:
        return None
    found = order_behind(pack.message, situation_of(pack))
    if found is None or not await in_database(_may_be_meant, pack, found[0]):
        return None
    return await run_message_commands(replace(pack, message=found[1]), answer_beside)


def _may_be_meant(pack: ContextPack, remark: str) -> bool:
    """Return whether 'it' after a remark is the one thing of the last answer, and the remark fits it."""
    kept = pack.dialogue.touched or pack.dialogue.listed
    items = load_kept(pack.access, kept) if len(kept) == 1 else []
    if not items or pack.dialogue.did == "missed":
        return False
    homes = [one.name for one in pack.catalogue.projects if find_name(one.name, remark)]
    remark = without_names(remark, homes)
    others = [one for one in load_items(pack.access, WORK, pack.focus.project_id) if one.id != items[0].id]
    said = significant_words(remark)
    names_other = any(is_loosely_named(one, said) or _tells_deed(remark, one.title) for one in others)
    names_it = is_loosely_named(items[0], said) or _tells_deed(remark, items[0].title)
    return all(one == items[0].home_name for one in homes) and (not names_other or names_it)


def _tells_deed(remark: str, title: str) -> bool:
    """Return whether a remark has a title's verb as a noun: 'made the call', of 'Call the dealer'."""
    verb = title.split()[0].casefold()
    pairs = pairwise(as_words(remark))
    return any(key_of("article", one) and (noun == verb or is_deed_of(noun, verb)) for one, noun in pairs)


async def react_to_asking_leave(pack: ContextPack) -> Reaction | None:
    """React to 'can we move Order beams to Friday?', but 'may I delete it?' only tells how to order that."""
    order = order_asked_leave_for(pack.message)
    if pack.dialogue.top or pack.forced_action or not order:
        return None
    reading = read_commands(order, situation_of(pack))
    if not (reading.is_whole and all(one.writes for one in reading.commands)):
        return None
    if not (await _names_event(pack, reading) or await in_database(_names_work, pack)):
        return None
    deletes = any(one.name.endswith(_DELETES) for one in reading.commands)
    if deletes or not pack.message.casefold().startswith(_MEANS_IT):
        return _unsure(_TO_ORDER.format(plain(order)))
    return await run_message_commands(replace(pack, message=order), answer_beside)


async def _names_event(pack: ContextPack, reading: Reading) -> bool:
    """Return whether orders are about 'it' or an event of the calendar, unlike 'can I take leave?'"""
    meant = [one.slots.get("event") for one in reading.commands if one.name.startswith(_OF_EVENTS)]
    if not meant or any(isinstance(one, EventReference) and one.is_pronoun for one in meant):
        return bool(meant)
    said = significant_words(pack.message)
    return any(said & significant_words(one.title) for one in await upcoming_events(pack))


def _names_work(pack: ContextPack) -> bool:
    items = load_items(pack.access, WORK, pack.focus.project_id)
    return any(is_named_in(one.title, pack.message) for one in items)


async def react_to_unclear_order(pack: ContextPack) -> Reaction | None:
    """Ask for a name if a polite order refers to something that was never mentioned."""
    if pack.dialogue.top or pack.forced_action or not is_request(pack.message):
        return None
    reading = read_commands(pack.message, situation_of(pack))
    things = [one.slots.get("thing") for one in reading.commands if one.writes]
    points = [one for one in things if isinstance(one, Reference) and one.is_pronoun]
    return _unsure(WHICH) if reading.is_whole and points else None


def _asked_if_done(pack: ContextPack) -> bool:
    """Return whether the last question was whether the one thing just shown is done."""
    asked, touched = find_previous_question(pack.said[-1:], pack.now.date()), pack.dialogue.touched
    if asked is None or len(touched) != 1 or asked.asks is not Asked.YES_NO or {*asked.said} - {"done"}:
        return False
    return fits(asked.topic, touched[0].title)


def _unsure(text: str) -> Reaction:
    return Reaction.to(ActionType.UNKNOWN, "It points at nothing here.", say(text), 0.9)
