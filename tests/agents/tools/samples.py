"""Small tools that do exactly what a test of the gate needs."""

import asyncio

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolResult, tool


class Words(ToolArguments):
    words: str
    times: int = 1


class Echo(ToolResult):
    said: str

    def summary(self) -> str:
        return f"Said {self.said}"


written: list[str] = []  # what the writing tools really wrote


@tool(said="Repeating {words}", cap=3)
async def repeat(arguments: Words, context: CallContext) -> Echo:
    """Repeat words."""
    return Echo(said=" ".join([arguments.words] * arguments.times))


@tool(said="Writing {words}", effect=Effect.WRITE)
async def write_note(arguments: Words, context: CallContext) -> Echo:
    """Write a note."""
    written.append(arguments.words)
    return Echo(said=arguments.words)


@tool(said="Sending {words}", effect=Effect.IRREVERSIBLE)
async def send_note(arguments: Words, context: CallContext) -> Echo:
    """Send a note away."""
    written.append(arguments.words)
    return Echo(said=arguments.words)


@tool(said="Failing", retries=2)
async def fail_once(arguments: Words, context: CallContext) -> Echo:
    """Fail the first time."""
    written.append(arguments.words)
    if len(written) == 1:
        raise ToolFailed("The line was busy.", transient=True)
    return Echo(said=arguments.words)


@tool(said="Hanging up")
async def hang_up(arguments: Words, context: CallContext) -> Echo:
    """Fail for now, every time."""
    raise ToolFailed("Busy.", transient=True)


@tool(said="Failing")
async def fail(arguments: Words, context: CallContext) -> Echo:
    """Fail each time."""
    raise ToolFailed("There is no such page. Give another address.")


@tool(said="Breaking")
async def break_down(arguments: Words, context: CallContext) -> Echo:
    """Break in a way that nobody thought of."""
    raise RuntimeError(f"secret {arguments.words}")


@tool(said="Waiting", timeout=0.05)
async def hang(arguments: Words, context: CallContext) -> Echo:
    """Never answer."""
    await asyncio.Event().wait()
    return Echo(said="")


@tool(said="Sending {words}", effect=Effect.IRREVERSIBLE, timeout=0.05)
async def send_and_hang(arguments: Words, context: CallContext) -> Echo:
    """Send a note away, and never hear whether it arrived."""
    written.append(arguments.words)
    await asyncio.Event().wait()
    return Echo(said="")


@tool(said="Sending {words}", effect=Effect.IRREVERSIBLE)
async def send_in_vain(arguments: Words, context: CallContext) -> Echo:
    """Send nothing at all the first time."""
    written.append(arguments.words)
    if len(written) == 1:
        raise ToolFailed("Nobody is there. Nothing was sent.")
    return Echo(said=arguments.words)


_ALL = (
    repeat,
    write_note,
    send_note,
    fail_once,
    hang_up,
    fail,
    break_down,
    hang,
    send_and_hang,
    send_in_vain,
)
TOOLS = {one.name: one for one in _ALL}
