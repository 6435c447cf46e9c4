"""Whether an address may be visited. A made-up one could leak what the run has read."""

from enum import Enum, auto

from agents.models import RunTrigger
from agents.tools.addresses import addresses_in, normalised, raw_addresses_in
from agents.tools.call import Call
from agents.tools.run_context import RunContext


class Visit(Enum):
    """The gate's decision on an address."""

    ALLOWED = auto()
    ASKS_FIRST = auto()
    REFUSED = auto()


def check_address(call: Call) -> Visit:
    """Return the decision on the call's address, if the tool visits one.

    Until the run has read text by others, every address counts as the person's. After that an address is
    allowed if the person named it or the run has already visited it, one that only others named asks first.
    """
    run, argument = call.run, call.tool.address
    if not (run.tainted and argument):
        return Visit.ALLOWED
    given, trusted = str(call.arguments.get(argument, "")), _trusted(run)
    address = normalised(given)
    if given in run.visited or any(address in addresses_in(text) for text in trusted):
        return Visit.ALLOWED
    is_heard = any(address in addresses_in(text) for text in run.heard)
    is_spelt = any(address in raw_addresses_in(text) for text in trusted)
    return Visit.ASKS_FIRST if is_heard or is_spelt else Visit.REFUSED


def can_ask(run: RunContext) -> bool:
    """Return whether a person can be asked, which isn't possible in a trial."""
    return run.pack.trigger != RunTrigger.TRIAL


def _trusted(run: RunContext) -> list[str]:
    """Return the person's own words, and the agent's instructions by its owners.

    A delegated task doesn't count: it was written by another agent, which may obey a stranger.
    """
    pack = run.pack
    said = pack.said
    return [pack.words, *said, *run.instructions] + ([] if pack.delegated else [pack.message])
