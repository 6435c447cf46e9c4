"""The tool loop: a model calls tools, reads their results, and answers once it knows enough."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import orjson
from django.conf import settings

from agents.context.prompts import fence
from agents.events import TextDelta
from agents.knowledge.replies import CUT_SHORT
from agents.records.states import UNDECIDED
from agents.runs.answered import CallResults, sort_requests
from agents.runs.ask_person import ASK_PERSON
from agents.runs.last_words import EMPTY, FINISH, KEPT, NOT_SHOWN, last_words, without_requests
from agents.runs.offered_tools import tools_offered
from agents.runs.pictures import Pictures
from agents.runs.request_size import fit_messages
from agents.runs.rounds import group_parallel
from agents.tools.call import Outcome
from agents.tools.gate import call_tool
from agents.tools.registry import specs
from agents.tools.run_context import RunContext
from omniforge.errors import ModelError
from omniforge.llm.errors import ModelLengthLimit, ModelSilent, ModelTimeout
from omniforge.llm.retry import pause_after
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage, ToolRequest, ToolSpec

ROUNDS = 50
_CONCLUDE = "Call nothing more. Conclude now from what is known, and say what is missing."
_CUT = (
    "This call was cut off after {tokens:,} tokens, the longest length of an answer, so it was not made. "
    "Write it in parts: a first call with less in it, then others that add to it."
)
_SO_FAR = "Only a part of it waits. What has come of the others stands:"
_DECIDED = "(The person has decided on your call of {tool}:)\n\n{result}"
_BROKEN = (
    "The connection broke. Go on exactly where you stopped, also in the middle of a word, without repeating "
    "anything and without a word about it."
)


class Waits(Exception):
    """The work cannot go on without a person. `unanswered` are the requests without a result."""

    def __init__(self, unanswered: Sequence[ToolRequest]) -> None:
        super().__init__("a person is waited for")
        self.unanswered = tuple(unanswered)


@dataclass(slots=True)
class _Heard:
    """The text and the calls of one round, `whole` if the model finished."""

    text: str = ""
    requests: list[ToolRequest] = field(default_factory=list)
    whole: bool = True


async def _keep_nothing(messages: Sequence[ChatMessage]) -> None:
    """Keep no transcript."""


@dataclass(slots=True)
class ToolLoop:
    """One conversation of a model with tools. `may_ask` allows it to ask the person.

    `keep` stores the transcript before calls are made, so that another process can resume from it.
    """

    run: RunContext
    messages: list[ChatMessage]
    may_ask: bool = False
    keep: Callable[[Sequence[ChatMessage]], Awaitable[None]] = _keep_nothing
    text: str = field(default="", init=False)
    stopped: str = field(default="", init=False)
    _last_words: str = field(default="", init=False)
    _kept: Sequence[ToolRequest] = field(default=(), init=False)  # final answers beside calls that wait
    _is_urged: bool = field(default=False, init=False)
    _undecided: list[ToolRequest] = field(default_factory=list, init=False)
    _pictures: Pictures = field(init=False)

    def __post_init__(self) -> None:
        self._pictures = Pictures(self.run.pack.access)

    async def resume(self, unanswered: Sequence[ToolRequest], said: str) -> None:
        """Make the calls left open. `said` answers the question among them. Raises Waits.

        The model has yet to hear a remark beside a decision, so a final answer among them is not given.
        """
        await self._make(unanswered, said, may_end=not self.run.pack.remark)

    @property
    def is_done(self) -> bool:
        """Return whether the answer is known, so that the model isn't called again."""
        return bool(self._last_words)

    async def answer(self) -> str:
        """Return the model's answer. Raises Waits, and ModelError if the model fails."""
        for number in range(1, ROUNDS + 1):
            if self._last_words:
                self._finish()
                break
            last = number == ROUNDS or bool(self.run.spending.exceeded())
            if number > 1:
                await self._take_in_what_was_said()
            requests = await self._listen(must_answer=last)
            if requests:
                await self.keep(self.messages)
                await self._make(requests)
            elif await self._is_over():
                break
        if self.stopped:
            self._say(f"\n\n(Stopped here: the limit of {self.stopped} is reached.)")
        if self._undecided:
            raise Waits([*self._undecided, *self._kept])
        return self.text

    async def _is_over(self) -> bool:
        """Return whether the model has answered. If it said nothing, it is asked once more.

        Raises ModelSilent if the person then still gets no answer.
        """
        if await self._take_in_what_was_said():
            return False
        if self.text.strip() or (self._is_urged and self.run.pack.delegated):
            return True
        if self._is_urged:
            raise ModelSilent
        self._is_urged = True
        self.messages.append(ChatMessage("user", EMPTY))
        return False

    async def _take_in_what_was_said(self) -> bool:
        """Add messages that the person sent meanwhile. Returns whether there were any."""
        said = await self.run.hear_person()
        self.messages.extend(ChatMessage("user", one) for one in said)
        self._kept = () if said else self._kept
        return bool(said)

    def _finish(self) -> None:
        words, self._last_words = self._last_words, ""
        self._say(f"\n\n{words}" if self.text and not self.text.endswith("\n") else words)
        self.messages.append(ChatMessage("assistant", words))

    def add_to_last_words(self, text: str) -> None:
        """Add a text to the model's last message, so that it reads what the person has read there."""
        at = max(at for at, one in enumerate(self.messages) if one.role == "assistant")
        said = "\n\n".join(filter(None, (self.messages[at].content, text)))
        self.messages[at] = replace(self.messages[at], content=said)

    def _say(self, text: str) -> None:
        self.text += text
        self.run.channel.send(TextDelta(text))

    async def _listen(self, *, must_answer: bool) -> list[ToolRequest]:
        """Let the model speak once. Returns the calls that it requests."""
        asked = [*self.messages, ChatMessage("user", _CONCLUDE)] if must_answer else self.messages
        heard = _Heard()
        try:
            await self._hear(heard, asked, must_answer)
        except ModelLengthLimit:
            heard.whole = False
        finally:
            self._keep_words(heard)
        if not heard.whole:
            self._say(f"\n\n{CUT_SHORT}")
        return [] if must_answer else heard.requests

    async def _hear(self, heard: _Heard, asked: Sequence[ChatMessage], must_answer: bool) -> None:
        """Read the model's stream to its end. If it breaks off, ask it to continue: four tries in all."""
        for pause in (*settings.MODEL_PAUSES, None):
            before = len(heard.text)
            try:
                await self._hear_once(heard, asked, must_answer)
                return
            except ModelLengthLimit:
                raise
            except ModelError as error:
                heard.requests.clear()
                if len(heard.text) == before or pause is None:
                    raise
                await asyncio.sleep(pause if isinstance(error, ModelTimeout) else pause_after(error, pause))

    async def _hear_once(self, heard: _Heard, asked: Sequence[ChatMessage], must_answer: bool) -> None:
        broken = (ChatMessage("assistant", heard.text), ChatMessage("user", _BROKEN)) if heard.text else ()
        models, specs = self.run.pack.models, self.specs()
        messages = await self._pictures.shown_in(
            fit_messages([*asked, *broken], specs, models.window("reply"))
        )
        outputs = models.converse("reply", messages, tools=specs, must_answer=must_answer)
        separated = not self.text or bool(heard.text) or self.text.endswith("\n")
        try:
            async with aclosing(outputs):
                async for output in outputs:
                    if isinstance(output, ToolRequest):
                        heard.requests.append(replace(output, name=_allowed_name(output.name)))
                        continue
                    if not separated and not output[:1].isspace():  # text after calls
                        self._say("\n\n")
                    separated = True
                    heard.text += output
                    self._say(output)
                    if self._stopped_at(len(heard.text)):
                        heard.requests.clear()
                        return
        finally:
            self._count()

    def _stopped_at(self, written: int) -> bool:
        self.stopped = self.run.spending.overdrawn(written)
        return bool(self.stopped)

    def _keep_words(self, heard: _Heard) -> None:
        if heard.text or heard.requests:
            self.messages.append(ChatMessage("assistant", heard.text, requests=tuple(heard.requests)))

    async def _make(self, requests: Sequence[ToolRequest], said: str = "", *, may_end: bool = True) -> None:
        """Make the calls and hand over their results. Raises Waits if only a person's word is missing."""
        wishes = sort_requests(requests, may_ask=self.may_ask)
        made = await self._made(wishes.calls)
        for request, outcome in made.results:
            self._hand(request, fence("result", outcome.text))
        for request in wishes.asked if said else ():
            self._hand(request, said)  # the person's own words, unlike a tool's result, may order anything
        waiting = [*self._undecided, *(one for one, _ in (*made.news, *made.waiting))]
        is_plain = made.is_known_to(last_words(wishes.ending)) and not wishes.asked
        may_stop = made.waits_anew or (wishes.ending and (self._undecided or made.waiting))
        is_told = bool(self.text) or not made.results  # else nobody hears what was done beside it
        if is_plain and is_told and may_stop:
            raise Waits([*waiting, *wishes.ending])
        self._kept = wishes.ending if is_plain and may_stop else ()
        await self._take_last_words(wishes.ending, may_end=is_plain and may_end and not may_stop)
        if wishes.asked and not said:
            raise Waits([*waiting, *wishes.asked])
        self._go_on_beside(made)

    async def _made(self, calls: Sequence[ToolRequest]) -> CallResults:
        left = {one.answers for one in self.messages if one.content.startswith(UNDECIDED)}
        outcomes = [
            outcome
            for one in group_parallel(calls, self.run.tools)
            for outcome in await asyncio.gather(*map(self._call, one))
        ]
        return CallResults(list(zip(calls, outcomes, strict=True)), left)

    def _go_on_beside(self, made: CallResults) -> None:
        """Tell the model which calls wait while it goes on, and the outcomes of those it went on without."""
        for request, outcome in made.waiting:
            if request.id not in made.left:
                given = fence("result", orjson.dumps(outcome.given).decode()) if outcome.given else ""
                self._hand(request, f"{UNDECIDED}\n\n{_SO_FAR}\n\n{given}" if given else UNDECIDED)
            self._undecided.append(request)
        for request, outcome in made.news:  # after all results, as vendors require
            told = _DECIDED.format(tool=request.name, result=fence("result", outcome.text))
            self.messages.append(ChatMessage("user", told))

    async def _take_last_words(self, ending: Sequence[ToolRequest], *, may_end: bool) -> None:
        """Keep the final answer, unless the model must first read the results or hear the person."""
        unkept = [one for one in ending if all(one.id != each.answers for each in self.messages)]
        words = last_words(ending) if may_end else ""
        meanwhile = await self.run.hear_person() if words else ()
        if words and not meanwhile:
            self.messages = without_requests(self.messages, unkept)
            self._last_words = words
            return
        for request in unkept:
            self._hand(request, KEPT if self._kept else NOT_SHOWN)
        self.messages.extend(ChatMessage("user", one) for one in meanwhile)

    async def _call(self, request: ToolRequest) -> Outcome:
        if request.cut:
            return Outcome.refused(_CUT.format(tokens=count(request.arguments)))
        return await call_tool(self.run, request)

    def _hand(self, request: ToolRequest, text: str) -> None:
        self.messages.append(ChatMessage("tool", text, answers=request.id))

    def specs(self) -> tuple[ToolSpec, ...]:
        """Return the tools offered to the model: its own, rare ones found or used, and two of the loop."""
        return (
            *specs(tools_offered(self.run, self.messages)),
            FINISH,
            *([ASK_PERSON] if self.may_ask else []),
        )

    def _count(self) -> None:
        """Update the run's usage with the cost of the model's calls so far."""
        calls, spending = self.run.pack.models.calls, self.run.spending
        spending.tokens = sum(call.usage.input_tokens + call.usage.output_tokens for call in calls)
        spending.cost = sum((call.cost for call in calls), start=type(spending.cost)(0))


def _allowed_name(name: str) -> str:
    """Return a tool name, perhaps invented by the model, without characters that vendors refuse."""
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "_-") else "_" for sign in name)
