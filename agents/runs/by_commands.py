"""A run without a model: carries out the message's commands one by one, each completely or not at all."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from agents.context.situation import situation_of
from agents.context.stored import KeptThing
from agents.events import OptionsOffered, TextDelta
from agents.handlers.references.loose_names import find_in_preceding_words
from agents.handlers.registry import handlers
from agents.handlers.task import Answer, ApprovalNeeded, NoSuchTarget, NotSo, Question, Task
from agents.models import RunStatus
from agents.records.states import WaitingInCommands
from agents.runs.going_ahead import belongs_to, stands_alone
from agents.runs.missed_parts import asks, report_missed, tells_done, without_remarks
from agents.runs.outcome import Outcome, describe_pending, half_done
from agents.runs.remarks import changes_told, excepted, is_qualified, of_other_work
from agents.tools.run_context import Rehearsed, RunContext
from intent.commands import Command, Reading, Situation, read_commands
from intent.commands.choices import choices_of
from intent.commands.held_orders import only_names
from intent.commands.layout import sentence_end
from intent.commands.types import without_pronouns
from intent.commands.words import as_words
from intent.statements.openings import as_told
from omniforge.errors import OmniForgeError
from omniforge.storage.database import in_database

_REFUSED, _TALK, _CONDITION, _CHANGE = "cannot.", "talk.", "thing.if", "thing.update"
_OF_EVENTS, _DELETES = "event.", ".delete"
_HANDED = {"due", "assignee"}  # by orders that look like remarks otherwise
_OF_WORK = ("thing.", "work.", "document.")
_REHEARSED = "I only note what would be changed."
_REPEATABLE = ("agent", "skill", "settings")


@dataclass(slots=True)
class CommandWork:
    """The commands of one message, carried out in order."""

    run: RunContext
    outcome: Outcome
    message: str
    state: WaitingInCommands | None = None  # set if an earlier question is being answered
    answer: str = ""  # to the question in `state`
    scope: str = ""  # selects additional command templates
    failures: list[str] = field(default_factory=list)  # an agent's run that does nothing else fails with one
    has_done: bool = False
    named: list[str] = field(default_factory=list)  # clauses that only name a later command's target
    ahead: list[int] = field(default_factory=list)  # indexes of commands done ahead of one that waits
    missed: list[str] = field(default_factory=list)  # clauses that no command covers
    aimless: list[str] = field(default_factory=list)  # those that are orders without a target
    told: str = ""  # names the next command's target
    lost: bool = False  # the previous command found no target, so pronouns have no referent
    skipped: int = 0  # commands before this position depend on a condition that doesn't hold

    async def do(self, reading: Reading | None = None) -> bool:
        """Carry out the commands. Returns False if there are none, or none has its target."""
        reading = reading or read_commands(self.message, self._situation())
        self.missed += reading.uncovered
        done = self.state.done if self.state else 0
        for place, command in enumerate(reading.commands[done:], start=done):
            if command.span[0] < self.skipped or place in self._ahead:
                continue
            if is_qualified(command, self.message):
                self.missed.insert(0, command.words)
                continue
            self.told = self._told_before(command, reading.commands[place - 1] if place else None)
            task = self._task(reading, place, self.told)
            command = await self._meant(command, task)
            try:
                await self._do_one(command, task)
            except (Question, ApprovalNeeded) as stop:
                self._tell_lost(reading)
                await self._go_ahead(reading, place)
                await self._stop(stop, command, task)
                return True
        await self._tell_missed()
        self._note_failure()
        return bool(self.outcome.text)

    def _task(self, reading: Reading, place: int, told: str = "") -> Task:
        kept, start = self.outcome.kept, reading.commands[place].span[0]
        answers, material = self._answers(), reading.material
        return Task(self.run, answers, place, material=material, told=told, start=start, results=kept)

    async def _do_one(self, command: Command, task: Task) -> None:
        """Carry out a command, or record that it has no target or that its condition doesn't hold."""
        touched = [*self.run.touched]
        try:
            self._tell(await self._carry_out(command, task), touched)
            self._note(command)
        except NotSo as refuted:
            self._say(Answer(str(refuted)))
            self._skip_sentence(command)
        except NoSuchTarget:
            self.missed.append(command.words)
            self.aimless += [command.words] if _HANDED & command.slots.keys() or tells_done(command) else []
            self.told = command.words if command.name == _CHANGE else ""
            if command.name == _CONDITION:
                self._skip_sentence(command)
        self.lost = self.run.spoken.missed and len(self.run.touched) == len(touched)

    def _skip_sentence(self, command: Command) -> None:
        """Skip the rest of a command's sentence, because its condition doesn't hold."""
        self.skipped = sentence_end(self.message, command.span[1])

    @property
    def _ahead(self) -> tuple[int, ...]:
        return (*(self.state.ahead if self.state else ()), *self.ahead)

    async def _go_ahead(self, reading: Reading, waits: int) -> None:
        """Carry out the commands after one that waits, if they concern something else."""
        for place, command in enumerate(reading.commands):
            leans = belongs_to(reading.commands[waits], command) or not stands_alone(command, reading)
            if place <= waits or place in self._ahead or leans:
                continue
            with suppress(NoSuchTarget, NotSo, Question, ApprovalNeeded):  # told when its turn comes
                self._say(await self._carry_out(command, self._task(reading, place)))
                self._note(command)
                self.ahead.append(place)

    def _told_before(self, command: Command, previous: Command | None) -> str:
        """Return the words before an order that may name its target: 'all but the gate, Ann does that'."""
        if not (command.leans and command.name.startswith(_OF_WORK)):
            return ""
        before = self.message[previous.span[0] : command.span[0]] if previous else ""
        left = excepted(previous, before) if previous else ""
        return left or f"{self.told} {command.told}".strip()

    async def _meant(self, command: Command, task: Task) -> Command:
        """Return a command reduced to the readings that are possible here."""
        if task.told and await in_database(find_in_preceding_words, task) is not None:
            self.named.append(task.told)
            return command
        led = command.writes and self._is_led(command)
        nothing = (self.lost or led) and command.points_back and not command.counts
        return without_pronouns(command) if nothing else command

    def _is_led(self, command: Command) -> bool:
        """Return whether an order refers to what is named right before it: 'the oats, give those to Ann'."""
        told = command.told
        behind = self.message.partition(told)[2].lstrip() if told else ""
        names = command.name.endswith(_DELETES) or only_names(as_words(told))
        return behind[:1] in (",", ":") and names

    def _note_failure(self) -> None:
        if self.run.agent and self.failures and not self.has_done:
            self.outcome.status, self.outcome.error = RunStatus.FAILED, self.failures[0]

    def _situation(self) -> Situation:
        """Return the situation in which the message was said. After a wait, that of the waiting command."""
        return situation_of(self.run.pack, scope=self.scope or (self.state.about if self.state else ""))

    async def _carry_out(self, command: Command, task: Task) -> Answer:
        """Carry out the first reading that has a target. Raises NoSuchTarget.

        An event of exactly this name is meant rather than a thing whose name is only like it.
        """
        try:
            return await self._by_readings(command, task)
        except Question as asked:
            for one in command.alternatives if asked.is_guess else ():
                with suppress(NoSuchTarget):
                    if one.name.startswith(_OF_EVENTS) and (answer := await self._handle(one, task)):
                        return answer
            raise

    async def _by_readings(self, command: Command, task: Task) -> Answer:
        said, done = "", len(self.run.done)
        for one in (command, *command.alternatives):
            try:
                if answer := await self._handle(one, task):
                    return answer
            except NoSuchTarget as missing:
                said = said or ("" if one.tentative else missing.message)
                if len(self.run.done) > done:
                    break
            except OmniForgeError as error:
                said = error.message
                self.failures.append(said)
                break
        self.run.spoken.missed = True
        if deeds := self.run.done[done:]:
            return Answer(half_done(deeds, command.words, said))
        return _refused(command, said)

    async def _handle(self, command: Command, task: Task) -> Answer | None:
        """Carry out one reading of a command, or None if nothing handles it."""
        if not (handling := handlers().get(command.name)):
            return None
        if self.run.is_dry and command.writes:  # its handler may write without the gate
            self.run.rehearsed.append(Rehearsed(command.words.strip(" .")))
            return Answer(_REHEARSED)
        task.tentative, task.writes = command.tentative, command.writes
        answer = await handling(task, command)
        self.has_done = True
        self.run.spoken.missed = command.name.startswith(_REFUSED)
        self.run.spoken.talked = command.name.startswith(_TALK)
        return replace(answer, text=_as_edited(task)) if task.edited else answer

    def _answers(self) -> dict[str, str]:
        answers = dict(self.state.answers) if self.state else {}
        if self.answer and self.state and self.state.asked:
            answers[self.state.asked] = self.answer
        return answers

    def _say(self, answer: Answer) -> None:
        said = [one.strip() for one in self.outcome.text]
        # Two questions may have one answer, and a change just made need not be confirmed a second time.
        if not answer.text or {answer.text, answer.text.replace(" already.", " now.")} & {*said}:
            return
        text = f"\n\n{answer.text}" if self.outcome.text else answer.text
        self.outcome.text.append(text)
        self.outcome.status = RunStatus.SUCCEEDED
        self.outcome.kept += [answer.result] if answer.result else []
        self.run.listed += answer.listed
        self.run.spoken.note(answer.agent, answer.agents)
        self.run.channel.send(TextDelta(text))

    def _tell(self, answer: Answer, before: Sequence[KeptThing]) -> None:
        """Say an answer. 'it' then means the one thing that it lists, unless the answer is about another."""
        self._say(answer)
        if len(answer.listed) == 1 and self.run.touched == [*before]:
            self.run.touched[:] = answer.listed

    def _note(self, command: Command) -> None:
        """Remember the words of a change to agents or settings, for 'the same for that one'."""
        family = command.name.partition(".")[0]
        if command.writes and family in _REPEATABLE and not command.name.endswith(".again"):
            self.run.spoken.words, self.run.spoken.command = command.words, command.name

    async def _stop(self, stop: Question | ApprovalNeeded, command: Command, task: Task) -> None:
        """Wait for an answer to a question, or for an approval."""
        if isinstance(stop, Question):
            self._ask(stop, command, task.place)
            return
        self.run.touched[:] = task.about or self.run.touched
        text = await describe_pending(self.run)
        self._say(Answer(text))
        state = WaitingInCommands(self.message, task.place, self._answers(), expects="approval")
        subjects = tuple(one.title for one in task.about)
        self._wait(text, replace(state, about=command.name, subjects=subjects))

    def _ask(self, question: Question, command: Command, place: int) -> None:
        self._say(Answer(question.text))
        if question.choices:
            self.run.channel.send(OptionsOffered(question.text, "", choices_of(question.choices)))
        asked, titles = f"{place}.{question.name}", tuple(title for title, _ in question.choices)
        state = WaitingInCommands(self.message, place, self._answers(), asked, titles)
        places = tuple(what for _, what in question.choices)
        self._wait(question.text, replace(state, expects=question.expects, places=places, about=command.name))

    def _wait(self, question: str, state: WaitingInCommands) -> None:
        waits = replace(state, approvals=tuple(self.run.waiting), ahead=self._ahead)
        self.outcome.wait(question, waits)

    async def _tell_missed(self) -> None:
        """Say which part of the message was not done if another part was."""
        remarks = [one for one in self.missed if self._names_target(one) or not self._without_remark(one)]
        telling = await of_other_work(self.run, remarks)
        said = [one for one in self.missed if one not in remarks or one in telling]
        missed = [part for one in said for part in ([one] if one in telling else self._without_remark(one))]
        if self.outcome.takes_questions:
            self.outcome.left = [one for one in missed if asks(one)]
            missed = [one for one in missed if one not in self.outcome.left]
        if self.outcome.text:
            changes = await changes_told(Task(self.run, {}, 0), missed)
            for line in report_missed(missed, changes):
                self._say(Answer(line))

    def _names_target(self, part: str) -> bool:
        """Return whether a part only names what a later command is about."""
        return any(part in told for told in self.named)

    def _tell_lost(self, reading: Reading) -> None:
        """Say which commands before a question found no target: what its answer takes up lies behind them."""
        lost = [one for one in self.missed if one not in (*reading.uncovered, *self.named)]
        for said in report_missed([part for one in lost for part in self._without_remark(one)]):
            self._say(Answer(said))

    def _without_remark(self, part: str) -> Sequence[str]:
        """Return a part unless it is a remark. 'X goes to Ann' is an order even if it names nothing here."""
        return [part] if part in self.aimless else without_remarks([as_told(part, self.message)])


def _refused(command: Command, why: str) -> Answer:
    """Return why a command did nothing. Raises NoSuchTarget without a reason, NotSo for a condition."""
    if not why:
        raise NoSuchTarget
    if command.name == _CONDITION:
        raise NotSo(why)
    return Answer(why)


def _as_edited(task: Task) -> str:
    """Report what was done with edited arguments. The handler would report what the message asked for."""
    return f"Done, with your changes. {'; '.join(task.edited)}."
