"""Accounts for each sentence of a message: what no answer speaks of is noted, or said to be left out."""

from collections.abc import Sequence
from contextlib import aclosing

from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.events import DialogueChanged, Outputs, TextDelta
from agents.knowledge.from_talk import NOTED_NOTHING
from agents.knowledge.quotes import NOT_FOUND, quotes_documents
from agents.runs.missed_parts import asks, report_missed
from agents.without_model.reaction import Reaction
from intent.data_files import pattern
from intent.dialogue import read_small_talk
from intent.questions.orders_behind import order_behind, tells_case
from intent.sentences.question_forms import asks_what_others_may, is_question, is_request, points_back
from intent.sentences.telling_words import is_light, topic_stems
from intent.slots.text import sentences
from intent.statements.chat import is_chat
from intent.statements.facts import statements_in
from intent.statements.from_replies import NOTED
from intent.statements.introductions import read_introduction
from intent.statements.newcomers import greets
from intent.statements.news import is_news
from intent.statements.openings import asks_to_keep
from intent.types import ActionType
from omniforge.projects.search.words import stems

_NOTHING_DONE = (
    *(NOTED_NOTHING, "I've changed nothing", "Nothing was changed", "I didn't understand that"),
    "so I've worked out nothing",
)
_FORMS = (ActionType.CREATE_AGENT, ActionType.CREATE_SKILL)
_NO_ANSWER = (f"{NOT_FOUND}“", "I don't understand ")
_BESIDE, _ASIDE = pattern("searches", "beside"), pattern("searches", "aside")
_SEVERAL = 2  # fewest sentences of which one may be left
_LONGEST = 1500  # characters of a message that is no pasted text


async def account_for(pack: ContextPack, reaction: Reaction) -> Outputs:
    """Yield an answer, then what it left of the message. An answer that does nothing is about all of it."""
    said, waits = "", False
    async with aclosing(reaction.outputs) as outputs:
        async for output in outputs:
            said += output.text if isinstance(output, TextDelta) else ""
            waits = output.state.top is not None if isinstance(output, DialogueChanged) else waits
            yield output
    if said.strip() and not (
        waits or _is_of_all(pack, reaction) or any(one in said for one in _NOTHING_DONE)
    ):
        for line in report_missed(_left_in(pack.message, said, reaction)):
            yield TextDelta(f"\n\n{line}")


def _is_of_all(pack: ContextPack, reaction: Reaction) -> bool:
    """Return whether a message is one piece: for a form, an agent or the documents, or a pasted text."""
    begun = pack.ask or pack.agent or pack.message.lstrip()[:1] in ("@", "/")
    in_form = isinstance(pack.dialogue.top, OpenDraft) or reaction.intent.action_type in _FORMS
    return bool(begun) or in_form or "\n" in pack.message.strip() or len(pack.message) > _LONGEST


def _left_in(message: str, said: str, reaction: Reaction) -> list[str]:
    """Return the sentences that nothing was done for, and that the answer has no significant word of."""
    rows = [one.words.strip() for one in sentences(message)]
    if len(rows) < _SEVERAL:
        return []
    ran = [one for one in reaction.ran if one.strip() != message.strip()]  # else its parts aren't known
    spoken = {*stems(" ".join((said.removeprefix(NOT_FOUND), *ran)))}
    asked = [one for one in rows if is_question(one) and (asks_what_others_may(one) or not is_request(one))]
    left = [one for one in rows if not (_is_manners(one, said) or _is_spoken_of(one, spoken))]
    if reaction.ran:  # those who carry out commands tell themselves what they left out, but for remarks
        left = [one for one in left if not asks(one) and _tells(one) and one != rows[0]]
    elif asked and not said.startswith(_NO_ANSWER):
        about = [*_case_of(rows, asked[0], said), asked[0]]
        behind = order_behind(message)[1]  # which was carried out or named
        left = [one for one in left if one not in about and one not in behind]
    return [_BESIDE.sub("", one.rstrip(" .!")) for one in left]


def _case_of(rows: Sequence[str], asked: str, said: str) -> list[str]:
    """Return the sentences in front of a question that are its case: 'A client is late. Does he pay?'

    Documents answer it for anybody. What the person tells of their own work is no case.
    """
    before = rows[: rows.index(asked)] if quotes_documents(said) else []
    return [one for one in before if points_back(asked) or tells_case(one)]


def _tells(sentence: str) -> bool:
    """Return whether a sentence tells something of somebody or something that it names."""
    return bool(statements_in([sentence])) or is_news(sentence)


def _is_manners(sentence: str, said: str) -> bool:
    """Return whether a sentence greets, thanks, chats, introduces somebody or says why something is asked."""
    if _ASIDE.search(sentence) or (asks_to_keep(sentence) and NOTED in said):
        return True
    polite = read_small_talk(sentence) is not None or greets(sentence) or is_chat(sentence)
    return polite or read_introduction(sentence) is not None


def _is_spoken_of(sentence: str, spoken: set[str]) -> bool:
    """Return whether an answer has a significant word of a sentence, or the sentence has none."""
    own = {one for one in topic_stems(sentence) if not (is_light(one) or one.isdigit())}
    return not own or bool(own & spoken)
