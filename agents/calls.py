"""The one place where agents reach the database."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from omniforge.database import in_database

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


async def call_tool(
    function: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Run a service or selector in a database thread and return what it returns; what it raises rises here.

    No connection is held while an answer streams.
    """
    return await in_database(function, *args, **kwargs)
