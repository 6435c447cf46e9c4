"""A conversation with the master agent, turn by turn, driven like by the turn engine."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar
from uuid import UUID

from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.recall import SearchConversations, no_recall
from agents.definitions.selectors import catalogue
from agents.events import (
    DialogueChanged,
    Event,
    IntentFound,
    Operation,
    OptionsOffered,
    Outputs,
    PromptSent,
    TextDelta,
    Wizard,
)
from agents.master import run_master
from agents.models import RunTrigger
from intent.types import ActionType, Intent
from omniforge.files.attached import AttachedFile
from omniforge.llm import Models
from omniforge.llm.scripted import Reply, Scripted
from omniforge.llm.types import ChatMessage
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

Kind = TypeVar("Kind", bound=Event)
ROLES = ("intent", "reply", "plan", "summary", "grade")
NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)  # a Friday


def rules_only() -> Models:
    """Return models without any model."""
    return Models(dict.fromkeys(ROLES, "rules"), providers={})


def replying(*replies: Reply, judged: Sequence[Reply] = ()) -> tuple[Models, Scripted]:
    """Return models whose `reply` role gives these replies and whose `grade` role the `judged`, and the
    provider.
    """
    scripted = Scripted()
    scripted.queue("writer", *replies)
    scripted.queue("judge", *judged)
    roles = {"reply": "scripted:writer"} | ({"grade": "scripted:judge"} if judged else {})
    return Models(dict.fromkeys(ROLES, "rules") | roles, providers={"scripted": scripted}), scripted


@dataclass
class Answer:
    """The result of one turn."""

    events: list[Event] = field(default_factory=list)
    sent: list[PromptSent] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def shown(self) -> str:
        """Return the text, followed by the choices."""
        offered = [one for event in self.events if isinstance(event, OptionsOffered) for one in event.choices]
        return "\n".join([self.text, *(f"{one.title}: {one.effect}" for one in offered)])

    @property
    def intent(self) -> Intent:
        return next(event.intent for event in self.events if isinstance(event, IntentFound))

    @property
    def operations(self) -> list[Operation]:
        """Return the operations, without the start of tool calls, whose end follows."""
        told = [event for event in self.events if isinstance(event, Operation)]
        return [event for event in told if not (event.call_id and event.status == "started")]

    @property
    def wizard(self) -> Wizard:
        return self._only(Wizard)

    @property
    def options(self) -> OptionsOffered:
        return self._only(OptionsOffered)

    def _only(self, kind: type[Kind]) -> Kind:
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, f"{len(found)} {kind.__name__} in an answer that says: {self.text}"
        return found[0]


@dataclass
class Chat:
    """Carries the dialogue and the messages from turn to turn; the dialogue is serialised each time."""

    access: Access
    models: Models = field(default_factory=rules_only)
    dialogue: DialogueState = field(default_factory=DialogueState)
    window: list[ChatMessage] = field(default_factory=list)
    titles: tuple[str, ...] = ()
    files: tuple[AttachedFile, ...] = ()
    recall: SearchConversations = no_recall
    focus: Focus = EVERYTHING
    preferences: str = ""
    trigger: RunTrigger = RunTrigger.CHAT
    agent: str | None = None
    turn_id: UUID | None = None  # id of the next turn

    async def say(self, message: str, *, forced_action: ActionType | None = None) -> Answer:
        """Say `message` and return the whole answer."""
        answer = Answer()
        self.turn_id = self.turn_id or new_id()
        async for output in self.run(message, forced_action=forced_action):
            if isinstance(output, DialogueChanged):
                self.dialogue = output.state
            elif isinstance(output, PromptSent):
                answer.sent.append(output)
            else:
                answer.events.append(output)
        self.turn_id = None
        self.window += [ChatMessage("user", message), ChatMessage("assistant", answer.text)]
        return answer

    async def run(self, message: str, *, forced_action: ActionType | None = None) -> Outputs:
        """Yield what the master agent yields for `message`."""
        async with aclosing(run_master(await self._pack(message, forced_action))) as outputs:
            async for output in outputs:
                yield output

    async def _pack(self, message: str, forced_action: ActionType | None) -> ContextPack:
        return ContextPack(
            access=self.access,
            turn_id=self.turn_id or new_id(),
            message=message,
            words=message,
            now=NOW,
            models=self.models,
            window=tuple(self.window),
            catalogue=await in_database(catalogue, self.access),
            dialogue=DialogueState.from_dict(self.dialogue.to_dict()),
            forced_action=forced_action,
            recent_conversations=self._titles,
            files=self.files,
            recall=self.recall,
            focus=self.focus,
            preferences=self.preferences,
            trigger=self.trigger,
            agent=self.agent,
        )

    async def _titles(self) -> tuple[str, ...]:
        return self.titles
