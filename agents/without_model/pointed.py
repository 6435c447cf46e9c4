"""Reacts to words that only point: 'it is now', 'can you give it to Ann?'. A guess is never acted upon."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.without_model.looking_up import answer_beside
from agents.without_model.orders import by_commands
from agents.without_model.reaction import Reaction, say
from intent.commands import Reference, read_commands
from intent.commands.tokens import tokenize
from intent.commands.words import table
from intent.questions.work import fits
from intent.questions.work_follow_ups import asked_before
from intent.sentences.question_forms import is_request
from intent.sentences.question_words import Asked
from intent.types import ActionType, Intent, Method

_IS_DONE = "mark it as done"
_WHAT_IS_SO = "I'm not sure what is so now, so I've changed nothing. Say what is done, with its name."
_WHICH = "I'm not sure what you mean, so I've changed nothing. Say its name."


async def by_coming_true(pack: ContextPack) -> Reaction | None:
    """React to 'it is now': done is what was asked about, 'has the fence been mended?', and nothing else."""
    words = tuple(one.word for one in tokenize(pack.message) if not one.is_mark)
    if pack.dialogue.top or pack.forced_action or not table("so_now").get(words):
        return None
    if _asked_if_done(pack):
        return await by_commands(replace(pack, message=_IS_DONE), answer_beside)
    return _unsure(_WHAT_IS_SO)


async def by_unmeant_order(pack: ContextPack) -> Reaction | None:
    """Ask for a name where a polite order points at something and nothing was talked about."""
    if pack.dialogue.top or pack.forced_action or not is_request(pack.message):
        return None
    reading = read_commands(pack.message, situation_of(pack))
    things = [one.slots.get("thing") for one in reading.commands if one.writes]
    points = [one for one in things if isinstance(one, Reference) and one.is_pronoun]
    return _unsure(_WHICH) if reading.is_whole and points else None


def _asked_if_done(pack: ContextPack) -> bool:
    """Return whether the last question was whether the one thing that was told of is done."""
    said = [one.content for one in pack.window if one.role == "user"]
    asked, touched = asked_before(said[-1:], pack.now.date()), pack.dialogue.touched
    if asked is None or len(touched) != 1 or asked.asks is not Asked.YES_NO or {*asked.said} - {"done"}:
        return False
    return fits(asked.topic, touched[0].title)


def _unsure(text: str) -> Reaction:
    intent = Intent(ActionType.UNKNOWN, 0.9, reasoning="It points at nothing here.", method=Method.RULES)
    return Reaction(intent, say(text))
