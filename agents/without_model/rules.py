"""Answers a turn without a model: structural input, open questions, commands, and then one honest line.

Each rule returns its reaction, or None to leave the message to the next rule.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, IntentFound, Outputs, TextDelta, give, say
from agents.knowledge.pipeline import answer_question
from agents.models import RunTrigger
from agents.runs import resumed
from agents.runs.decisions import decision_in
from agents.runs.ideas import drop_idea, order_open_idea
from agents.tools.table_at_hand import add_current_table
from agents.without_model.about_product import react_to_newcomer, react_to_product_question
from agents.without_model.after_refusal import answer_rest, without_refused_offer
from agents.without_model.agent_corrections import (
    react_to_correction_of_current_agent,
    react_to_correction_of_named_agent,
)
from agents.without_model.agent_work import react_to_agent_work
from agents.without_model.counted_days import react_to_counted_day
from agents.without_model.current_thing import (
    react_to_asking_leave,
    react_to_coming_true,
    react_to_remark,
    react_to_unclear_order,
)
from agents.without_model.document_tables import add_document_table
from agents.without_model.drafts_again import (
    react_to_correction_of_left_draft,
    react_to_earlier_draft,
    react_to_question_of_draft,
)
from agents.without_model.follow_ups import react_to_follow_up, react_to_sum_again
from agents.without_model.handed_files import ask_beside_file, react_to_file
from agents.without_model.introductions import react_to_further_note, react_to_introduction
from agents.without_model.left_open import ask_again_after
from agents.without_model.lookups import answer_beside, react_to_plight
from agents.without_model.notes_asked_late import react_to_note_asked_late
from agents.without_model.open_questions import answer_open, with_picked_choice
from agents.without_model.orders import READS_ONLY, run_by_name, run_message_commands
from agents.without_model.pasted_tables import hands_table_over
from agents.without_model.pasted_texts import react_to_pasted_text
from agents.without_model.questions import (
    react_to_fact_correction,
    react_to_note,
    react_to_question,
    react_to_question_of_noted_person,
    react_to_topic_question,
)
from agents.without_model.reaction import Reaction
from agents.without_model.roundabout_orders import react_to_rephrasing
from agents.without_model.small_talk import react_to_late_answer, react_to_repeated_yes, react_to_small_talk
from agents.without_model.spoken_places import name_place, react_to_unnamed_place
from agents.without_model.table_doubts import react_to_table_question
from agents.without_model.uncovered import (
    react_by_label,
    react_to_continue,
    react_to_text_order,
    react_to_thought,
    react_to_wish,
)
from agents.without_model.unnoted import react_to_added_note, react_to_unnoted
from agents.without_model.unsolved import react_to_sum_without_number, react_to_unsolved_sum
from agents.without_model.verb_titles import quote_title
from agents.without_model.wordings import spell_out, write_listed, write_plainly
from intent.aside import is_long, read_aside
from intent.commands import read_commands
from intent.commands.work.list_files import list_first
from intent.dialogue import Reply, read_answer
from intent.explicit import explicit_intent
from intent.plain.words import expand_abbreviations
from intent.types import ActionType, DialogueMove, Intent, Method, Move
from omniforge.telemetry.spans import step
from omniforge.tenants.models import Role

Rule = Callable[[ContextPack], Awaitable[Reaction | None]]
OF_DOCUMENTS = Intent(
    ActionType.QUERY_INFO, 1.0, reasoning="It was asked of the documents.", method=Method.EXPLICIT
)
_LET_GO = "OK, I let go of it. Nothing was changed."
_CAUSES = {
    RunTrigger.SCHEDULE: "It was due by its schedule",
    RunTrigger.DRY_RUN: "You asked for a dry run",
    RunTrigger.WEB_HOOK: "Its web hook was called",
}
_MOVES = {
    Reply.YES: Move.CONFIRM,
    Reply.NO: Move.DECLINE,
    Reply.NEVER_MIND: Move.DECLINE,
    Reply.RESUME: Move.RESUME,
}


async def answer_without_model(pack: ContextPack) -> Outputs:
    """Yield the events of one turn, and DialogueChanged, of which the last one counts.

    Raises the services' errors. The turn engine reports them.
    """
    pack = spell_out(ask_beside_file(pack))
    names = [card.name for card in pack.catalogue.agents]
    pack = replace(pack, message=expand_abbreviations(write_listed(pack), names))
    pack = await add_document_table(
        await add_current_table(with_picked_choice(pack) or order_open_idea(pack) or pack)
    )
    if not (pack.dialogue.top or pack.agent or pack.ask):
        pack = replace(pack, message=list_first(pack.message, situation_of(pack)))
    pack = await quote_title(await name_place(pack))
    before, pack = pack.dialogue, without_refused_offer(pack)
    with step("understand"):
        reaction = await _reaction(pack)
    yield IntentFound(reaction.intent)
    if pack.dialogue != before:
        yield DialogueChanged(pack.dialogue)
    await asyncio.sleep(0)  # both halves are CPU-bound: let other tasks run between them
    async with aclosing(ask_again_after(pack, reaction)) as outputs:
        async for output in outputs:
            yield output


def commands_cover(pack: ContextPack) -> bool:
    """Return whether commands cover every word of a message, so that they may replace a model."""
    return read_commands(pack.message, situation_of(pack)).is_whole


async def _reaction(pack: ContextPack) -> Reaction:
    for rule in _FIRST:
        if reaction := await rule(pack):
            return reaction
    pack = replace(pack, message=await read_aside(pack.message, write_plainly, pack.message))
    for rule in _rules_for(pack.message):
        if reaction := await rule(pack):
            return reaction
        if is_long(pack.message):
            await asyncio.sleep(0)  # each takes a while: let other tasks run in between
    return await react_by_label(pack)


def _rules_for(message: str) -> Sequence[Rule]:
    """Return the rules that may apply to a message of this length."""
    return [one for one in _RULES if one not in _OF_FEW_WORDS] if is_long(message) else _RULES


async def _read_ahead(pack: ContextPack) -> None:
    """Read a long message's commands off the event loop, before the rules, which find the reading kept."""
    if is_long(pack.message):
        await read_aside(pack.message, read_commands, pack.message, situation_of(pack))


async def _by_structure(pack: ContextPack) -> Reaction | None:
    """React to structural input: a question to the documents, a scheduled agent, or one called by '@'."""
    if pack.ask:
        return Reaction(OF_DOCUMENTS, answer_question(pack, pack.ask))
    if pack.agent:
        return Reaction(intent_of_begun(pack.agent, pack.trigger), run_by_name(pack, pack.agent))
    if not pack.message.lstrip().startswith("@"):
        return None
    called = explicit_intent(pack.message, pack.catalogue)
    if called is None or not called.target_agent:
        return Reaction(called, say(called.clarifying_question or "")) if called else None
    is_auditor = pack.access.role == Role.AUDITOR
    return Reaction(called, say(READS_ONLY) if is_auditor else run_by_name(pack, called.target_agent))


def intent_of_begun(agent: str, trigger: RunTrigger) -> Intent:
    """Return the intent of a turn begun for one agent, so that nothing is guessed."""
    cause = _CAUSES.get(trigger, "It was started by its name")
    return Intent(
        ActionType.EXECUTE_TASK,
        1.0,
        {"agent_name": agent},
        f"{cause}, so {agent} runs.",
        target_agent=agent,
        method=Method.EXPLICIT,
    )


async def _by_decision(pack: ContextPack) -> Reaction | None:
    """Resume a run whose calls are all decided, whatever the message says."""
    decision = await decision_in(pack)
    if (taken := await resumed.decided_run(pack)) is None:
        return None
    outputs = resumed.resume(pack, taken.run)
    outputs = answer_rest(pack, outputs) if decision and decision.goes_on else outputs
    return Reaction(resumed.decided_intent(taken.run), outputs)


async def _by_open(pack: ContextPack) -> Reaction | None:
    """React to an answer to an open question."""
    is_other = pack.forced_action or hands_table_over(pack)
    outputs = None if is_other else await answer_open(pack)
    if outputs is None:
        return None
    said, pending = read_answer(pack.message).said, pack.dialogue.pending
    move = DialogueMove(_MOVES.get(said, Move.ANSWER) if said else Move.ANSWER, pack.message)
    action = pending.action_type if pending else ActionType.QUERY_INFO
    reasoning = "You answered the open question."
    return Reaction(Intent(action, 0.95, reasoning=reasoning, method=Method.PENDING, move=move), outputs)


async def _by_idea(pack: ContextPack) -> Reaction | None:
    """Drop the open idea, if the message says so."""
    if (left := drop_idea(pack)) is None:
        return None
    outputs = give(TextDelta(_LET_GO), DialogueChanged(left))
    return Reaction.to(ActionType.UNKNOWN, "You let go of the idea.", outputs)


_FIRST: tuple[Rule, ...] = (
    _by_structure,
    _by_decision,
    react_to_pasted_text,
    react_to_earlier_draft,
    react_to_question_of_draft,
    _by_open,
    react_to_unnoted,
    react_to_added_note,
    react_to_note_asked_late,
    react_to_unnamed_place,
    react_to_fact_correction,
    react_to_thought,
    react_to_text_order,
    react_to_agent_work,
)
_RULES: tuple[Rule, ...] = (
    _read_ahead,
    react_to_file,
    react_to_newcomer,
    react_to_repeated_yes,
    react_to_note,
    react_to_topic_question,
    react_to_question_of_noted_person,
    react_to_follow_up,
    react_to_sum_again,
    react_to_wish,
    react_to_correction_of_named_agent,
    react_to_coming_true,
    react_to_counted_day,
    react_to_rephrasing,
    react_to_plight,
    partial(run_message_commands, answer=answer_beside),
    react_to_introduction,
    react_to_further_note,
    react_to_remark,
    react_to_asking_leave,
    react_to_unclear_order,
    react_to_correction_of_current_agent,
    react_to_correction_of_left_draft,
    react_to_continue,
    _by_idea,
    react_to_small_talk,
    react_to_late_answer,
    react_to_product_question,
    react_to_table_question,
    react_to_sum_without_number,
    react_to_question,
    react_to_unsolved_sum,
)
_OF_FEW_WORDS: tuple[Rule, ...] = (  # a long message is never meant so
    react_to_repeated_yes,
    react_to_follow_up,
    react_to_wish,
    react_to_coming_true,
    react_to_counted_day,
    react_to_remark,
    react_to_asking_leave,
    react_to_unclear_order,
    _by_idea,
    react_to_small_talk,
    react_to_late_answer,
    react_to_product_question,
)
