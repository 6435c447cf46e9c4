"""The dialogue that fills a form: asks, takes answers and corrections, recaps, and creates on a yes."""

from collections.abc import Sequence
from dataclasses import replace

from agents.builder import FORMS
from agents.builder.creation import create
from agents.builder.draft_answers import answer_about_draft, is_of_listed
from agents.builder.form import Form
from agents.builder.questions import as_open, ask_next, card_of, note_kept_draft, propose_agent
from agents.builder.unclear import drop_remarks, take_verbatim
from agents.builder.updates import apply_values, fill_defaults, with_next
from agents.context.agent_changes import AgentChange, add_changes
from agents.context.open import Draft, DraftKind, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta, in_turn, say
from intent.commands import Command, Situation, read_commands
from intent.dialogue import Answer, Reply, is_pause, without_aside
from intent.forms import Filled, begin_form, read_form
from intent.forms.another import find_further_agent, find_other_agent
from intent.forms.counter_questions import asks_back, names_thing
from intent.forms.days_off import cut_days_off, leaving_out
from intent.forms.filled import AT, FormRead
from intent.forms.fits import is_chatter, is_talk, names_one_day, wishes
from intent.forms.labels import cut_labels
from intent.forms.moves import drops_form, postponed_question, rest_behind_drop, says_goodbye
from intent.forms.orders import DROP, EARLY, changes_event, order_of_draft
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.project_named import in_project, with_project_before
from intent.forms.projects_of_work import for_each_project
from intent.forms.purpose import read_purpose, strip_opening, tidy_purpose, without_praise
from intent.forms.schedules import cut_time
from intent.forms.two_works import split_two_works
from intent.forms.work_anew import is_labelled
from intent.questions.asked import read_question
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import Asked
from intent.statements.facts import is_stated, is_told, statements_in
from intent.text import find_name
from omniforge.errors import Conflict, InvalidInput
from omniforge.storage.ids import new_id
from omniforge.tables.markdown import plain

_POINTS = 3  # words of 'scrap it all'
_PARTED = (
    "An agent does the same work each time, so this one is for the first part. Then say “{}” for another."
)
_FIRST = "I need this answer first."
_INSTEAD = "OK, I dropped the first draft. "


def begin(
    pack: ContextPack, kind: DraftKind, words: str, *, is_proposal: bool = False, is_chore: bool = False
) -> Outputs:
    """Begin a form with the values in `words`. A proposal first asks whether it is wanted at all.

    `is_chore` means that the words are known to describe work.
    """
    form, situation = FORMS[kind], situation_of(pack)
    works = split_two_works(words, pack.now.date()) if kind == "create_agent" and not is_proposal else None
    words, labelled = cut_labels(without_praise(works.first if works else words))
    words, off = cut_days_off(words, situation)
    slots = leaving_out(begin_form(words, slots=form.names, situation=situation), off, situation)
    slots |= {slot: value for slot, value in labelled.items() if slot in form.names}
    words = cut_time(words)[0] if AT in slots else words
    if purpose := _purpose(kind, words, situation, is_work=is_proposal or is_chore):
        slots[form.slots[0].name] = purpose
        slots = _in_project(pack, slots, words) if kind == "create_agent" else slots
        slots = drop_remarks(slots, words) if is_proposal or is_chore else slots
    elif not is_proposal:
        slots |= take_verbatim(pack, form, words, times=1)
    draft = fill_defaults(pack, Draft(kind, slots, id=str(new_id())))
    if is_proposal:
        return propose_agent(pack, form, replace(draft, asking="start"))
    parted = _PARTED.format(plain(works.second.rstrip(" .?!"))) if works else ""
    said = [note_kept_draft(pack), parted]
    return ask_next(pack, form, with_next(pack, form, draft), said=" ".join(filter(None, said)))


def _in_project(pack: ContextPack, slots: dict[str, str], words: str) -> dict[str, str]:
    """Return slots whose purpose and instructions name the project meant, which may be named before."""
    standing = situation_of(pack, scope=STANDING)
    texts = {"instructions": strip_opening(words), **slots}
    request = with_project_before(words, pack.said, standing.projects)
    work = {slot: in_project(texts[slot], request, standing) for slot in ("purpose", "instructions")}
    each = {slot: for_each_project(text, standing.projects) for slot, text in work.items()}
    return {**slots, **each}


def _purpose(kind: DraftKind, words: str, situation: Situation, *, is_work: bool = False) -> str:
    if kind == "create_skill":
        return tidy_purpose(words, link="that") if words else ""
    purpose = read_purpose(words) or ("" if is_work else tidy_purpose(strip_opening(words)))
    told = is_work and len(purpose.split()) > _POINTS  # 'copy it across to the sheet' is work
    return purpose if told or not is_talk(purpose) or purpose_question(purpose, situation) else ""


def begin_instead(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Drop a draft and begin the agent that a message wants instead, or None if it wants none."""
    is_agent = top.draft.kind == "create_agent"
    order = find_other_agent(_form_read(pack, top.draft), pack.message) if is_agent else ""
    without = replace(pack, dialogue=pack.dialogue.closed(top))
    return in_turn((say(_INSTEAD), begin(without, "create_agent", order))) if order else None


def begin_further(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Begin one agent more, and keep the draft, also one only offered, or None if a message wants none."""
    if not (order := find_further_agent(pack.message)):
        return None
    form = FORMS[top.draft.kind]
    kept = as_open(form, with_next(pack, form, top.draft)) if top.is_offer else top
    return begin(replace(pack, dialogue=pack.dialogue.opened(kept)), "create_agent", order)


def continue_with(pack: ContextPack, top: OpenDraft, answer: Answer) -> Outputs | None:
    """Take a message as an answer to the open form, or None if it is about something else."""
    form, draft = FORMS[top.draft.kind], top.draft
    about = form.about(asks_back(pack.message), draft)
    if about or is_pause(pack.message):
        return ask_next(pack, form, draft, said=about or "No hurry.")
    held = postponed_question(_form_read(pack, draft), pack.message)
    if held is not None and draft.asking != "start":
        return answer_about_draft(pack, form, draft, EARLY) if _is_early(pack, held) else None
    if (order := _of_draft(pack, top)) and order != DROP:
        return answer_about_draft(pack, form, draft, order)
    if answer.is_whole and answer.said in (Reply.YES, Reply.NO, Reply.SKIP):
        return _decided(pack, form, draft, answer.said)
    said = answer.rest if answer.said in (Reply.YES, Reply.NO) and answer.rest else pack.message
    words = without_aside(said)
    is_of_event = draft.asking == form.slots[0].name and changes_event(words, situation_of(pack))
    if is_of_event or _is_remark(draft, words):
        return None
    filled = _read(pack, draft, words)
    if not (filled.values or _commands(pack, words)) and (own := take_verbatim(pack, form, words, times=2)):
        return apply_values(pack, form, draft, Filled(own))
    if without_aside(pack.message) != pack.message and _is_chatter(pack, draft, words, filled):
        return None if statements_in([words]) else ask_next(pack, form, draft, said="No hurry.")
    wanders = not filled.values and (draft.asking == "start" or _is_aside(draft, words))
    is_asked = is_question(words) and read_question(words).asks is not Asked.YES_NO
    answers = filled.values and (names_thing(words) or is_labelled(words))  # 'what I paste here'
    asks = is_asked and not answers
    return None if filled.leaves or wanders or asks else apply_values(pack, form, draft, filled)


def _is_remark(draft: Draft, words: str) -> bool:
    """Return whether words are no answer: 'hold on, note that the code is 4471', 'my sister comes Monday'."""
    names_day = _asked(draft) == "when" and names_one_day(words)
    return is_stated(words) and (is_told(words) or names_day)


def _is_chatter(pack: ContextPack, draft: Draft, words: str, filled: Filled) -> bool:
    """Return whether words after 'hang on' are about something else than the draft, and ask nothing."""
    if is_question(words) or draft.asking == "start" or wishes(words):
        return False
    if draft.asking == "confirm":
        return filled.leaves and not _commands(pack, words)
    if filled.leaves and any(one.writes and not one.tentative for one in _commands(pack, words)):
        return False  # an order in passing is carried out
    return set(filled.values) <= {draft.asking, "instructions"} and is_chatter(draft.asking, words)


def _commands(pack: ContextPack, words: str) -> Sequence[Command]:
    return read_commands(words, situation_of(pack)).commands


def _read(pack: ContextPack, draft: Draft, words: str) -> Filled:
    slots, situation = FORMS[draft.kind].names, situation_of(pack)
    return read_form(words, slots=slots, now=draft.slots, asking=_asked(draft), situation=situation)


def _form_read(pack: ContextPack, draft: Draft) -> FormRead:
    return FormRead(FORMS[draft.kind].names, draft.slots, _asked(draft), situation_of(pack))


def lets_go(pack: ContextPack, draft: Draft) -> bool:
    """Return whether a message drops a draft, perhaps with a reason, and says nothing else."""
    return drops_form(_form_read(pack, draft), pack.message)


def words_after_drop(pack: ContextPack, draft: Draft) -> str:
    """Return the sentences after one that drops a draft, empty if there are none."""
    return rest_behind_drop(_form_read(pack, draft), pack.message)


def is_left(pack: ContextPack, draft: Draft) -> bool:
    """Return whether a message says goodbye during a draft, perhaps with a reason, and nothing else."""
    return says_goodbye(_form_read(pack, draft), pack.message)


def _is_early(pack: ContextPack, asked: str) -> bool:
    """Return whether nothing is asked, or only something that a draft can't do yet."""
    return not asked or order_of_draft(asked, situation_of(pack)) == EARLY


def _of_draft(pack: ContextPack, top: OpenDraft) -> str:
    """Return the order that a message gives for the whole draft. 'it' means whatever was changed since."""
    if (top.repeated and pack.dialogue.did == "changed") or is_of_listed(pack):
        return ""
    return order_of_draft(_with_it(pack.message, top.draft), situation_of(pack))


def _with_it(message: str, draft: Draft) -> str:
    """Return a message in which a draft is called 'it' and not by the name that it will have."""
    name = draft.slots.get("name", "")
    spans = (find_name(one, message) for one in (name, name.replace("-", " ")) if one)
    start, end = next(filter(None, spans), (0, 0))
    return f"{message[:start]}it{message[end:]}" if end else message


def drops(pack: ContextPack, top: OpenDraft) -> bool:
    """Return whether a message orders to drop the draft: 'delete it'."""
    return _of_draft(pack, top) == DROP


def _is_aside(draft: Draft, words: str) -> bool:
    """Return whether words that fill no slot are a question or, beside a complete draft, a fact."""
    return is_question(words) or (draft.asking == "confirm" and bool(statements_in([words])))


def _asked(draft: Draft) -> str:
    return "" if draft.asking in ("confirm", "start") else draft.asking


def _decided(pack: ContextPack, form: Form, draft: Draft, said: Reply) -> Outputs:
    """Act on a yes, a no, or 'I don't mind'. A yes takes the value that the question offers."""
    spec = form.spec(draft.asking)
    takes = said is Reply.SKIP or (said is Reply.YES and spec and spec.is_offered)
    if spec and takes and spec.default:
        return apply_values(pack, form, draft, Filled({spec.name: spec.default}))
    if said is Reply.NO:
        return _refused(pack, form, draft)
    if draft.asking == "confirm":
        return make(pack, form, draft)
    if draft.asking == "start":
        return ask_next(pack, form, with_next(pack, form, draft))
    return ask_next(pack, form, draft, said=_FIRST if said is Reply.YES else "")


async def _refused(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    if draft.asking == "start":
        yield TextDelta(f"OK, no {form.noun}.")
        yield DialogueChanged(pack.dialogue.closed())
        return
    question = "What should be different?" if draft.asking == "confirm" else form.question(draft)
    yield await card_of(pack, form, draft)
    yield TextDelta(f"OK. {question}")
    yield DialogueChanged(pack.dialogue.opened(as_open(form, draft)))


def start_over(pack: ContextPack, draft: Draft) -> Outputs:
    """Restart the same form, empty."""
    form = FORMS[draft.kind]
    return ask_next(pack, form, with_next(pack, form, Draft(draft.kind, id=draft.id)), said="Starting over.")


async def make(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    """Create what a complete draft describes, or ask for a value that can't be used."""
    yield AgentPhase("executing", f"Creating {draft.slots['name']}")
    try:
        operation, said, offer = await create(pack, draft)
    except (Conflict, InvalidInput) as error:
        async for output in _asked_again(pack, form, draft, error):
            yield output
        return
    yield operation
    yield TextDelta(said)
    if offer:
        yield offer
    dialogue = pack.dialogue.closed()
    if operation.entity_type == "agent":
        made = AgentChange(str(pack.turn_id), operation.entity_id, 0, 1)
        changes = add_changes(dialogue.agent_changes, [made])
        dialogue = replace(dialogue, last_agent=operation.entity_name, at_hand="agent", agent_changes=changes)
    yield DialogueChanged(dialogue)


def _asked_again(pack: ContextPack, form: Form, draft: Draft, error: Conflict | InvalidInput) -> Outputs:
    """Ask for the invalid value: another source if its address can't be read, else another name."""
    wrong = "source" if isinstance(error, InvalidInput) and "url" in error.fields else "name"
    slots = {slot: value for slot, value in draft.slots.items() if slot != wrong}
    return ask_next(pack, form, replace(draft, slots=slots, asking=wrong), said=error.message)
