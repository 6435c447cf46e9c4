"""The plan that people see while a model works: its todo list, and the parts that it delegates."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from agents.events import PlanMade, PlannedStage, PlannedStep, StepChanged
from agents.runs.steps import Stage
from agents.tools.channel import Channel
from agents.tools.loop_control import TodoItem

_EXECUTOR = "tooling"
_SAID = {"doing": "running", "done": "done"}


@dataclass(slots=True)
class Board:
    """Sends the plan of one run and the state of its steps as `plan` and `step` events."""

    run_id: UUID
    goal: str
    channel: Channel
    _todo: tuple[TodoItem, ...] = ()
    _shared: list[PlannedStage] = field(default_factory=list)

    def show_todo(self, items: Sequence[TodoItem]) -> None:
        """Show the current todo list. Sends only what changed."""
        before, self._todo = self._todo, tuple(items)
        if [one.title for one in before] != [one.title for one in items]:
            self._show()
            before = ()
        states = [one.state for one in before] or ["open"] * len(items)
        for number, (item, old) in enumerate(zip(items, states, strict=True), 1):
            if item.state != old and item.state in _SAID:
                self.channel.send(StepChanged(f"todo-{number}", item.title, _SAID[item.state]))  # type: ignore[arg-type]

    def show_parts(self, stages: Sequence[Stage]) -> None:
        """Show the delegated parts of the work."""
        self._shared += (one.to_event() for one in stages)
        self._show()

    def _show(self) -> None:
        steps = (
            PlannedStep(f"todo-{number}", item.title, _EXECUTOR) for number, item in enumerate(self._todo, 1)
        )
        own = [PlannedStage("todo", "To do", "sequence", tuple(steps))] if self._todo else []
        self.channel.send(PlanMade(str(self.run_id), self.goal, (*own, *self._shared)))
