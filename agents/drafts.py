"""What is open across turns: how a message relates to it, and how it is let go, taken up and asked again."""

import re
from dataclasses import replace

from agents.actions.wizard import pending_of
from agents.builder import FORMS
from agents.context import ContextPack
from agents.dialogue import FREE_SLOT, DialogueState, Draft
from agents.events import AgentPhase, DialogueChanged, OptionsOffered, Outputs, TextDelta
from agents.replies import reply
from agents.workspace.reading import asks_for_write
from intent.types import ActionType, DialogueMove, Intent, Method, Move, Pending

_RESUME = re.compile(
    r"\b(?:where were we|where did we (?:stop|leave off)|pick up where|back to (?:it|the (?:draft|"
    r"agent|skill))|"
    r"let's (?:continue|go on|carry on)|continue (?:with )?(?:it|the draft|where)|wo waren wir|"
    r"dónde estábamos|weiter geht's)\b",
    re.I,
)
_FREE = ("purpose", "description", "instructions", FREE_SLOT)
_YES = re.compile(r"(?:yes|yeah|yep|sure|ok|okay|please|ja|sí|si|oui)[\s.!]*", re.I)
_NO = re.compile(r"(?:no|nope|nah|not yet|nein|non)[\s.!]*", re.I)


def with_move(pack: ContextPack, intent: Intent) -> Intent:
    """Return the intent with its relation to what is open, where the classifier left that unsaid or open."""
    state, said = pack.dialogue, pack.message.strip()
    if intent.move is None and _RESUME.search(said):
        return replace(intent, move=DialogueMove(Move.RESUME))
    if not state.pending:
        return intent
    if state.pending.choices and _YES.fullmatch(said):  # a yes chooses none of them
        return replace(intent, move=DialogueMove(Move.RESUME))
    if _answers_in_free_words(state.pending, intent) and not _begins_anew(state.pending, said):
        return replace(intent, action_type=state.pending.action_type, move=DialogueMove(Move.ANSWER, said))
    return intent if intent.move else replace(intent, move=_move(state.pending, intent, said))


def _move(pending: Pending, intent: Intent, said: str) -> DialogueMove:
    for place, choice in enumerate(pending.choices):
        if said in (choice.message, choice.title):
            return DialogueMove(Move.CHOOSE, said, place)
    explicit = intent.method is Method.EXPLICIT
    if intent.action_type is pending.action_type and pending.expects != "choice" and not explicit:
        return DialogueMove(Move.ANSWER, said)
    aside = intent.action_type in (ActionType.QUERY_INFO, ActionType.UNKNOWN)
    return DialogueMove(Move.ASIDE if aside else Move.LEAVE, said)


def _answers_in_free_words(pending: Pending, intent: Intent) -> bool:
    """Return whether what looks like a task is the answer to 'what should it do?'."""
    leaves = intent.move is not None and intent.move.move is Move.LEAVE
    task = intent.action_type is ActionType.EXECUTE_TASK and not intent.target_agent
    alike = task or intent.action_type is pending.action_type
    return leaves and alike and pending.slot in _FREE


def _begins_anew(pending: Pending, said: str) -> bool:
    """Return whether what could be the name of a thing asks for another thing to be made or changed."""
    return pending.slot == FREE_SLOT and asks_for_write(said)


async def let_go(pack: ContextPack) -> Outputs:
    """Let go of the open question; a draft being built is kept, and that is said."""
    draft = pack.dialogue.draft
    if draft and draft.asking == "confirm" and draft.kind in FORMS and _NO.fullmatch(pack.message.strip()):
        yield TextDelta(
            "Not created. Tell me what should be different, for example 'make it daily', or say 'never mind'."
        )
        yield DialogueChanged(pack.dialogue)
        return
    kept = kept_note(pack.dialogue)
    yield TextDelta(f"All right, I let go of it. Nothing was created or changed. {kept}".strip())
    yield DialogueChanged(replace(pack.dialogue.at_rest(), commission=None))


def kept_note(state: DialogueState) -> str:
    """Say that the open draft is kept, and how to come back to it; empty where there is none."""
    if not state.draft or state.draft.kind not in FORMS:
        return ""
    noun = FORMS[state.draft.kind].noun
    return f"The {noun} that we began is kept: say 'where were we?' to go on with it."


async def resume(pack: ContextPack) -> Outputs:
    """Say what is known so far of the open or last draft, and ask its open question again."""
    state = pack.dialogue if pack.dialogue.pending else pack.dialogue.taken_up()
    draft = state.draft
    if draft and (form := FORMS.get(draft.kind)):
        facts = "\n".join(form.facts(draft.slots))
        so_far = f" So far we have:\n\n{facts}\n\n" if facts else " "
        yield form.wizard(draft)
        yield TextDelta(
            f"No problem. We were setting up {_subject(draft)}.{so_far}I was asking: {form.question(draft)}"
        )
        yield DialogueChanged(state.waiting(pending_of(form, draft), draft))
        yield AgentPhase("waiting", "Waiting for your answer")
    elif state.pending:
        async for output in ask_again(pack):
            yield output
    else:
        nothing = "Nothing is open here. Tell me what you would like to do."
        async for delta in reply(pack, facts=["No draft and no question is open."], otherwise=nothing):
            yield delta


def _subject(draft: Draft) -> str:
    """Return what a draft is, in words: 'an agent to prepare weekly financial reports'."""
    noun = FORMS[draft.kind].noun
    does = draft.slots.get("purpose") or draft.slots.get("description")
    return f"{'an' if noun == 'agent' else 'a'} {noun}{f' to {does}' if does else ''}"


async def ask_again(pack: ContextPack) -> Outputs:
    """Ask the open question once more, after something beside it was answered."""
    state = pack.dialogue
    if not state.pending:
        yield DialogueChanged(state)
        return
    form = FORMS.get(state.draft.kind) if state.draft else None
    if form and state.draft:
        yield form.wizard(state.draft)
    elif state.pending.choices:
        yield OptionsOffered(state.pending.question, "", state.pending.choices)
    about = f"Back to the {form.noun}: " if form else "Still open: "
    yield TextDelta(f"\n\n{about}{state.pending.question}")
    yield DialogueChanged(state)
    yield AgentPhase("waiting", "Waiting for your answer")
