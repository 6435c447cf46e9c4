"""A run by a model that calls tools until it can answer, or has to wait for the person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from agents.context.stored import KeptResult
from agents.events import IfBrokenOff, PromptSent, TextDelta
from agents.models import AgentDefinition, RunStatus
from agents.records.runs import list_pending_calls
from agents.records.services import store_state
from agents.records.states import (
    OTHER_TURNS,
    Recorded,
    RunState,
    Transcript,
    WaitingForAnswer,
    WaitingForApproval,
    to_json,
    transcript_of,
    unanswered_requests,
)
from agents.runs.ask_person import options_of, question_in
from agents.runs.claim_check import mending_note, still_claimed, unproven_claims
from agents.runs.loop import ToolLoop, Waits
from agents.runs.opening_messages import Opening, day_of, moment_of, open_again, open_request, refresh_opening
from agents.runs.outcome import Outcome, describe_pending
from agents.runs.request_size import fit_messages, size_of
from agents.tools.run_context import RunContext
from intent.sentences.fixed_lines import fixed_line, language_of
from omniforge.llm.types import ChatMessage, ToolRequest
from omniforge.storage.database import in_database
from omniforge.storage.ids import made_at

_MOST_ROWS = 50
_A_WHILE = timedelta(minutes=30)
_OPENING = 300  # characters of an answer: text that the person asked for, in any language, comes later
_HIDDEN = {"id", "ok"}


@dataclass(slots=True)
class ModelWork:
    """A run by a model, from its beginning or from the `state` in which it waited for an `answer`.

    `told` is extra context for the message, for example which reading the person chose.
    """

    run: RunContext
    agent: AgentDefinition | None
    outcome: Outcome
    state: RunState | None = None
    answer: str = ""
    told: str = ""
    _own_from: int = field(default=0, init=False)
    _mended: Sequence[str] = field(default=(), init=False)  # claims that were put to the model
    _mended_at: int = field(default=0, init=False)  # length of the text by then
    _turns: list[tuple[UUID, int]] = field(default_factory=list, init=False)

    async def do(self) -> None:
        """Let the model work. `outcome` records the result. Raises ModelError if the model fails."""
        self.outcome.method = "model"
        loop, open_requests = await self._loop()
        try:
            await self._speak(loop, open_requests)
        except Waits as waits:
            await self._stop_for(waits.unanswered, loop)
        else:
            self.outcome.status = RunStatus.SUCCEEDED
            self.outcome.kept += self._rows_given()
        finally:
            if loop.text:
                self.outcome.text.append(loop.text)
            if self.outcome.status != RunStatus.WAITING:
                self.outcome.state = Recorded(self._transcript(loop.messages).own())

    async def _loop(self) -> tuple[ToolLoop, list[ToolRequest]]:
        """Return the loop, and the requests that have no result yet."""
        may_ask = not self.run.pack.delegated
        if isinstance(self.state, WaitingForAnswer | WaitingForApproval):
            before = transcript_of(self.state)
            self._own_from, self._turns = before.own_from, list(before.turns)
            messages = await self._as_they_are_now(before.messages)
            return ToolLoop(self.run, messages, may_ask, self._keep), list(self.state.open)
        opening = await open_request(self.run.pack, self.run.around, self.agent, self.told)
        self._own_from = len(opening.messages)
        own = self.state.transcript.messages if isinstance(self.state, Recorded) else ()
        self._turns = [(self.run.pack.turn_id, self._own_from)]
        loop = ToolLoop(self.run, [*opening.messages, *own], may_ask, self._keep)
        self._say_again(loop, own)
        if not own:
            self._tell_request(loop, opening)
        return loop, unanswered_requests(own)

    def _tell_request(self, loop: ToolLoop, opening: Opening) -> None:
        """Report the first request of this turn, for its receipt."""
        if self.run.pack.delegated or loop.is_done:
            return
        specs, window = loop.specs(), self.run.pack.models.window("reply")
        sent = opening.cut_to(fit_messages(opening.messages, specs, window))
        parts, budget = {"tools": size_of(specs), **sent.parts}, self.run.pack.talk.budget
        self.run.channel.send(PromptSent(sent.messages, parts, budget, sent.left_out))

    async def _as_they_are_now(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the messages so far, with the opening's waiting calls brought up to date."""
        access, talk, own = self.run.pack.access, self.run.pack.conversation_id, self._own_from
        waiting = await in_database(list_pending_calls, access, talk) if talk else ()
        return [*refresh_opening(messages[:own], waiting, self.run.pack), *messages[own:]]

    def _say_again(self, loop: ToolLoop, own: Sequence[ChatMessage]) -> None:
        """Repeat what a process that died had said, since this process's readers haven't received it."""
        said = "\n\n".join(one.content.strip() for one in own if one.role == "assistant" and one.content)
        if said:
            loop.text = said
            self.run.channel.send(TextDelta(said))

    async def _speak(self, loop: ToolLoop, open_requests: Sequence[ToolRequest]) -> None:
        """Let the model answer, and once more if it claims something that the ledger doesn't show."""
        before = len(loop.messages)
        if open_requests:
            await loop.resume(open_requests, self.answer)
            self._take_up(loop)
        if before > self._own_from:
            self._tell_request(loop, open_again(loop.messages, before))
        await loop.answer()
        if not self.run.pack.delegated and (claims := await unproven_claims(self.run, loop.text)):
            await self._mend(loop, claims)
        self._name_what_is_broken(loop)

    async def _mend(self, loop: ToolLoop, claims: Sequence[str]) -> None:
        """Let the model do or correct what it claimed. Say that nothing shows it if it claims that again."""
        loop.messages.append(ChatMessage("user", mending_note(claims)))
        self._mended, self._mended_at = claims, len(loop.text)
        self.run.channel.send(IfBrokenOff(self._unshown(loop, claims)))
        await loop.answer()
        await self._contradict(loop)

    async def _contradict(self, loop: ToolLoop) -> None:
        """Say that nothing shows what the model claims, unless only its caller hears it.

        The model reads it in later rounds and turns at the end of its own words, as the person does.
        """
        if self.run.pack.delegated:
            return
        since = loop.text[self._mended_at :]
        claims = await still_claimed(self.run, loop.text, self._mended, since)
        self.run.channel.send(IfBrokenOff(""))
        if not claims:
            return
        told = self._unshown(loop, claims)
        self._say(loop, told)
        loop.add_to_last_words(told)

    def _unshown(self, loop: ToolLoop, claims: Sequence[str]) -> str:
        return fixed_line("unshown", self._language(loop), ", ".join(f"“{one}”" for one in claims))

    def _language(self, loop: ToolLoop) -> str:
        """Return the language of the model's own words, which come first, else of the person's."""
        pack = self.run.pack
        return language_of((loop.text[:_OPENING], pack.message, *reversed(pack.said)))

    def _name_what_is_broken(self, loop: ToolLoop) -> None:
        """Name what a person has to fix, even if the model has said so: only this text has the link."""
        for sentence in dict.fromkeys(self.run.to_mend.values()):
            self._say(loop, sentence)

    def _take_up(self, loop: ToolLoop) -> None:
        """Add the talk of other turns since the wait, then begin this turn's part."""
        said, goes_on = self._said_meanwhile(loop.messages), not self.run.pack.delegated
        is_new = goes_on and self._turns[-1][0] != self.run.pack.turn_id
        if is_new:
            self._turns.append((OTHER_TURNS, len(loop.messages)))
        loop.messages.extend(said)
        if is_new:
            self._turns.append((self.run.pack.turn_id, len(loop.messages)))

    def _said_meanwhile(self, before: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the talk while this run waited and beside the decision, and the time if it is another.

        The decision itself is in the call's result, and also comes last if other talk preceded it.
        """
        pack = self.run.pack
        said = list(pack.talk.since(self._turns[-1][0])) if self._turns else []
        decision = self.answer if said and said[-1].role == "assistant" else ""
        more = (self._time_now(before), pack.remark or decision)
        return said + [ChatMessage("user", one) for one in more if one]

    def _time_now(self, before: Sequence[ChatMessage]) -> str:
        """Return the time unless the run was told the day and the zone, and waited only a while."""
        now, began = self.run.pack.now, made_at(self._turns[-1][0]) if self._turns else None
        is_late = began is not None and now - began > _A_WHILE
        own = (one.content for one in before if one.role == "user")
        is_told = any(day_of(now) in one and f"({now.tzname()})" in one for one in own)
        return "" if is_told and not is_late else f"(It is {moment_of(now)} now.)"

    async def _stop_for(self, open_requests: tuple[ToolRequest, ...], loop: ToolLoop) -> None:
        """Wait for the answer to the model's question, or for decisions on its calls."""
        self._name_what_is_broken(loop)
        if self.run.waiting:
            await self._contradict(loop)
            text = await describe_pending(self.run, self._language(loop))
            self._say(loop, text)
            state = WaitingForApproval(
                self._transcript(loop.messages), open_requests, tuple(self.run.waiting)
            )
            self.outcome.wait(text, state)
            return
        asked = question_in(open_requests)
        question = asked.question if asked else fixed_line("asks", self._language(loop))
        self._say(loop, question)
        if asked and (options := options_of(asked)):
            self.run.channel.send(options)
        await self._contradict(loop)
        self.outcome.wait(question, WaitingForAnswer(self._transcript(loop.messages), open_requests))

    def _say(self, loop: ToolLoop, text: str) -> None:
        if text in loop.text:  # the model asked in its own words
            return
        said = f"\n\n{text}" if loop.text else text
        loop.text += said
        self.run.channel.send(TextDelta(said))

    def _transcript(self, messages: Sequence[ChatMessage]) -> Transcript:
        turns = () if self.run.pack.delegated else tuple(self._turns)
        return Transcript(tuple(messages), self._own_from, turns)

    async def _keep(self, messages: Sequence[ChatMessage]) -> None:
        """Store the transcript so far, so that a later turn knows what a killed one has done."""
        state = to_json(Recorded(self._transcript(messages).own()))
        await in_database(partial(store_state, self.run.run_id, state))

    def _rows_given(self) -> list[KeptResult]:
        """Return the tables that calls returned, for later turns to refer to."""
        task = self.run.pack.message
        return [kept for fields in self.run.gave if (kept := kept_result(task, fields))]


def _rows_of(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a tool's result: its list of objects, under whatever name."""
    columns = fields.get("columns")
    for value in fields.values():
        if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            return [dict(one) for one in value]
    rows = fields.get("rows")
    if columns and isinstance(rows, list):
        return [dict(zip(columns, row, strict=False)) for row in rows]
    return []


def kept_result(task: str, fields: Mapping[str, Any]) -> KeptResult | None:
    """Return the rows of a call's result in the form kept for later turns, or None if there are none."""
    rows = _rows_of(fields)[:_MOST_ROWS]
    if not rows:
        return None
    columns = _columns_of(rows)
    return KeptResult(task, tuple(columns), tuple(tuple(row.get(name) for name in columns) for row in rows))


def _columns_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the columns in order of first appearance, without those that carry no information."""
    names = dict.fromkeys(name for row in rows for name in row if name not in _HIDDEN)
    return [name for name in names if any(row.get(name) not in (None, "") for row in rows)]
