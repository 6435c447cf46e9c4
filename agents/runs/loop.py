"""A model at work with tools: it calls them, reads what they gave, and answers when it knows enough."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import orjson

from agents.events import TextDelta
from agents.prompts import fenced
from agents.replies import CUT_SHORT
from agents.runs.claims import Checked
from agents.runs.context import RunContext
from agents.runs.offering import offered
from agents.tools.call import Outcome
from agents.tools.gate import call_tool
from agents.tools.registry import Toolbox, specs
from omniforge.llm.errors import ModelLengthLimit
from omniforge.llm.types import ChatMessage, ToolRequest, ToolSpec

_ROUNDS = 16
_NO_NAME = re.compile(r"[^a-zA-Z0-9_-]")  # what vendors refuse in a name, also in one that a model made up
_CONCLUDE = "Call nothing more. Conclude now from what is known, and say what is missing."
_CUT = (
    "This call was cut off at the longest length of an answer, so it was not made. Make it again with less "
    "in it: write what is long in parts, one call after the other."
)

ASK_PERSON = ToolSpec(
    "ask_person",
    "Ask the person one question, when the task cannot go on without something that only they know. "
    "Do not ask for what a tool can find out.",
    {
        "type": "object",
        "properties": {"question": {"type": "string", "description": "One short question."}},
        "required": ["question"],
        "additionalProperties": False,
    },
)


class Waits(Exception):
    """The work cannot go on without a person: `messages`, and the requests that are `unanswered`."""

    def __init__(self, messages: Sequence[ChatMessage], unanswered: Sequence[ToolRequest]) -> None:
        super().__init__("a person is waited for")
        self.messages = tuple(messages)
        self.unanswered = tuple(unanswered)


@dataclass(slots=True)
class ToolLoop:
    """One conversation of a model with tools: those given, else those of the run, as they come to be needed.

    `aloud` says its words to the person as they come.
    """

    run: RunContext
    messages: list[ChatMessage]
    tools: Toolbox | None = None
    aloud: bool = True
    may_ask: bool = False
    step_id: str = ""
    text: str = field(default="", init=False)
    stopped: str = field(default="", init=False)

    async def answer(self, unanswered: Sequence[ToolRequest] = (), said: str = "") -> str:
        """Return the model's answer. What is `unanswered` is made first; `said` answers the question in it.

        Raises Waits, and ModelError where the model fails.
        """
        if unanswered:
            await self._make(unanswered, said)
        for number in range(1, _ROUNDS + 1):
            last = number == _ROUNDS or bool(self.run.spending.exceeded())
            if requests := await self._listen(must_answer=last):
                await self._make(requests)
            else:
                break
        if self.stopped:
            self._close()
        return self.text

    def _close(self) -> None:
        """Say why the answer ends here."""
        self._say_last(f"(Stopped here: the limit of {self.stopped} is reached.)")

    def _say_last(self, sentence: str) -> None:
        closing = f"\n\n{sentence}"
        self.text += closing
        if self.aloud:
            self.run.channel.send(TextDelta(closing))

    async def _listen(self, *, must_answer: bool) -> list[ToolRequest]:
        """Let the model speak once; returns the calls that it wishes for."""
        asked = [*self.messages, ChatMessage("user", _CONCLUDE)] if must_answer else self.messages
        spoken, requests, whole = await self._stream(asked, must_answer)
        self._keep(spoken, requests)
        if not whole:
            self._say_last(CUT_SHORT)
        return [] if must_answer else requests

    async def _stream(
        self, messages: Sequence[ChatMessage], must_answer: bool
    ) -> tuple[str, list[ToolRequest], bool]:
        """Return what the model said and wished for, and whether it came to its end."""
        spoken, requests, whole = "", list[ToolRequest](), True
        checked = Checked(self.run, aloud=self.aloud)
        outputs = self.run.pack.models.converse(
            "reply", messages, tools=self._specs(), must_answer=must_answer
        )
        try:
            async with aclosing(outputs):
                async for output in outputs:
                    if isinstance(output, ToolRequest):
                        requests.append(replace(output, name=_NO_NAME.sub("_", output.name)))
                    else:
                        spoken += output
                        checked.say(output)
                        if self._stopped_at(len(spoken)):
                            break
        except ModelLengthLimit:
            whole = False
        finally:
            self.text += checked.finish()
            self._count()
        return spoken, [] if self.stopped else requests, whole

    def _stopped_at(self, written: int) -> bool:
        self.stopped = self.run.spending.overdrawn(written)
        return bool(self.stopped)

    def _keep(self, spoken: str, requests: Sequence[ToolRequest]) -> None:
        if spoken or requests:
            self.messages.append(ChatMessage("assistant", spoken, requests=tuple(requests)))

    async def _make(self, requests: Sequence[ToolRequest], said: str = "") -> None:
        """Make the calls at once and give the model what they gave. Raises Waits where one needs a person."""
        asked = [one for one in requests if one.name == ASK_PERSON.name and self.may_ask and not one.cut]
        calls = [one for one in requests if one not in asked]
        outcomes = await asyncio.gather(*(self._call(one) for one in calls))
        if any(outcome.waits for outcome in outcomes) or (asked and not said):
            raise Waits(self.messages, requests)
        for request, outcome in zip(calls, outcomes, strict=True):
            self._give(request, outcome.text)
        for request in asked:
            self._give(request, said)

    async def _call(self, request: ToolRequest) -> Outcome:
        if request.cut:
            return Outcome.refused(_CUT)
        return await call_tool(self.run, request, step_id=self.step_id, why=self.text[-300:])

    def _give(self, request: ToolRequest, text: str) -> None:
        self.messages.append(ChatMessage("tool", fenced("result", text), answers=request.id))

    def _specs(self) -> tuple[ToolSpec, ...]:
        used = {request.name for message in self.messages for request in message.requests}
        tools = offered(self.run, used) if self.tools is None else self.tools
        return (*specs(tools), *([ASK_PERSON] if self.may_ask else []))

    def _count(self) -> None:
        """Take over what the model's calls have cost so far."""
        calls, spending = self.run.pack.models.calls, self.run.spending
        spending.tokens = sum(call.usage.input_tokens + call.usage.output_tokens for call in calls)
        spending.cost = sum((call.cost for call in calls), start=type(spending.cost)(0))


def question_in(requests: Sequence[ToolRequest]) -> str:
    """Return the question that the model asks the person, or an empty string."""
    for request in requests:
        if request.name == ASK_PERSON.name:
            try:
                return str(orjson.loads(request.arguments)["question"])
            except (ValueError, KeyError, TypeError):
                return "What should I know to go on?"
    return ""
