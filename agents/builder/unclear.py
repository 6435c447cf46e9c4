"""Replies to answers that a form can't take. One to 'what should it do' is finally taken verbatim."""

from agents.builder.form import Form
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from intent.commands.words import as_words
from intent.forms import Filled
from intent.forms.fits import is_talk
from intent.forms.purpose import strip_opening
from intent.forms.schedules import find_when
from intent.sentences.question_forms import is_question
from intent.slots import find_times
from intent.slots.recurrence import ANY_DAY
from intent.statements.chat import is_chat
from omniforge.projects.search.sentences import sentences_of
from omniforge.tables.markdown import plain

_LONGEST = 160  # characters of an agent's work
_QUOTED = 60  # characters quoted of an answer
_SENTENCE = 4  # fewest words that are certainly an answer
_OF_AGENT = ("it ", "they ", "make ", "please ")  # these may refer to the agent
_FIRST_PAGE = "An agent reads one page: this one reads the first. For the others I can create further agents."
_FOR_EXAMPLE = " Say it in one sentence, such as “{}”."


def describe_unread(draft: Draft, filled: Filled) -> str:
    """Say which words of an answer can't be used."""
    words = filled.problem
    if filled.problem_of == "destination":
        return f"I can't send results to “{words}”, only to this chat or a channel that is connected."
    if draft.asking == "when" or _is_time(words):
        return f"I can't set “{words}” as a schedule."
    return f"I don't understand “{words}”."


def limits_time(words: str) -> bool:
    """Return whether words that can't be used may concern a schedule. 'And leave out what's done' can't."""
    return _is_time(words) or not words.startswith("and ") or any(map(str.isdigit, words))


def _is_time(words: str) -> bool:
    return bool(find_when(words, ANY_DAY, asked=True) or find_times(words))


def note_other_pages(message: str) -> str:
    """Say which of several pages an agent reads, empty if a message names at most one."""
    return _FIRST_PAGE if message.count("://") > 1 else ""


def repeat_question(pack: ContextPack, form: Form, draft: Draft) -> str:
    """Return a repeated question, with what was not understood, the third time with an example."""
    question, times = form.question(draft), _times(pack, form, draft)
    if not times:
        return question
    words = " ".join(pack.message.split())
    said = f"I don't understand “{plain(words[:_QUOTED])}{'…' if len(words) > _QUOTED else ''}”. {question}"
    spec = form.spec(draft.asking)
    if times < 2 or not spec or not spec.suggestions:
        return said
    return f"{said}{_FOR_EXAMPLE.format(spec.suggestions[0])}"


def take_verbatim(pack: ContextPack, form: Form, words: str, *, times: int) -> dict[str, str]:
    """Return an answer verbatim as the agent's work, after that many attempts."""
    top, slot = pack.dialogue.top, form.slots[0].name
    if not isinstance(top, OpenDraft) or top.draft.kind != form.kind or top.draft.asking != slot:
        return {}
    work = strip_opening(words).strip(" .!")
    is_remark = is_chat(words) or (is_talk(words) and not words.lower().startswith(_OF_AGENT))
    if is_question(words) or is_remark or len(as_words(work)) < _SENTENCE:
        return {}
    if _times(pack, form, top.draft) < times:
        return {}
    return {slot: work[:_LONGEST].strip(), "instructions": work}


def drop_remarks(slots: dict[str, str], words: str) -> dict[str, str]:
    """Return slots in which a sentence about the person's day doesn't become instructions."""
    is_one = len(sentences_of(words)) == 1 and "instructions" in slots
    return {**slots, "instructions": slots["purpose"]} if is_one else slots


def _times(pack: ContextPack, form: Form, draft: Draft) -> int:
    """Return how many of the last replies, at most two, ended with the draft's current question."""
    said = [str(one.content) for one in pack.window if one.role == "assistant"][:-3:-1]
    question = form.question(draft)
    if not isinstance(pack.dialogue.top, OpenDraft) or not said or not said[0].endswith(question):
        return 0
    return sum(one.endswith(question) for one in said)
