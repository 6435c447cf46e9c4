"""One run to carry out, and the row that stores it."""

from dataclasses import dataclass
from uuid import UUID

from agents.context.pack import ContextPack
from agents.models import AgentDefinition, AgentRun
from agents.records.services import start_run
from agents.records.states import RunState, WaitingInCommands
from intent.commands import Reading
from omniforge.storage.database import in_database


@dataclass(slots=True)
class Job:
    """One run to carry out: its agent, the state it starts from, and the person's answer.

    The master agent's own run by a model is stored only once it calls a tool or waits. Until then `row` is
    None, and the run's id is that of the turn.
    """

    pack: ContextPack
    agent: AgentDefinition | None = None
    row: AgentRun | None = None
    state: RunState | None = None
    answer: str = ""
    told: str = ""
    by_commands: bool = False
    reading: Reading | None = None

    @property
    def run_id(self) -> UUID:
        return self.row.pk if self.row else self.pack.turn_id

    @property
    def is_by_model(self) -> bool:
        """Return whether a model works. A run begun by rules is ended by rules."""
        return self.pack.models.plays("reply") and not isinstance(self.state, WaitingInCommands)

    async def store(self) -> None:
        self.row = await store_run(self.pack, None, self.run_id)


async def store_run(pack: ContextPack, agent: AgentDefinition | None, run_id: UUID) -> AgentRun:
    """Store a run, or return the one of this id that is running or waiting."""
    return await in_database(
        start_run,
        access=pack.access,
        agent=agent.slug if agent else None,
        task=pack.part or pack.message,
        run_id=run_id,
        turn_id=pack.turn_id,
        conversation_id=pack.conversation_id,
        trigger=pack.trigger,
    )
