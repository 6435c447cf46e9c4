"""Reads a message as an answer to an open question and continues it: a form, a choice, a waiting run."""

from dataclasses import replace
from functools import partial

from agents.builder import FORMS, form_dialogue
from agents.builder.questions import resume_draft
from agents.builder.restated import restate
from agents.context.dialogue import DialogueState
from agents.context.open import Open, OpenChoice, OpenDraft, OpenRun
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, OptionsOffered, Outputs, TextDelta, give
from agents.handlers.task import ALL
from agents.records.runs import find_waiting_run
from agents.runs import resumed
from agents.without_model.after_refusal import answer_rest
from agents.without_model.decided import answer_decision
from agents.without_model.made_and_ordered import make_and_order
from agents.without_model.partial_yes import confirm_some
from agents.without_model.told_moments import moment_told, propose_anew
from intent.commands import Reading, read_commands
from intent.commands.layout import sentence_end
from intent.dialogue import (
    Answer,
    Reply,
    drops_subject,
    is_brief,
    leaves_subject,
    number_of_all,
    read_answer,
    read_choice,
    read_feature,
    read_in_parts,
    read_small_talk,
    without_deed,
)
from intent.forms.orders import EARLY, order_of_draft
from intent.sentences.question_forms import is_question
from omniforge.storage.database import in_database

_SMALL = (Reply.THANKS, Reply.HELLO, Reply.NOTED)
_DROPPED = "OK, I dropped it. Nothing was created or changed."
_UPDATE = "thing.update"
_FURTHER = (". ", ", and ", ", then ", " and ")  # between an answer and a further order


async def answer_open(pack: ContextPack) -> Outputs | None:
    """Return the outputs of a message as an answer, or None if it is about something else."""
    answer, top = read_answer(pack.message), pack.dialogue.top
    if top is None or (isinstance(top, OpenDraft) and _reopens_work(pack)):
        return None
    if answer.is_whole and answer.said is Reply.YES and (only := _only_choice(top)):
        pack, answer = replace(pack, message=only), read_answer(only)
    if isinstance(top, OpenRun) and top.expects in ("choice", "yes"):
        pack = replace(pack, message=without_deed(pack.message, top.about.partition(".")[2]))
    decided = await confirm_some(pack) or await propose_anew(pack) or await answer_decision(pack)
    return decided or await _of_top(pack, top, answer)


def _reopens_work(pack: ContextPack) -> bool:
    """Return whether a message says that work isn't done after all: 'take that back' means no draft."""
    found = read_commands(pack.message, situation_of(pack)).commands
    reopened = [one for one in found if one.name == _UPDATE and one.slots.get("state") == "open"]
    return any("deed" not in one.slots for one in reopened)  # 'they have not updated' is no such order


async def _of_top(pack: ContextPack, top: Open, answer: Answer) -> Outputs | None:
    """Return the outputs of a message as an answer to the newest open question."""
    said = answer.said if answer.is_whole else None
    is_which = isinstance(top, OpenChoice) or (
        isinstance(top, OpenRun) and top.expects in ("words", "choice")
    )
    goes_on = said is Reply.YES and is_which
    if said is Reply.RESUME or goes_on:
        return _taken_up(pack, top)
    if isinstance(top, OpenDraft) and top.left:
        return _resume(pack, top) if said is Reply.YES and not _runs_agent(pack) else None
    if isinstance(top, OpenRun) and (dropped := _dropped(pack, top)):
        return dropped
    if said in (Reply.NEVER_MIND, Reply.START_OVER, Reply.GOODBYE) and not _is_title(pack, top):
        return _let_go(pack, top, said)
    if said in _SMALL:
        return None
    if isinstance(top, OpenDraft):
        return _of_draft(pack, top, answer)
    if isinstance(top, OpenRun):
        refused = said is Reply.NO and top.expects == "choice"
        return resumed.cancel(pack, top) if refused else await _of_run(pack, top)
    return _let_go(pack, top, Reply.NEVER_MIND) if said is Reply.NO else None


def _dropped(pack: ContextPack, top: OpenRun) -> Outputs | None:
    """Return the outputs of a message that drops a run's question, with what follows: 'never mind. Who …?'"""
    if rest := _after_dropping(pack):
        return answer_rest(pack, resumed.cancel(pack, top), rest)
    asked = top.pending.question
    drops = top.expects == "words" and drops_subject(pack.message, asked)
    drops = drops or (top.expects == "choice" and leaves_subject(pack.message, asked))
    return resumed.cancel(pack, top) if drops else None


def _after_dropping(pack: ContextPack) -> str:
    """Return what follows a sentence that drops the question: 'never mind, it stays. Who is late?'"""
    end = sentence_end(pack.message, 0)
    first, rest = pack.message[:end], pack.message[end:].lstrip(" .!\n")
    drops = rest and read_answer(first).said is Reply.NEVER_MIND
    found = read_commands(first, situation_of(pack)).commands if drops else ()
    return rest if drops and all(one.tentative or not one.writes for one in found) else ""


def _only_choice(top: Open) -> str:
    """Return the one choice of a run's question, which a yes accepts, empty if there are several."""
    choices = top.pending.choices if isinstance(top, OpenRun) and top.expects == "choice" else ()
    return choices[0].title if len(choices) == 1 else ""


def _runs_agent(pack: ContextPack) -> bool:
    """Return whether a formal yes orders a run of the agent just created or spoken of: 'run it'."""
    at_hand = pack.dialogue.at_hand == "agent"
    return at_hand and order_of_draft(pack.message, situation_of(pack)) == EARLY


def _taken_up(pack: ContextPack, top: Open) -> Outputs | None:
    """Repeat the open question. For an agent that was only offered, 'go on with it' accepts the offer."""
    if isinstance(top, OpenDraft) and top.is_offer and not top.left and not is_question(pack.message):
        return _of_draft(pack, top, Answer(Reply.YES))
    return _resume(pack, top)


def _of_draft(pack: ContextPack, top: OpenDraft, answer: Answer) -> Outputs | None:
    if form_dialogue.drops(pack, top):
        return _let_go(pack, top, Reply.NEVER_MIND)
    if made := restate(pack, top) or make_and_order(pack, top):
        return made
    another = form_dialogue.begin_instead(pack, top) or form_dialogue.begin_further(pack, top)
    outputs = another or _dropped_for_more(pack, top) or _given_up(pack, top)
    if outputs := outputs or form_dialogue.continue_with(pack, top, answer):
        return outputs
    is_dropped = read_small_talk(pack.message) is Reply.NEVER_MIND  # 'hm nah forget it, not today'
    return _let_go(pack, top, Reply.NEVER_MIND) if is_dropped else None


def _is_title(pack: ContextPack, top: Open) -> bool:
    """Return whether a message equals a choice's title, which may be 'Later'."""
    titles = [one.title.casefold() for one in top.pending.choices]
    return isinstance(top, OpenRun) and pack.message.strip(" .!").casefold() in titles


def _let_go(pack: ContextPack, top: Open, said: Reply) -> Outputs:
    if said is Reply.GOODBYE:
        return _say(pack.dialogue, f"Goodbye. {_kept(top)}".strip())
    if said is Reply.START_OVER and isinstance(top, OpenDraft):
        return form_dialogue.start_over(pack, top.draft)
    if isinstance(top, OpenRun):
        return resumed.cancel(pack, top)
    left = pack.dialogue.closed(top).taken_up()
    left = replace(left, dropped=top) if isinstance(top, OpenDraft) else left
    return _say(left, f"{_DROPPED}{_earlier(left)}")


def _given_up(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Drop a form, whatever reason is given. A message with another request keeps it."""
    if form_dialogue.lets_go(pack, top.draft):
        return _let_go(pack, top, Reply.NEVER_MIND)
    return _let_go(pack, top, Reply.GOODBYE) if form_dialogue.is_left(pack, top.draft) else None


def _dropped_for_more(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Drop a form in a message's first sentence, and go on with the others: 'No agent. Add a task X.'"""
    rest = form_dialogue.words_after_drop(pack, top.draft)
    return answer_rest(pack, _let_go(pack, top, Reply.NEVER_MIND), rest) if rest else None


def _kept(top: Open) -> str:
    """Say what stays open."""
    return f"The {FORMS[top.draft.kind].noun} draft is saved." if isinstance(top, OpenDraft) else ""


def _earlier(state: DialogueState) -> str:
    """Say which earlier draft is open again."""
    if not isinstance(state.top, OpenDraft):
        return ""
    form = FORMS[state.top.draft.kind]
    does = state.top.draft.slots.get(form.slots[0].name) or f"the other {form.noun}"
    return f"\n\nStill open: {does}. {state.top.pending.question}"


def with_picked_choice(pack: ContextPack) -> ContextPack | None:
    """Return the turn as if the person had typed the choice that they picked, or None if they picked none."""
    top = pack.dialogue.top
    if not isinstance(top, OpenChoice) or (place := _place(pack.message, top)) is None:
        return None
    choice = top.pending.choices[place]
    settled = pack.dialogue.closed(top)
    return replace(pack, message=choice.message, dialogue=settled, forced_action=choice.action_type)


def _place(message: str, top: OpenChoice) -> int | None:
    """Return the index of the choice that a message equals, or of the only one, which a yes accepts."""
    if len(top.pending.choices) == 1 and read_answer(message) == Answer(Reply.YES):
        return 0
    said, choices = message.strip().casefold(), top.pending.choices
    titles = [one.title for one in choices]
    typed = (place for place, one in enumerate(choices) if said == one.message.strip().casefold())
    found = next(typed, None)
    return read_choice(message, titles, top.pending.question) if found is None else found


async def _of_run(pack: ContextPack, top: OpenRun) -> Outputs | None:
    """Give a waiting run its answer, if the message is of the expected sort."""
    words, rest = _for_run(pack, top), ""
    if words is None and top.expects == "choice" and not top.left:
        words, rest = _picked_first(pack, top)
    if words is None:
        return None
    run = await in_database(find_waiting_run, pack.access, top.run_id)
    outputs = resumed.resume(replace(pack, message=words), run)
    return answer_rest(pack, outputs, rest) if rest else outputs


def _for_run(pack: ContextPack, top: OpenRun) -> str | None:
    """Return the answer for a run: YES or NO, a choice told from the others, or words; None if it is none."""
    if top.expects in ("yes", "approval"):  # a yes or no was handled before
        return None
    if (picked := _picked(pack.message, top)) is not None:
        return picked
    if when := moment_told(pack, top):
        return when
    if top.expects == "choice" or top.left or is_question(pack.message) or not is_brief(pack.message):
        return None
    reading = read_commands(pack.message, situation_of(pack))
    if title := _title_in(reading, top):
        return title
    return None if reading.is_whole and not all(one.tentative for one in reading.commands) else pack.message


def _title_in(reading: Reading, top: OpenRun) -> str:
    """Return the name of the new thing in an order that only gives it: 'call it Barn', else empty."""
    only = reading.commands[0] if reading.is_whole and len(reading.commands) == 1 else None
    if only is None or only.name != top.about or only.slots.keys() != {"kind", "title"}:
        return ""
    return str(only.slots["title"]) if f"the {only.slots['kind']} be called" in top.pending.question else ""


def _picked_first(pack: ContextPack, top: OpenRun) -> tuple[str | None, str]:
    """Return what a choice sends, and the order behind it: 'the first one, and give it to Ann'."""
    message = pack.message
    for mark in _FURTHER:
        first, _, rest = message.partition(mark)
        if rest and (words := _picked(first, top)) is not None:
            return words, rest
    first, _, rest = message.partition(", ")
    orders = rest and any(one.writes for one in read_commands(rest, situation_of(pack)).commands)
    return (_picked(first, top), rest) if orders else (None, "")


def _picked(message: str, top: OpenRun) -> str | None:
    """Return what the choice that a message picks sends, or None if it picks none."""
    choices = top.pending.choices
    if choices and (number := number_of_all(message)) is not None:
        return ALL if number in (0, len(choices)) else message
    place = read_in_parts(message, partial(_place_in, top))
    return None if place is None else choices[place].message


def _place_in(top: OpenRun, words: str) -> int | None:
    choices = top.pending.choices
    place = read_choice(words, [one.message for one in choices], top.pending.question)
    if place is None and top.expects == "choice" and not top.left:
        place = read_feature(words, [one.title for one in choices], [one.effect for one in choices])
    return place


def _resume(pack: ContextPack, top: Open) -> Outputs:
    """Say what is open, newest first, and repeat its question."""
    if isinstance(top, OpenDraft):
        return resume_draft(pack, top.draft)
    asked, choices = top.pending.question, top.pending.choices
    offered = [OptionsOffered(asked, "", choices)] if choices else []
    again = replace(top, left=False) if isinstance(top, OpenRun) else top
    return give(*offered, TextDelta(asked), DialogueChanged(pack.dialogue.opened(again)))


def _say(state: DialogueState, text: str) -> Outputs:
    return give(TextDelta(text), DialogueChanged(state))
