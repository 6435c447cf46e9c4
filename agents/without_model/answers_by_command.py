"""Answers by commands: what files, work and agents have to a question, or None if they have nothing."""

from typing import Any

from agents.context.pack import ContextPack
from agents.events import Outputs
from agents.knowledge.from_documents import DocumentAnswer
from agents.runs.runner import run_commands
from agents.without_model.orders import try_commands
from intent.commands import Command, Reading, Reference
from intent.commands.grammar.tokens import tokenize
from intent.questions.asked import read_question
from intent.questions.searches import is_of_that_agent
from intent.questions.work import WorkQuestion
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import Asked

_HYPHEN = "-"  # within agents' names, but not within words of a sentence


async def ask_files(pack: ContextPack, name: str, question: str, **more: Any) -> Outputs | None:
    """Return the result of a command on the conversation's files for a question, or None if there is none."""
    if not any(not one.written for one in pack.files):
        return None
    return await _by_command(
        pack, Command(name, {"question": question, **more}, words=question, tentative=True)
    )


async def answer_from_work(pack: ContextPack, asked: WorkQuestion, *, sure: bool) -> Outputs | None:
    """Return the answer of tasks, projects and the calendar to a question, or None if they have none."""
    told = {"question": asked, "sure": sure}
    return await _by_command(pack, Command("work.ask", told, words=asked.text, tentative=True))


async def show_named(pack: ContextPack, question: str, found: DocumentAnswer | None) -> Outputs | None:
    """Return what is known of the thing that a question names, unless the documents' near matches name it."""
    if not is_question(question):
        return None  # 'so are the keys' tells something
    told = {"question": question, "near": " ".join(found.near if found else ())}
    return await _by_command(pack, Command("work.near", told, words=question, tentative=True))


async def answer_of_agent(pack: ContextPack, question: str, found: DocumentAnswer | None) -> Outputs | None:
    """Return the description or schedule of the one agent that a question names, or means, else None.

    'The agent' is one here, or in a document that comes near.
    """
    said = {one.word for one in tokenize(question)}
    known = [one.name for one in pack.catalogue.agents]
    named = [one for one in known if _HYPHEN in one and one in said]
    meant = [pack.dialogue.last_agent] if pack.dialogue.last_agent in known else known
    named = named or (meant if is_of_that_agent(question) and not (found and found.near) else [])
    if len(named) != 1:
        return None
    kind = "agent.when" if read_question(question).asks is Asked.TIME else "agent.show"
    reference = Reference(named[0], name=named[0], kind="agent")
    return await _by_command(pack, Command(kind, {"agents": (reference,)}, words=question))


async def _by_command(pack: ContextPack, command: Command) -> Outputs | None:
    return await try_commands(run_commands(pack, Reading((command,))))
