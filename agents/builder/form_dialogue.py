"""The dialogue that fills a form: asks, takes answers and corrections, recaps, and creates on a yes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.builder.beginning import begin
from agents.builder.draft_answers import answer_about_draft, is_of_listed
from agents.builder.form import Form
from agents.builder.making import make, make_unless_limited
from agents.builder.plain_answers import plain_answer
from agents.builder.questions import as_open, ask_next, card_of
from agents.builder.told import as_told, covers, is_of_draft, missing_for, told_beside_yes, told_in, values_of
from agents.builder.unclear import take_verbatim
from agents.builder.updates import apply_values, with_next, with_usual
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, Outputs, TextDelta, in_turn, say
from intent.commands import Command, read_commands
from intent.commands.words import as_words
from intent.dialogue import Answer, Reply, is_pause, without_aside
from intent.forms import Filled, read_form
from intent.forms.another import find_agent_anew, find_further_agent, find_other_agent
from intent.forms.asides import with_own_name
from intent.forms.counter_questions import asks_back, names_contents, names_thing
from intent.forms.each_sentence import Told, cut_go_ahead, left_out, says_go_ahead
from intent.forms.filled import TASKS, FormRead
from intent.forms.fits import is_chatter, may_be_picked, names_one_day, relates, wishes
from intent.forms.fixed_texts import find_text_order
from intent.forms.moves import drops_form, postponed_question, rest_behind_drop, says_goodbye
from intent.forms.orders import DROP, EARLY, changes_event, order_of_draft
from intent.forms.work_anew import is_labelled
from intent.questions.about_product import product_topics
from intent.questions.asked import read_question
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import Asked
from intent.statements.facts import is_stated, is_told, statements_in
from intent.text import find_name
from omniforge.projects.search.sentences import sentences_of

_CREATES = frozenset(("create", "make", "build"))
_FIRST = "I need this answer first."
_PICKED = ("source", "subject", "destination")
_INSTEAD = "OK, I dropped the first draft. "


def begin_instead(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Drop a draft and begin the agent that a message wants instead, or None if it wants none."""
    is_agent = top.draft.kind == "create_agent"
    order = find_other_agent(_form_read(pack, top.draft), pack.message) if is_agent else ""
    without = replace(pack, dialogue=pack.dialogue.closed(top))
    return in_turn((say(_INSTEAD), begin(without, "create_agent", order))) if order else None


def begin_further(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Begin one more agent, or return None if the message wants none.

    The draft is kept, even if it was only offered.
    """
    has_work = bool(top.draft.slots.get("purpose"))
    anew = find_agent_anew(pack.message) or find_text_order(pack.message) if has_work else ""
    if not (order := find_further_agent(pack.message) or anew):
        return None
    form = FORMS[top.draft.kind]
    kept = as_open(form, with_next(pack, form, top.draft)) if top.is_offer else top
    return begin(replace(pack, dialogue=pack.dialogue.opened(kept)), "create_agent", order)


def continue_with(pack: ContextPack, top: OpenDraft, answer: Answer) -> Outputs | None:
    """Take a message as an answer to the open form, or None if it is about something else."""
    form, draft = FORMS[top.draft.kind], top.draft
    if product_topics(pack.message):
        return None
    if outputs := _before_answer(pack, form, top):
        return outputs
    if answer.is_whole and answer.said in (Reply.YES, Reply.NO, Reply.SKIP):
        return _decided(pack, form, draft, answer.said)
    said = answer.rest if answer.said in (Reply.YES, Reply.NO) and answer.rest else pack.message
    makes = said != pack.message and says_go_ahead(pack.message.removesuffix(said).rstrip(" ,;"))
    words, is_ahead = cut_go_ahead(without_aside(said))
    held = postponed_question(_form_read(pack, draft), pack.message) if draft.asking != "start" else None
    is_of_event = draft.asking == form.slots[0].name and changes_event(words, situation_of(pack))
    if held is not None or is_of_event or _is_remark(draft, words):
        return None
    return _made_with(pack, form, draft) or _answered(pack, form, draft, words, makes=makes or is_ahead)


def _before_answer(pack: ContextPack, form: Form, top: OpenDraft) -> Outputs | None:
    """Answer what is asked or ordered of the draft as a whole, None if a message is something else."""
    draft = top.draft
    about = form.about(asks_back(pack.message), draft)
    if about or is_pause(pack.message):
        return ask_next(pack, form, draft, said=about or "No hurry.")
    held = postponed_question(_form_read(pack, draft), pack.message) if draft.asking != "start" else None
    if held is not None:
        return answer_about_draft(pack, form, draft, EARLY) if _is_early(pack, held) else None
    order = _of_draft(pack, top)
    return answer_about_draft(pack, form, draft, order) if order and order != DROP else None


def _answered(pack: ContextPack, form: Form, draft: Draft, words: str, *, makes: bool) -> Outputs | None:
    """Put what words say into a draft, None if they are about something else. `makes`: create it then."""
    if (plain := plain_answer(pack, form, draft, words)) is not None:
        return apply_values(pack, form, draft, Filled(plain.values), left=plain.left)
    told = told_in(pack, form, draft, words)
    told = replace(told, makes=True, taken=told.taken + 1) if makes else told
    filled = _read(pack, draft, words)
    reads_all = makes and told.left and filled.values and not filled.problem
    if (told.wishes or told.makes) and is_of_draft(told) and not reads_all:
        return _take_told(pack, form, draft, told)
    fails = filled.leaves or filled.problem or covers(draft, told, filled.values)
    if fails and told.values and is_of_draft(told):
        return _take_told(pack, form, draft, told)
    if not (filled.values or _commands(pack, words)) and (own := take_verbatim(pack, form, words, times=2)):
        return apply_values(pack, form, draft, Filled(own))
    if without_aside(pack.message) != pack.message and _is_chatter(pack, draft, words, filled):
        is_fact = bool(statements_in([words])) or len(sentences_of(words)) > 1
        return None if is_fact else ask_next(pack, form, draft, said="No hurry.")
    if filled.leaves or _is_other(draft, words, told, filled):
        return None
    left = left_out(told, words, partial(_read, pack, draft), filled)
    return apply_values(pack, form, draft, filled, left=left, makes=makes)


def _made_with(pack: ContextPack, form: Form, draft: Draft) -> Outputs | None:
    """Create a draft with what a yes is said beside, 'yes, but name it X', or only set it beside a puzzle."""
    told = told_beside_yes(pack, form, draft)
    if not told.values or told.wishes or not (told.left or as_told(draft, told)):
        return None
    return _take_told(pack, form, draft, replace(told, makes=not told.left))


def _is_other(draft: Draft, words: str, told: Told, filled: Filled) -> bool:
    """Return whether words are about something else than the draft: a question, or mostly other sentences."""
    wanders = not filled.values and (draft.asking == "start" or _is_aside(draft, words))
    is_asked = is_question(words) and read_question(words).asks is not Asked.YES_NO
    answers = filled.values and (names_thing(words) or is_labelled(words))  # 'what I paste here'
    mostly = draft.asking not in TASKS and len(told.left) > max(told.taken, 1) and "://" not in words
    return bool(wanders or mostly or (is_asked and not answers))


def _take_told(pack: ContextPack, form: Form, draft: Draft, told: Told) -> Outputs:
    """Put what the sentences of a message say into a draft, and create it if they order that."""
    if made := as_told(draft, told):
        return make(pack, form, made)
    return apply_values(pack, form, draft, Filled(values_of(draft, told)), left=told.left, makes=told.makes)


def _is_remark(draft: Draft, words: str) -> bool:
    """Return whether words are no answer: 'hold on, note that the code is 4471', 'my sister came'."""
    words = with_own_name(words) if _asked(draft) in _PICKED else words
    names_day = _asked(draft) == "when" and names_one_day(words)
    is_told_of = _asked(draft) == "purpose" and not relates(words)
    is_else = _asked(draft) in _PICKED and not (may_be_picked(words) or names_contents(words))
    return is_stated(words) and (is_told(words) or names_day or is_told_of or is_else)


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
    if spec and said is Reply.YES and says_go_ahead(pack.message):
        return _go_ahead(pack, form, draft)
    takes = said is Reply.SKIP or (said is Reply.YES and spec and spec.is_offered)
    if spec and takes and spec.default:
        return apply_values(pack, form, draft, Filled({spec.name: spec.default}))
    if said is Reply.NO:
        return _refused(pack, form, draft)
    if draft.asking == "confirm":
        return make(pack, form, draft)
    if draft.asking == "start":
        return _wanted(pack, form, with_next(pack, form, draft))
    return ask_next(pack, form, draft, said=_FIRST if said is Reply.YES else "")


def _wanted(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    """Create what was only offered if a message orders just that and nothing lacks, else go on asking."""
    creates = draft.asking == "confirm" and says_go_ahead(pack.message)
    creates = creates and not _CREATES.isdisjoint(as_words(pack.message))  # 'go ahead' may mean the next step
    return make_unless_limited(pack, form, draft, said="") if creates else ask_next(pack, form, draft)


def _go_ahead(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    """Show the agent with what is usual for the values that are left open, or say what it still needs."""
    complete = with_next(pack, form, with_usual(form, draft))
    missing = missing_for(form, complete)
    return ask_next(pack, form, draft if missing else complete, said=missing)


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
