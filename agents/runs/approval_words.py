"""What a run says of the calls that wait for the person's word."""

from agents.records.runs import undecided_of
from agents.tools.run_context import RunContext
from omniforge.storage.database import in_database


async def what_waits(run: RunContext) -> str:
    """Name the undecided calls of a run: 'This waits for your yes: Deleting “Order racks”.'"""
    waiting = [one.what.rstrip(".") for one in await in_database(undecided_of, run.waiting)]
    named = "; ".join(dict.fromkeys(waiting))
    return f"This waits for your yes: {named}." if named else "This waits for your yes."
