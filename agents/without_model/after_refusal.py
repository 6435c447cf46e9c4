"""Words after a no, 'no, don't. Give it to Rosa': carried out if all of them are an order, else reported."""

from dataclasses import replace
from functools import partial

from agents.context.dialogue import DialogueState
from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs, chain, give, in_turn, say
from agents.runs.runner import run_commands
from agents.without_model.orders import try_commands
from intent.commands import read_commands
from intent.commands.catalogue import verbs
from intent.commands.remarks import only_states
from intent.commands.types import Reference
from intent.commands.words import as_words
from intent.dialogue import find_replacement, read_small_talk, words_after_no
from intent.dialogue.refusals import words_after_offer

_INSTEAD = "\n\nIf you want something else instead, say it in a message of its own, with its name."


def without_refused_offer(pack: ContextPack) -> ContextPack:
    """Return a turn without the offer that its first sentence turns down: 'no, just once. Who is late?'"""
    top = pack.dialogue.top
    if not isinstance(top, OpenDraft) or not top.is_offer or not (rest := words_after_offer(pack.message)):
        return pack
    return replace(pack, message=rest, dialogue=replace(pack.dialogue.closed(top), dropped=top))


def answer_rest(pack: ContextPack, outputs: Outputs, rest: str = "") -> Outputs:
    """Yield the result of a no, then that of the words after it, in which 'it' is the refused subject."""
    rest = rest or words_after_no(pack.message)
    return chain(pack.dialogue, (lambda _: outputs, partial(_rest, pack, rest)))


def _rest(pack: ContextPack, rest: str, dialogue: DialogueState) -> Outputs:
    rest = _of_another(pack, rest) or rest
    then = replace(pack, message=rest, dialogue=replace(dialogue, did="told"))
    return (_rest_of(then) if rest else None) or give()


def _rest_of(pack: ContextPack) -> Outputs | None:
    """Return the outputs of an order after a no, None for a reason. Anything else is reported as left out."""
    if read_commands(pack.message, situation_of(pack)).is_whole:
        return _carried_out(pack)
    orders = not verbs().isdisjoint(as_words(pack.message)[:1])
    is_reason = not orders and (only_states(pack.message) or read_small_talk(pack.message))
    return None if is_reason else say(_INSTEAD)


async def _carried_out(pack: ContextPack) -> Outputs:
    """Carry out orders after a no. If their targets don't exist, they are reported as left out."""
    outputs = await try_commands(run_commands(pack))
    async for output in in_turn((say("\n\n"), outputs)) if outputs else say(_INSTEAD):
        yield output


def _of_another(pack: ContextPack, rest: str) -> str:
    """Return the previous order with another target, for 'I meant the roof', else empty."""
    meant = find_replacement(rest)
    said = pack.said
    if not meant or not said:
        return ""
    before = read_commands(said[-1], situation_of(pack))
    orders = before.commands if before.is_whole and all(one.writes for one in before.commands) else ()
    ones = [one for order in orders for one in order.slots.values() if isinstance(one, Reference)]
    if not len(orders) == len(ones) == 1:
        return ""
    return meant.join(said[-1].split(ones[0].name or ones[0].words, 1))
