"""The work of a run: by a model with tools, or by the commands in its words."""

from collections.abc import Iterator
from dataclasses import dataclass

from agents.builder.sources import work_on
from agents.context.situation import situation_of
from agents.events import TextDelta
from agents.models import AgentDefinition, RunStatus, RunTrigger
from agents.records.states import RunState, WaitingInCommands
from agents.runs.by_commands import CommandWork
from agents.runs.by_model import ModelWork
from agents.runs.outcome import Outcome
from agents.tools.run_context import RunContext
from intent.commands import Reading, Situation
from intent.commands.places import without_files
from intent.explicit import said_to_agent
from intent.forms.counter_questions import limits_itself
from intent.forms.own_work import STANDING, purpose_order, purpose_question, reminder_of
from intent.forms.work_asked import read_purpose
from intent.material import read_material
from intent.sentences.tasks import Task
from omniforge.tables.markdown import plain

_SUMMARY = "summarise"
_THIS_FILE = f"{_SUMMARY} this file"
_NOTHING = "There was nothing to work with: no text was given."
_NOT_ON_THIS = "I can't do “{}” with that without a model, so nothing was done."
_ONLY_SHOWN = "table.keep"  # 'run till-check on this:' asks for nothing itself
_CANNOT = "I can't do that. Nothing was done yet."


@dataclass(frozen=True, slots=True)
class Work:
    """One run in progress. `answer` is the person's answer to its question. `state` predates the wait."""

    run: RunContext
    agent: AgentDefinition | None
    task: Task
    outcome: Outcome
    state: RunState | None = None
    answer: str = ""
    told: str = ""
    reading: Reading | None = None

    async def by_model(self) -> None:
        """Let a model work, reporting over the run's channel. `outcome` records the result.

        Raises ModelError if the model fails.
        """
        await ModelWork(self.run, self.agent, self.outcome, self.state, self.answer, self.told).do()

    async def without_model(self) -> None:
        """Carry out commands. Say so if there are none. Of an attached text they cover only a part."""
        if reminder := self._reminder():
            self.outcome.status = RunStatus.SUCCEEDED
            self.run.channel.send(TextDelta(reminder))
        elif not await self.by_commands():
            self.outcome.error = self._failure()
            self.run.channel.send(TextDelta(self.outcome.error if self.agent else _CANNOT))
        elif self.agent and self.task.text and self.outcome.status == RunStatus.SUCCEEDED:
            self.outcome.status = RunStatus.PARTIAL

    def _reminder(self) -> str:
        """Return what an agent says that only reminds, empty for other work or with a text to work on."""
        if self.agent is None or self.state or self.task.text:
            return ""
        texts = tuple(filter(None, (self.agent.instructions, self.agent.description)))
        return reminder_of(texts, situation_of(self.run.pack, scope=STANDING))

    def _failure(self) -> str:
        """Say why nothing was done: there was no text, or the work can't be read."""
        if self.agent and self.agent.reads_by_itself:
            return self._unread()
        work = self.agent.description.strip(" .") if self.agent else ""
        return _NOT_ON_THIS.format(plain(work)) if self.task.text else _NOTHING

    def _unread(self) -> str:
        """Say that the work can't be read as a question about projects, and suggest one that can."""
        work = self.agent.description.strip(" .") if self.agent else ""
        if self.agent and self.agent.reads_source:
            like = work_on("tell me what is new", str(self.agent.source))
            return f"I can't do “{plain(work)}” without a model. What I can do: {plain(like)}."
        project = next(iter(situation_of(self.run.pack).projects), "")
        like = f"list the open tasks of {project}" if project else "list the open tasks"
        return f"I can't read “{plain(work)}” as a question about your projects. Say it like: {plain(like)}."

    async def by_commands(self) -> bool:
        """Carry out the commands of the message, or those of the agent's own description."""
        state = self.state if isinstance(self.state, WaitingInCommands) else None
        message = state.message if state else self._orders()
        if not message:
            return False
        self.run.trusts_its_words()
        scope = STANDING if self.agent else ""
        reading = self.reading or (self._standing(message) if self.agent else None)
        return await CommandWork(self.run, self.outcome, message, state, self.answer, scope).do(reading)

    def _standing(self, message: str) -> Reading:
        return read_purpose(message, situation_of(self.run.pack, scope=STANDING))

    def _orders(self) -> str:
        """Return the task in words that commands may cover."""
        if self.agent is None:
            return self.run.pack.message
        if order := self._order_on_table():
            return order
        situation = situation_of(self.run.pack, scope=STANDING)
        order = purpose_order(tuple(self._said(self.agent)), situation)
        return order or self._looks_at(self.agent, situation)

    def _looks_at(self, agent: AgentDefinition, situation: Situation) -> str:
        """Return the agent's subject as a question. A mere list is no order."""
        asks = not (self.task.text or self.run.pack.files)
        return purpose_question(f"show {agent.subject}", situation) if asks else ""

    def _order_on_table(self) -> str:
        """Return the person's words to the agent if they ask for something of a table below them."""
        said = said_to_agent(self.run.pack.message)
        table = read_material(said)
        asks = table and any(one.name != _ONLY_SHOWN for one in self._standing(said).commands)
        return said if asks else ""

    def _said(self, agent: AgentDefinition) -> Iterator[str]:
        """Yield possible phrasings of an agent's work, over the text or file that it was given, if any."""
        own = tuple(filter(None, (agent.instructions, agent.description)))
        if text := self.task.text:
            picks = limits_itself(agent.description) and read_material(f":\n{text}")
            works = self.task.words, *map(without_files, own), *(() if picks else (_SUMMARY,))
            yield from (f"{one.rstrip(' .:')}:\n{text}" for one in works)
        elif self.run.pack.files and not self.run.pack.agent:
            yield _THIS_FILE
        else:
            told = [one.partition("\n")[0] for one in own]  # further lines are wishes, and no text to work on
            yield from (*told, *filter(None, (work_on(one, str(agent.source)) for one in told)))
            if self.run.pack.trigger == RunTrigger.WEB_HOOK:
                yield _THIS_FILE
