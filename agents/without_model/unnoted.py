"""Drops what was just noted, if it was meant as no note, and does what was; adds to an earlier note."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.events import in_turn, say
from agents.knowledge.from_talk import find_facts
from agents.runs.missed_parts import report_missed
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.questions import forgot
from agents.without_model.reaction import Reaction
from intent.dialogue import read_small_talk
from intent.sentences.titles import significant_words
from intent.statements.from_replies import NOTED
from intent.statements.notes import added_to_note
from intent.statements.retractions import find_note_refused
from intent.statements.statement import Statement
from intent.types import ActionType, Mode
from omniforge.tables.markdown import plain


async def react_to_unnoted(pack: ContextPack) -> Reaction | None:
    """React to 'don't note that, add it as a task' right after something was noted."""
    rest = None if pack.dialogue.top else find_note_refused(pack.message)
    if rest is None or not (facts := _just_noted(pack)):
        return None
    meant = await run_message_commands(replace(pack, message=rest), answer_beside) if rest else None
    missed = [rest] if rest and not meant and read_small_talk(rest) is None else []
    lines = "\n\n".join((forgot(facts), *report_missed(missed)))
    outputs = in_turn((say(f"{lines}\n\n"), meant.outputs)) if meant else say(lines)
    reaction = Reaction.to(ActionType.UNKNOWN, "It was no note.", outputs, 0.9, Mode.INFORM)
    return reaction._replace(ran=(pack.message.removesuffix(rest),))


async def react_to_added_note(pack: ContextPack) -> Reaction | None:
    """React to 'add to the Kemp note that he wants brass' by noting both as one, with orders behind it."""
    topic, told = ("", "") if pack.dialogue.top else added_to_note(pack.message)
    wanted = significant_words(topic)
    notes = [one for one in find_facts(pack) if wanted and wanted <= significant_words(one.text)]
    if not notes:
        return None
    note = say(f"{NOTED}“{plain(notes[-1].text.rstrip('. '))}, {plain(told)}.”")
    rest = pack.message.partition(told)[2].strip(" .!\n")
    meant = await run_message_commands(replace(pack, message=rest), answer_beside) if rest else None
    left = report_missed([rest] if rest and not meant else [])
    parts = (note, say("\n\n"), meant.outputs) if meant else (note, *(say(f"\n\n{one}") for one in left))
    return Reaction.to(ActionType.UNKNOWN, "You added to a note.", in_turn(parts), 0.9, Mode.INFORM)


def _just_noted(pack: ContextPack) -> list[Statement]:
    """Return the facts that the last reply says it noted."""
    last = str(pack.window[-1].content) if pack.window else ""
    noted = [line for line in last.splitlines() if line.startswith(NOTED)]
    return [one for one in find_facts(pack) if any(plain(one.text.rstrip(".")) in line for line in noted)]
