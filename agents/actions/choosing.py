"""Asks which agent is meant, with the tenant's own agents as the choices."""

from agents.context import ContextPack
from agents.events import DialogueChanged, OptionsOffered, Outputs, TextDelta
from agents.matching import best_match
from intent.types import ActionType, AgentCard, Choice, Pending

_MOST = 4


async def ask_which_agent(pack: ContextPack, action: ActionType, question: str) -> Outputs:
    """Offer up to four agents, the likeliest first; choosing one repeats the message about it."""
    agents = _likeliest_first(pack)
    if not agents:
        yield TextDelta("There are no agents here yet. Describe a chore, and we build one for it.")
        yield DialogueChanged(pack.dialogue.settled())
        return
    choices = tuple(
        Choice(
            agent.name, agent.description, action, f"{pack.message.rstrip('.')} ({agent.name})", agent.name
        )
        for agent in agents[:_MOST]
    )
    more = len(agents) - len(choices)
    reason = "Your message does not say which agent." + (f" {more} more can be named." if more > 0 else "")
    yield TextDelta(f"{reason} {question}")
    yield OptionsOffered(question, reason, choices)
    yield DialogueChanged(pack.dialogue.waiting(Pending(action, "choice", question, choices=choices)))


def _likeliest_first(pack: ContextPack) -> list[AgentCard]:
    best = best_match(pack.catalogue.agents, pack.message)
    return sorted(pack.catalogue.agents, key=lambda agent: bool(best and agent.name != best.agent.name))
