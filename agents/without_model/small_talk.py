"""Reacts to greetings and thanks, and to a yes or no for which nothing waits."""

from agents.builder.questions import resume_draft
from agents.context.pack import ContextPack
from agents.events import say
from agents.handlers.talk import SELF
from agents.handlers.undo import DONE_BEFORE, LEFT
from agents.knowledge.from_talk import NOTED_NOTHING
from agents.without_model.about_product import greet_back
from agents.without_model.confirmed_facts import find_stated_facts
from agents.without_model.reaction import Reaction
from intent.dialogue import Reply, read_answer, read_decision, read_small_talk, says_deed, says_yes
from intent.statements.facts import is_stated
from intent.statements.newcomers import takes_leave
from intent.types import ActionType

_BESIDE = "Nothing here waits for a yes or no, so I've changed nothing. Say what I should do, with its name."
_MOST_BESIDE = 3  # words beside a yes or no; a longer message wants something else
_BESIDE_LEAVE = f"{{}} I've {NOTED_NOTHING} of the rest."
_REFUSALS = (Reply.NO, Reply.NEVER_MIND)
_SMALL_TALK = {
    Reply.THANKS: "You're welcome.",
    Reply.HELLO: f"Hello. {SELF} What can I do for you?",
    Reply.GOODBYE: "Goodbye.",
    Reply.NOTED: "OK.",
    Reply.YES: "OK. What would you like to do?",
    Reply.NO: LEFT,
    Reply.NEVER_MIND: LEFT,
    Reply.START_OVER: "Nothing is open here. What would you like to do?",
    Reply.RESUME: "Nothing is open here. What would you like to do?",
    Reply.SKIP: "OK.",
}


def courteous(pack: ContextPack) -> str:
    """Return what is said to a greeting or thanks with other words that weren't understood, else empty."""
    leaves = takes_leave(pack.words)
    return greet_back(pack) or (_BESIDE_LEAVE.format(_SMALL_TALK[leaves]) if leaves else "")


async def react_to_small_talk(pack: ContextPack) -> Reaction | None:
    """React to a greeting, thanks and the like, if the message is nothing else."""
    answer = read_answer(pack.message)
    said = answer.said if answer.is_whole else read_small_talk(pack.message)
    if said not in _SMALL_TALK:
        return None
    if said is Reply.YES and says_yes(pack.message):
        return _unasked_yes(pack)
    text = DONE_BEFORE if said in _REFUSALS and pack.dialogue.did == "changed" else _SMALL_TALK[said]
    return Reaction.to(ActionType.UNKNOWN, "This is small talk.", say(text))


def _unasked_yes(pack: ContextPack) -> Reaction:
    """Bring the draft back that a yes to create something means, or say that nothing waits for one."""
    dropped = pack.dialogue.dropped if says_deed(pack.message, "create") else None
    if dropped:
        again = resume_draft(pack, dropped.draft)
        return Reaction.to(ActionType(dropped.draft.kind), "You want the dropped draft again.", again)
    return Reaction.to(ActionType.UNKNOWN, "It answers no open question.", say(_BESIDE), 0.9)


async def react_to_repeated_yes(pack: ContextPack) -> Reaction | None:
    """React to a yes that repeats what was just done: 'yes bin it' after a deletion."""
    answer = read_answer(pack.message)
    if answer.is_whole or pack.dialogue.top or pack.dialogue.did not in ("changed", "undone"):
        return None
    return await react_to_late_answer(pack) if read_decision(pack.message, "") is Reply.YES else None


async def react_to_late_answer(pack: ContextPack) -> Reaction | None:
    """React to a yes or no with other words, 'yes bin it', if nothing waits for one."""
    beside = read_answer(pack.message).rest.split()
    if pack.dialogue.top or len(beside) > _MOST_BESIDE or not read_decision(pack.message, ""):
        return None
    if find_stated_facts(pack, is_order=False) or is_stated(pack.message):
        return None  # 'no, the fee is 900' corrects a fact
    return Reaction.to(ActionType.UNKNOWN, "It answers no open question.", say(_BESIDE), 0.9)
