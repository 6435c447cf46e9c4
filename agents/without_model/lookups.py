"""Looks up a question: in the conversation's files, the talk and the work, then in documents and the past."""

from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.context.pack import ContextPack
from agents.events import Outputs, SourcesCited, TextDelta, give, in_turn, in_turn_once, say
from agents.knowledge.from_documents import DocumentAnswer, answer_from_documents
from agents.knowledge.from_files import answer_from_file
from agents.knowledge.from_past import answer_from_past
from agents.knowledge.from_talk import answer_from_talk, find_facts, find_withdrawn, was_noted
from agents.knowledge.nearest import CLOSEST
from agents.knowledge.next_passages import read_on, repeats_quotes
from agents.knowledge.quotes import quotes_documents, quotes_in
from agents.knowledge.search import Where
from agents.runs.runner import run_commands
from agents.without_model.answers_by_command import answer_from_work, answer_of_agent, ask_files, show_named
from agents.without_model.not_found import describe_unknown
from agents.without_model.pasted_texts import OF_WORK, ask_texts, is_text_topic, near_in_texts
from agents.without_model.reaction import Reaction
from intent.commands import Command, Reading
from intent.questions.asked import parts_of
from intent.questions.places import without_project
from intent.questions.plights import is_plight
from intent.questions.quotations import quoted_in
from intent.questions.searches import is_told_by, significant
from intent.questions.sum_again import with_named_day
from intent.questions.work import WorkQuestion, read_work_question
from intent.questions.work_follow_ups import (
    among_the_same,
    complete_question,
    find_previous_question,
    of_the_same,
    whose_are_listed,
)
from intent.sentences.question_forms import is_led, is_question, points_back
from intent.sentences.telling_words import subject_of, topic_stems
from intent.slots.text import sentences
from intent.types import ActionType
from omniforge.tables.markdown import plain

_UNCHANGED = "I've changed nothing."
_IF_ASKED = f"{_UNCHANGED} If you're asking, your documents say:"
_ABOUT = "what about "
_SEVERAL = 2  # fewest significant words of a question; below that the rest of its message is included
_LONGEST = 300  # characters of a message that is looked up as a whole
_LOOKED_BACK = 6  # messages that a question may follow up on


async def answer_from_conversation(pack: ContextPack, question: str, before: str = "") -> Outputs | None:
    """Return what the conversation's files, the talk or the work certainly answer, else None.

    `before` is the message's previous question, which 'it' and 'that' may refer to.
    """
    if quoted := await _answer_from_quotation(pack, question):
        return say(quoted)
    asked = asked_of_work(pack, question)
    leans = asked is not None and (asked.points or asked.among)
    last = read_work_question(before, pack.now.date()) if leans else None
    if asked and last:
        asked = among_the_same(asked, last) if asked.among else of_the_same(asked, last)
    if not (asked and asked.kind in OF_WORK) and (said := await ask_files(pack, "file.ask", question)):
        return said
    told = answer_from_talk(pack.window, question, facts=pack.facts)
    text = await ask_texts(pack, question, asked)
    is_topic = is_text_topic(pack)
    if text and text.is_sure and is_topic and not told:
        return say(text.text)
    if asked and not (told and asked.is_plain and was_noted(pack.window, told)):
        outputs = await answer_from_work(pack, asked, sure=last is None)
        if outputs := outputs or await _of_each_named(pack, question, asked):
            return outputs
    if text and (text.is_sure or (is_topic and text.is_near and not told)):
        return say("\n\n".join(one.text for one in (told, text) if one))
    return say(told.text) if told else None


async def _of_each_named(pack: ContextPack, question: str, asked: WorkQuestion) -> Outputs | None:
    """Return what is known of each in 'what about the roof and the gate?', which follows up on nothing."""
    _, about, named = question.partition(_ABOUT)
    found = list[Outputs]()
    for one in named.split(" and ") if about else ():
        alone = read_work_question(f"{_ABOUT}{one}", pack.now.date())
        told = await answer_from_work(pack, alone, sure=True) if alone and alone != asked else None
        if told is None:
            return None
        found.append(told)
    return in_turn_once(found) if found else None


async def answer_from_topic(pack: ContextPack, question: str) -> Outputs | None:
    """Return what the text that the talk is about says on several questions, or comes close to."""
    text = await ask_texts(pack, question, asked_of_work(pack, question)) if is_text_topic(pack) else None
    return say(text.text) if text and (text.is_sure or text.is_near) else None


def asked_of_work(pack: ContextPack, question: str) -> WorkQuestion | None:
    """Return a question about work, completed by the questions before it."""
    today = pack.now.date()
    said = pack.said
    dated = with_named_day(said[-1], question, today) if said else ""
    asked = following(pack, question) or read_work_question(dated or question, today)
    before = find_previous_question(said[-_LOOKED_BACK:], today) if asked and asked.points else None
    return whose_are_listed(asked, before) if asked and before else asked


def following(pack: ContextPack, question: str) -> WorkQuestion | None:
    """Return a question about work that follows up on the one before: 'and Ben?'"""
    today = pack.now.date()
    return complete_question(question, find_previous_question(pack.said[-_LOOKED_BACK:], today), today)


async def answer_beside(pack: ContextPack, question: str) -> Outputs:
    """Answer a question from any source, or say that none has the answer."""
    async with aclosing(await answer_from_conversation(pack, question) or look_up(pack, question)) as outputs:
        async for output in outputs:
            yield output


async def look_up(pack: ContextPack, question: str) -> Outputs:
    """Answer from the documents, or with near matches, or say that there are none."""
    found = None
    gone = find_withdrawn(pack.window)
    here = pack.conversation_id
    if noted := await answer_from_past(pack.recall, question, without=gone, noted=True, here=here):
        yield TextDelta(noted)
        return
    if pack.catalogue.projects:
        found = _without_far(pack, question, await _answer_from_documents(pack, question))
        if found.is_found or found.is_empty:
            async with aclosing(answer_with_documents(found)) as outputs:
                async for output in outputs:
                    yield output
            return
    async with aclosing(await _come_near(pack, question, found)) as outputs:
        async for output in outputs:
            yield output


def _without_far(pack: ContextPack, question: str, found: DocumentAnswer) -> DocumentAnswer:
    """Return the documents' answer without near matches if they can't tell what is asked."""
    last = str(pack.window[-1].content) if pack.window else ""
    leans = len(significant(pack.message)) >= _SEVERAL or quotes_documents(last)
    told = is_told_by(question, " ".join(found.near), leans=leans)
    return found if told else replace(found, near=(), closest=())


async def documents_or(pack: ContextPack, otherwise: Outputs) -> Outputs:
    """Say what documents or texts surely tell about words in no form of a question: 'price of a full day'."""
    text = await ask_texts(pack, pack.message)
    if text and (text.is_sure or (text.is_near and is_text_topic(pack))):
        otherwise = say(f"{_UNCHANGED} {text.text}")
    tells = bool(pack.catalogue.projects) and len(topic_stems(pack.message)) >= _SEVERAL
    found = await _answer_from_documents(pack, pack.message) if tells else None
    if found and found.is_found:
        otherwise = answer_with_documents(replace(found, text=f"{_IF_ASKED}\n\n{found.text}"))
    async with aclosing(otherwise) as outputs:
        async for output in outputs:
            yield output


async def beside_work(pack: ContextPack, about: str) -> Outputs | None:
    """Return what documents and notes say of a thing, behind its line in the work or the calendar."""
    told = answer_from_talk((), about, facts=[one.text for one in find_facts(pack)], near=True)
    found = (
        await _answer_from_documents(pack, f"what about the {about}?") if pack.catalogue.projects else None
    )
    texts = [told.text] if told else []
    texts += [found.text] if found and (found.is_found or found.near) else []
    return say("\n\n" + "\n\n".join(texts)) if texts else None


async def react_to_plight(pack: ContextPack) -> Reaction | None:
    """React to 'the tank leaks, what do I do?' if a document says something about it."""
    if pack.dialogue.top or not pack.catalogue.projects or not is_plight(pack.message):
        return None
    found = await _answer_from_documents(pack, pack.message)
    if not (found.is_found or found.near):
        return None  # then it asks for the next task
    return Reaction.to(ActionType.QUERY_INFO, "You ask what to do about it.", answer_with_documents(found))


def answer_with_documents(found: DocumentAnswer) -> Outputs:
    """Say what documents answer, with sources."""
    cited = (SourcesCited(found.sources),) if found.sources else ()
    return give(*cited, TextDelta(found.text))


async def following_text(pack: ContextPack, question: str = "") -> DocumentAnswer | None:
    """Return the text after the last answer's quotation in its document, or None if that quoted nothing."""
    told = str(pack.window[-1].content) if pack.window else ""
    return await read_on(Where(pack.access, pack.models, pack.focus.project_id), told, question)


async def is_answered_elsewhere(pack: ContextPack) -> bool:
    """Return whether documents, or the person's statements, answer a message."""
    text = await ask_texts(pack, pack.message)
    if answer_from_talk(pack.window, pack.message, facts=pack.facts) or (text and text.is_sure):
        return True
    return bool(pack.catalogue.projects) and (await _answer_from_documents(pack, pack.message)).is_found


async def _come_near(pack: ContextPack, question: str, found: DocumentAnswer | None) -> Outputs:
    """Return near matches in the talk, the past, the work or documents, or say that there are none."""
    asked = asked_of_work(pack, question)
    facts = [one.text for one in find_facts(pack)]
    in_texts = partial(near_in_texts, pack, question, asked, beside=bool(found and found.near))
    if outputs := await answer_of_agent(pack, question, found) or await in_texts():
        return outputs
    if told := answer_from_talk((), question, facts=facts, near=True):
        return say(f"I don't know that. The closest you told me: “{plain(told.facts[0])}”")
    gone = find_withdrawn(pack.window)
    for one in dict.fromkeys(
        (question, without_project(question, [one.name for one in pack.catalogue.projects]))
    ):
        if told := answer_from_talk(pack.window, one, facts=pack.facts):
            return say(told.text)
        if past := await answer_from_past(pack.recall, one, without=gone, here=pack.conversation_id):
            return say(past)
    if asked and (outputs := await answer_from_work(pack, asked, sure=False)):
        return outputs
    return await _last_resort(pack, question, found, asked)


async def _last_resort(
    pack: ContextPack, question: str, found: DocumentAnswer | None, asked: WorkQuestion | None
) -> Outputs:
    """Return what is known of the thing that a question names, near passages, or that there is nothing."""
    near = found.near if found else ()
    if named := await show_named(pack, question, found):
        return named
    if of_files := await ask_files(pack, "file.near", question, beside=near, subject=subject_of(question)):
        return of_files
    return say(found.text if found and near else describe_unknown(pack, question, found, asked))


async def _answer_from_documents(pack: ContextPack, question: str) -> DocumentAnswer:
    """Return the documents' answer to a question, if needed as a follow-up to the one before."""
    ask = partial(answer_from_documents, pack.access, models=pack.models, project_id=pack.focus.project_id)
    found = await ask(question)
    if not found.is_found and (before := _leant_on(pack, question)):
        found = await ask(question, before=before)
        if repeats_quotes(found, str(pack.window[-1].content), question):
            found = await following_text(pack, question) or found
    tells = any(len(part.words) >= _SEVERAL for part in parts_of(question))
    is_sure = found.is_empty or (found.is_found and tells)
    if found.is_empty or len(pack.message) > _LONGEST or not _tells_more(pack, question):
        return found
    whole = await ask(pack.message)  # 'the boiler is out, who do I ring?'
    if is_sure and _bears_out(whole, found):
        return found
    if whole.is_found:
        return replace(whole, text=f"{CLOSEST}:\n\n{whole.text}")
    return whole if whole.near else found


def _bears_out(whole: DocumentAnswer, found: DocumentAnswer) -> bool:
    """Return whether the whole message has an answer too, or comes closest to the one to its question."""
    quotes = [plain(one) for one in quotes_in(found.text)]
    return whole.is_found or not whole.near or any(one in whole.near[0] for one in quotes)


def _tells_more(pack: ContextPack, question: str) -> bool:
    """Return whether a message says something besides its question, and asks no other."""
    asked = [one for one in sentences(pack.message) if is_question(one.words)]
    return len(asked) < 2 and bool(set(topic_stems(pack.message)) - set(topic_stems(question)))


def _leant_on(pack: ContextPack, question: str) -> str:
    """Return the previous question, if this one depends on it: 'what is his number?', 'and without?'"""
    said = pack.said
    leans = points_back(question) or is_led(question)
    return said[-1] if said and leans and is_question(said[-1]) else ""


def describe_files(pack: ContextPack, *, lead: str = "") -> Outputs:
    """Describe the files attached to the message."""
    reading = Reading((Command("file.given", words=pack.message),))
    return in_turn((say(lead), run_commands(pack, reading)))


async def _answer_from_quotation(pack: ContextPack, question: str) -> str:
    """Return the answer in a text that the message quotes, verbatim."""
    text = quoted_in(pack.message)
    said = (await answer_from_file(pack.models, "", text, question)).said if text else ()
    return f"It says: “{plain(' '.join(one.text for one in said))}”" if said else ""
