"""Answers questions from files, talk and work. What these can't answer is left to documents."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.events import Outputs, in_turn, in_turn_once, say
from agents.handlers.talk import tell_facts
from agents.knowledge.from_past import find_noted_facts
from agents.knowledge.from_talk import (
    LISTED,
    SAID,
    answer_from_talk,
    find_facts,
    find_unnoted,
    find_withdrawn,
)
from agents.knowledge.near_talk import tell_what_was_said
from agents.runs.runner import run_commands
from agents.without_model.answers_by_command import answer_from_work
from agents.without_model.confirmed_facts import confirm_facts, find_stated_facts
from agents.without_model.left_orders import with_left
from agents.without_model.lookups import (
    answer_from_conversation,
    answer_from_topic,
    asked_of_work,
    beside_work,
    look_up,
)
from agents.without_model.orders import try_commands
from agents.without_model.reaction import Reaction
from intent.commands import Command, Condition, Reading, Reference
from intent.questions.asked import Question, parts_of
from intent.questions.orders_behind import order_behind
from intent.sentences.question_forms import adds_nothing, asks_to_show, is_question, points_back
from intent.sentences.question_words import Asked
from intent.statements.chat import only_chats
from intent.statements.facts import (
    corrects,
    corrects_fact,
    find_forgotten,
    is_stated,
    is_told,
    restate,
)
from intent.statements.from_replies import FORGOT, NOTED
from intent.statements.halves import without_source
from intent.statements.notes import is_noted
from intent.statements.remarks import question_in
from intent.statements.restated import restate_fact, said_anew, said_of_same
from intent.statements.retractions import (
    as_correction,
    find_retracted,
    is_of_one,
    mistaken_about,
    new_value_behind,
    to_forget,
    told_behind,
    with_value_of,
)
from intent.statements.statement import Statement
from intent.statements.swaps import swapped, swaps
from intent.statements.topics import find_topic
from intent.types import ActionType, Mode
from omniforge.english import join_words
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_ASKED = "I know the answer from this conversation or your work."
_TOLD = "You told me something."
_NAME_IT = "Say “forget …” with the words of the one you mean."
_FORGET_OR_REPLACE = "Say “forget …” with its first words, or tell me how it is now."
_IN_FULL = "I can't tell what that should replace, so I've noted nothing. Say the whole sentence again."


async def react_to_fact_correction(pack: ContextPack) -> Reaction | None:
    """React to 'no, 11 July' and 'forget that' right after a fact was noted or recalled."""
    about = mistaken_about(pack.message)
    said = without_source(pack.message)
    pack = replace(pack, message=as_correction(said) if about else said)
    if not (at_hand := _facts_about(pack, about) or _facts_at_hand(pack)):
        is_right = swaps(pack.message) or corrects(pack.message)  # not an order said in other words
        told = find_unnoted(pack.window[-2:]) if is_right and not is_question(pack.message) else []
        told = [one for one in told if is_stated(one.text)]
        return _noted(swapped(told[-1].text, pack.message)) if told else None
    reason = find_retracted(pack.message)
    ways = () if to_forget(said) else (restate, with_value_of, swapped, restate_fact, said_anew, said_of_same)
    if reason and (text := next((one for way in ways if (one := way(at_hand[-1].text, reason))), "")):
        return _noted(text)  # 'forget that, it's Tuesdays now'
    if reason is not None and (not reason or only_chats(reason)) and not corrects(pack.message):
        return _reaction(say(forgot(at_hand)), ActionType.UNKNOWN, _TOLD)
    *remarks, last = sentences_of(pack.message) or [""]
    if remarks and all(map(only_chats, remarks)) and (gone := find_forgotten(last, at_hand)):
        return _reaction(say(forgot(gone)), ActionType.UNKNOWN, _TOLD)
    facts = find_stated_facts(pack, is_order=False) if corrects(pack.message) else []
    old = _meant(at_hand, pack.message)
    text = next((one for way in ways if (one := way(old, pack.message))), "")
    if text := swapped(old, pack.message) if facts else text:
        return _noted(text)
    if not corrects(pack.message):
        return None
    return _reaction(
        say(confirm_facts(facts, pack.message) if facts else _IN_FULL), ActionType.UNKNOWN, _TOLD
    )


async def react_to_note(pack: ContextPack) -> Reaction | None:
    """React to 'please note: Ann starts at 10' and to a corrected fact, 'correction: Ann starts at 11'.

    After such an opening the rest is a fact, not an order.
    """
    if pack.dialogue.top or pack.forced_action:
        return None
    if not is_noted(pack.message) and not corrects_fact(pack.message, find_facts(pack)):
        return None
    stated = find_stated_facts(pack)
    return _reaction(say(confirm_facts(stated, pack.message)), ActionType.UNKNOWN, _TOLD) if stated else None


def _meant(at_hand: Sequence[Statement], message: str) -> str:
    """Return the newest fact whose subject a message names, else the newest."""
    named = [one for one in at_hand if one.text.partition(" ")[0] in message.split()]
    return (named or at_hand)[-1].text


def _noted(fact: str) -> Reaction | None:
    """Return a fact as a correction that was noted, or None if there is no fact."""
    return _reaction(say(f"{NOTED}“{plain(fact.rstrip('.'))}.”"), ActionType.UNKNOWN, _TOLD) if fact else None


def _facts_at_hand(pack: ContextPack) -> list[Statement]:
    """Return the facts that the last reply quotes as noted or recalled. Of a list only if it has one item."""
    last = str(pack.window[-1].content) if pack.window else ""
    if not last.startswith((NOTED, SAID, LISTED)):
        return []
    found = [one for one in find_facts(pack) if plain(one.text.rstrip(".")) in last]
    return found if len(found) == 1 or not last.startswith(LISTED) else []


def _facts_about(pack: ContextPack, thing: str) -> list[Statement]:
    """Return the newest fact about a thing, none without one."""
    wanted = {*stems(thing)}
    return [one for one in find_facts(pack) if wanted and wanted <= {*stems(one.text)}][-1:]


async def react_to_topic_question(pack: ContextPack) -> Reaction | None:
    """React to 'what do you know about Ann?' with the facts about her, her work, and what documents say."""
    anew = not (pack.said and is_question(pack.said[-1]))
    about = "" if pack.dialogue.top else find_topic(pack.message, anew=anew)
    facts = await tell_facts(pack, about) if about else ""
    if not about:
        return None
    asked = asked_of_work(pack, pack.message)
    work = await answer_from_work(pack, asked, sure=True) if asked else None
    if not facts:
        beside = work and await beside_work(pack, about)
        return _reaction(in_turn((work, beside)), ActionType.QUERY_INFO, _ASKED) if work and beside else None
    work = work or await try_commands(run_commands(pack, Reading((_list_of(about),))))
    outputs = in_turn((say(f"{facts}\n\n"), work)) if work else say(facts)
    return _reaction(outputs, ActionType.QUERY_INFO, _ASKED)


def _list_of(about: str) -> Command:
    """Return the order to list all that has some words in its title."""
    named = Reference(about, is_plural=True, conditions=(Condition("text", about),))
    return Command("thing.list", {"thing": named}, words=about, tentative=True)


async def react_to_question_of_noted_person(pack: ContextPack) -> Reaction | None:
    """React to 'who can't have nuts?' with what was noted, if the table at hand has no people."""
    asked = find_question(pack.message)
    has_people = pack.table is None or bool(pack.table.words.of_sense("person"))
    if pack.dialogue.top or has_people or [one.asks for one in parts_of(asked)] != [Asked.PERSON]:
        return None
    told = answer_from_talk(pack.window, asked, facts=pack.facts)
    return _reaction(say(told.text), ActionType.QUERY_INFO, _ASKED) if told else None


async def react_to_question(pack: ContextPack) -> Reaction | None:
    """React to a question that the talk or the work answers, and to 'forget the fee'."""
    if what := to_forget(pack.message):
        return _reaction(say(await _forgot_and_noted(pack, what)), ActionType.UNKNOWN, _TOLD)
    if is_told(pack.message) and (stated := find_stated_facts(pack)):
        return _reaction(say(confirm_facts(stated, pack.message)), ActionType.UNKNOWN, _TOLD)
    asked, order = order_behind(pack.message)
    question = find_question(asked)
    outputs = await (_answer_nearby(pack, question) if question else _shown(pack))
    if outputs is None:
        return None
    return _reaction(with_left(pack, outputs, question, order), ActionType.QUERY_INFO, _ASKED)


async def _shown(pack: ContextPack) -> Outputs | None:
    """Return the work that a message asks to see: 'list whatever is open'."""
    asked = asked_of_work(pack, pack.message) if asks_to_show(pack.message) else None
    return await answer_from_work(pack, asked, sure=True) if asked else None


async def _answer_nearby(pack: ContextPack, question: str) -> Outputs | None:
    """Return an answer without documents, to several questions if at least one of them has one."""
    work = asked_of_work(pack, question)
    if work and work.asks_too and (outputs := await answer_from_work(pack, work, sure=True)):
        return outputs  # 'who rings the vet, and when?'
    if len(parts := parts_of(question)) > 1 and (outputs := await answer_from_topic(pack, question)):
        return outputs
    before = ["", *(one.text for one in parts)]
    several = len(parts) > 1
    found = [
        await answer_from_conversation(
            pack, one.text if one.words or points_back(one.text) else one.in_full, last
        )
        for one, last in zip(parts, before, strict=False)
        if several
    ]
    missed = [part for part, one in zip(parts, found, strict=False) if not one]
    if not any(found) or any(points_back(one.text) for one in missed):
        whole = await answer_from_conversation(pack, question)  # 'which are open, and when are they due'
        near = several and any(_is_told_nearly(pack, one) for one in parts)
        return whole or (in_turn_once(look_up(pack, one.in_full) for one in parts) if near else None)
    asked = ((one, part) for one, part in zip(found, parts, strict=True) if one or part.words)
    return in_turn_once(one or look_up(pack, part.in_full) for one, part in asked)


def _is_told_nearly(pack: ContextPack, part: Question) -> bool:
    """Return whether the talk comes near one of several questions, of which documents may answer another."""
    facts = [one.text for one in find_facts(pack)]
    return not points_back(part.text) and bool(tell_what_was_said(pack.window, facts, part.in_full))


def find_question(message: str) -> str:
    """Return the one question of a message, empty if it asks none, or several."""
    asked = [found for one in sentences_of(message) if (found := question_in(one))]
    asked = [*asked[:1], *(one for one in asked[1:] if not adds_nothing(one))]
    return asked[0].strip() if len(asked) == 1 else message.strip() if asked else ""


async def _forgot_and_noted(pack: ContextPack, what: str) -> str:
    """Say what was forgotten, and noted behind it."""
    told = told_behind(pack.message)
    before = replace(pack, message=pack.message.removesuffix(told).rstrip(" ,;.").removesuffix(" and"))
    gone = await _forgot(before, what)
    facts = find_stated_facts(replace(pack, message=told)) if told else []
    if value := new_value_behind(pack.message):
        return f"{gone}\n\n{NOTED}“{plain(value)}.”" if gone.startswith(FORGOT) else gone
    return "\n\n".join((gone, confirm_facts(facts, told))) if facts else gone


async def _forgot(pack: ContextPack, what: str) -> str:
    """Say what was forgotten. List the notes if several match, link to the conversation that has another."""
    gone = find_forgotten(pack.message, find_facts(pack))
    texts = list(dict.fromkeys(one.text for one in gone))
    if len(texts) > 1 and is_of_one(pack.message):
        listed = "\n".join(f"- {plain(one)}" for one in texts)
        return f"I noted several things about “{what}”, so I've forgotten none yet:\n\n{listed}\n\n{_NAME_IT}"
    if len(texts) == 1 and _is_one_part(what, texts[0]):
        return f"“{plain(texts[0])}” says more than that, so I've forgotten nothing yet. {_FORGET_OR_REPLACE}"
    if gone:
        return forgot(gone)
    elsewhere = await find_noted_facts(
        pack.recall, what, without=find_withdrawn(pack.window), here=pack.conversation_id
    )
    if not elsewhere:
        return f"I have nothing noted about “{what}”."
    fact, said = list(elsewhere.items())[-1]
    place = f"[Open that conversation]({said.link})"
    return f"“{plain(fact)}” is noted in another conversation. {place} and say there what I should forget."


def _is_one_part(what: str, fact: str) -> bool:
    """Return whether words name only a later part of a fact: 'the account number' of a supplier's details."""
    first, *others = fact.split(", ")
    said = set(stems(what))
    return not said & set(stems(first)) and any(said <= set(stems(one)) for one in others)


def forgot(gone: Sequence[Statement]) -> str:
    """Quote what was forgotten verbatim."""
    return f"{FORGOT}{join_words(dict.fromkeys(f'“{one.text}”' for one in gone))}."


def _reaction(outputs: Outputs, action: ActionType, reasoning: str) -> Reaction:
    return Reaction.to(action, reasoning, outputs, 0.9, Mode.INFORM)
