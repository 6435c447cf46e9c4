"""One agent lets another do a part of the work: a run of its own within the same turn, one level deep."""

from dataclasses import dataclass, replace

from agents.events import DialogueChanged, TextDelta
from agents.runs.context import RunContext
from agents.tools.tool import ToolFailed


@dataclass(slots=True)
class Delegation:
    """Called with an agent's name and a task, it returns what that agent answered."""

    run: RunContext

    async def __call__(self, agent: str, task: str) -> str:
        """Run `agent` on `task`; what it does is told, what it says is returned and not told.

        Raises NotFound, Conflict for a paused agent, ToolFailed where an agent would delegate to itself.
        """
        from agents.runner import run_agent

        if agent == self.run.agent:
            raise ToolFailed(f"{agent} cannot delegate to itself. Do this part with other tools.")
        said: list[str] = []
        async for output in run_agent(replace(self.run.pack, message=task, delegated=True), agent):
            if isinstance(output, TextDelta):
                said.append(output.text)
            elif not isinstance(output, DialogueChanged):
                self.run.channel.send(output)
        return "".join(said)
