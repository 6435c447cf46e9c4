"""Whether an address may be visited. One that is made up could carry away what the run has read."""

from enum import Enum, auto

from agents.models import RunTrigger
from agents.tools.addresses import addresses_in, normalised, spelt_in
from agents.tools.call import Call
from agents.tools.run_context import RunContext


class Visit(Enum):
    """What the gate makes of an address."""

    ALLOWED = auto()
    ASKS_FIRST = auto()
    REFUSED = auto()


def judge_address(call: Call) -> Visit:
    """Return what becomes of the call's address, if the tool visits one.

    Until others had a word in the run every address is the person's. From then on one that the person has
    said is allowed, or one that the run has read already, and one that only strangers have named asks first.
    """
    run, argument = call.run, call.tool.address
    if not (run.tainted and argument):
        return Visit.ALLOWED
    given, trusted = str(call.arguments.get(argument, "")), _trusted(run)
    address = normalised(given)
    if given in run.visited or any(address in addresses_in(text) for text in trusted):
        return Visit.ALLOWED
    is_heard = any(address in addresses_in(text) for text in run.heard)
    is_spelt = any(address in spelt_in(text) for text in trusted)
    return Visit.ASKS_FIRST if is_heard or is_spelt else Visit.REFUSED


def can_ask(run: RunContext) -> bool:
    """Return whether a person can be asked: not while an agent is tried."""
    return run.pack.trigger != RunTrigger.TRIAL


def _trusted(run: RunContext) -> list[str]:
    """Return the person's own words, and how the owners of the agent want it to work.

    A task that was handed on is the word of another agent, which may obey a stranger.
    """
    pack = run.pack
    said = pack.said
    return [pack.words, *said, *run.instructions] + ([] if pack.delegated else [pack.message])
