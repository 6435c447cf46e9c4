"""A conversation whose turns run in this process, as the engine runs them, with a model over the wire."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from agents.models import Approval
from conversations.turns.acceptance import accept_message
from conversations.turns.approvals import decide_and_continue
from conversations.turns.claims import Claim
from conversations.turns.eventlog import EventLog
from conversations.turns.run import TurnRun
from conversations.wire.commands import Decide, SendMessage
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.telemetry.about import with_ids
from omniforge.tenants.access import Access

SKILL = {
    "name": "save_skill",
    "arguments": {"name": "sum-up", "description": "Adds up.", "instructions": "Add."},
}
POST = {
    "name": "save_skill",
    "arguments": {"name": "greet-sales", "description": "Greets.", "instructions": "Hello all"},
}


@dataclass(frozen=True)
class Heard:
    """The events of one turn."""

    events: list[tuple[str, dict[str, Any]]]
    turn_id: UUID
    following: Claim | None = None

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [data for name, data in self.events if name == kind]

    @property
    def text(self) -> str:
        return "".join(data["text"] for data in self.of("text_delta"))

    @property
    def ended(self) -> str:
        return str(self.of("done")[0]["finish_reason"])


@dataclass
class Talk:
    """Sends messages one after the other."""

    access: Access
    id: UUID | None = None
    focus: Focus = EVERYTHING
    heard: list[Heard] = field(default_factory=list)

    async def say(self, message: str, *, files: Sequence[UUID] = ()) -> Heard:
        """Send `message` and return the events once its turn has ended."""
        focus = EVERYTHING if self.id else self.focus
        return await self._send(
            SendMessage(new_id(), message, self.id, attachments=tuple(files), focus=focus)
        )

    async def decide(self, approve: bool, **arguments: Any) -> Heard:
        """Decide on the only pending call, with edited arguments, and continue its run."""
        approval = await Approval.objects.aget(status="pending")
        command = Decide(new_id(), approval.pk, approve, arguments or None)
        _, said = await in_database(decide_and_continue, self.access, command)
        assert said is not None
        return await self._send(said)

    async def following(self, before: Heard) -> Heard:
        """Return the events of the turn that was claimed when `before` ended."""
        assert before.following is not None
        return await self.run(before.following)

    async def _send(self, command: SendMessage) -> Heard:
        accepted = await in_database(accept_message, self.access, command)
        assert accepted.claim is not None
        self.id = accepted.conversation_id
        return await self.run(accepted.claim)

    async def run(self, claim: Claim) -> Heard:
        log = EventLog().open(claim.turn_id, claim.conversation_id, self.access.person, 0)
        with with_ids(**claim.ids):
            following = await TurnRun(claim, log).run()
        events = [(entry.kind, entry.data) for entry in log.entries]
        self.heard.append(Heard(events, claim.turn_id, following))
        return self.heard[-1]
