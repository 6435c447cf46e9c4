"""A run without a model: what rules can plan, look up, or do with a given text, said plainly."""

from collections.abc import Mapping
from typing import Any

from agents.events import OptionsOffered, TextDelta
from agents.models import RunStatus, RunTrigger
from agents.plans.by_rules import Known, Missing, Shown, Wish, known_in, read_work, read_workspace
from agents.plans.by_rules.files import FileWish
from agents.plans.plan import Plan
from agents.runs.brief import Brief
from agents.runs.by_rules import look_up
from agents.runs.context import RunContext
from agents.runs.outcome import Outcome
from agents.text_work import summarise, work_by_rules
from agents.tools.tool import ToolFailed
from intent.types import ActionType, Choice

_NOTHING = "There was nothing to work with: no text was given."
_CANNOT = (
    "Without a model I can summarise a text or an attached file, list its points, count, and find dates, "
    "names, numbers and addresses in it; I can show, add up and write tables, and look into your calendar "
    "and earlier conversations. Say which of these, and paste or attach what it is about; anything else "
    "needs a language model. Nothing was done yet."
)


async def work_by_rules_alone(
    run: RunContext, brief: Brief, outcome: Outcome, state: Mapping[str, Any], answer: str
) -> Plan | None:
    """Return a plan that rules have made; or None, the work being done, or waiting for an answer."""
    task = str(state.get("task") or brief.task.words)
    said = dict(state.get("said", {}))
    if answer and state.get("asked"):
        said[str(state["asked"])] = answer
    try:
        read = await _read(run, brief, task, known_in(run.pack, said))
    except ToolFailed as error:
        outcome.error = error.message
        _say(run, outcome, error.message)
        return None
    match read:
        case Plan():
            return read
        case Missing():
            outcome.wait(read.question, {"task": task, "said": said, "asked": read.name, "free": read.free})
            _say(run, outcome, read.question)
            _offer(run, read)
        case Shown():
            outcome.status = RunStatus.SUCCEEDED
            outcome.kept += [read.result] if read.result else []
            _say(run, outcome, read.text)
        case None:
            _work_on_text(run, brief, outcome)
    return None


async def _read(run: RunContext, brief: Brief, task: str, known: Known) -> Plan | Missing | Shown | None:
    """Read the task, and look up what that needs; an agent with nothing but a file works on the file."""
    found = read_work(task, known) or read_workspace(run.pack.message, known.today)
    asked = run.pack.trigger == RunTrigger.CHAT and not brief.task.text
    if found is None and run.agent and known.files and asked:
        found = FileWish("read", tuple(known.files[:1]), task)
    return await look_up(run, found, known) if isinstance(found, Wish) else found


def _offer(run: RunContext, missing: Missing) -> None:
    """Show the answers to choose from; choosing one says its title."""
    if missing.options:
        choices = [Choice(title, what, ActionType.EXECUTE_TASK, title) for title, what in missing.options]
        question, _, _ = missing.question.partition("\n")
        run.channel.send(OptionsOffered(question, "", tuple(choices)))


def _work_on_text(run: RunContext, brief: Brief, outcome: Outcome) -> None:
    """Do what rules can with the given text, and say in the outcome how far that went."""
    if not brief.task.text:
        outcome.error = _NOTHING
        run.channel.send(TextDelta(_NOTHING if run.agent else _CANNOT))
        return
    wish = " ".join([brief.task.words, *brief.about])
    done = work_by_rules(wish, brief.task.text)
    outcome.status = RunStatus.PARTIAL
    _say(run, outcome, done or f"**The main sentences**\n\n{summarise(brief.task.text)}")


def _say(run: RunContext, outcome: Outcome, text: str) -> None:
    outcome.text.append(text)
    run.channel.send(TextDelta(text))
