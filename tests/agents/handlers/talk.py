"""A talk whose messages are read and carried out as commands in order, on the real database."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.context.dialogue import DialogueState
from agents.models import RunStatus
from agents.runs.by_commands import CommandWork
from agents.runs.outcome import Outcome
from agents.tools.run_context import RunContext
from agents.tools.table_at_hand import add_current_table
from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.projects.selectors import find_entities
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import run_context


@dataclass
class Talk:
    """The person's messages and the handlers' answers. `waiting` is the state of an open question."""

    access: Access
    files: Sequence[AttachedFile] = ()
    dialogue: DialogueState = field(default_factory=DialogueState)
    waiting: Any = None
    asked: str = ""

    async def say(self, message: str) -> str:
        """Return the answer to a message, perhaps to an open question; empty if no command covers it."""
        run, outcome = await self._run(message), Outcome()
        work = CommandWork(run, outcome, self.asked or message)
        if self.waiting:
            work.state, work.answer = self.waiting, message
        await work.do()
        self._remember(run, outcome, message)
        return "".join(outcome.text)

    async def _run(self, message: str) -> RunContext:
        run = await in_database(run_context, self.access, message=message)
        run.pack = await add_current_table(replace(run.pack, dialogue=self.dialogue, files=tuple(self.files)))
        return run

    def _remember(self, run: RunContext, outcome: Outcome, message: str) -> None:
        waits = outcome.status == RunStatus.WAITING
        self.asked = (self.asked or message) if waits else ""
        self.waiting = outcome.state if waits else None
        for kept in outcome.kept:
            self.dialogue = self.dialogue.keeping(kept)
        if run.touched:
            self.dialogue = replace(self.dialogue, touched=tuple(run.touched))


async def work(access: Access) -> dict[str, tuple[str, str, str, int | None, str]]:
    """Return all work by title: kind, state, day, priority and assignee."""

    def read() -> dict[str, tuple[str, str, str, int | None, str]]:
        return {
            one.title: (
                one.kind,
                one.state,
                str(one.due_on or ""),
                one.priority,
                str(one.fields.get("assignee", "")),
            )
            for one in find_entities(access)
        }

    return await in_database(read)


async def attach(talk: Talk, name: str, text: str) -> None:
    """Attach a file to the talk's next message."""
    file = await in_database(
        store_file,
        access=talk.access,
        name=name,
        content=text.encode(),
        turn_id=new_id(),
        conversation_id=None,
    )
    talk.files = [AttachedFile(file.pk, file.name, "text/csv", len(text)), *talk.files]
