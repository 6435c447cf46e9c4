"""The one place where the async side reaches the database."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


async def call_tool(
    function: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Run a service or selector in a worker thread and return what it returns; what it raises rises here.

    The thread's database connection is given back afterwards, so none is held while an answer streams.
    """
    result: Result = await database_sync_to_async(function)(*args, **kwargs)
    return result
