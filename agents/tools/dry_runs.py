"""Dry runs: what a call would change or send is recorded and described, but not done."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import orjson

from agents.models import CallStatus
from agents.tools.arguments import visible_arguments
from agents.tools.call import Call, Outcome
from agents.tools.names import ids_in, named_arguments, names_of, replace_ids
from agents.tools.run_context import Rehearsed
from agents.tools.workspace.scope import Scope
from omniforge.redaction import redact
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_NOT_DONE = "Not done, as this is a dry run."
_FOR_MODEL = orjson.dumps(
    {"dry_run": True, "note": f"{_NOT_DONE} The person is shown this call; go on as if it had been made."}
).decode()
_ONE_LINE, _LONGEST = 100, 2_000  # characters of an argument
_NOTHING = "**Dry run done.** Nothing was changed or sent, nor would it be in a real run."
_DONE = "**Dry run done.** Nothing was changed or sent. A real run would do this:"
_SO_FAR = "**So far** nothing was changed or sent. A real run would have done this:"
_SINCE = "**Dry run done.** Nothing was changed or sent. Since it went on, a real run would do this:"
_NOTHING_SINCE = "**Dry run done.** Nothing was changed or sent, nor would it be since it went on."


async def rehearse(call: Call) -> Outcome:
    """Record a call instead of making it. Raises the call's errors, as far as they can be known."""
    told = await in_database(_told, call)
    what = await replace_ids(call.run.pack.access, call.label)
    call.run.rehearsed.append(Rehearsed(redact(what), told))
    if not call.run.pack.models.plays("reply"):
        return Outcome.refused(_NOT_DONE)
    return Outcome(CallStatus.DONE, _FOR_MODEL, _NOT_DONE, as_written=True)


def describe_dry_run(rehearsed: Sequence[Rehearsed], *, waits: bool, went_on: bool) -> str:
    """Describe what a real run would do: each call with its arguments (Markdown).

    A run that `waits` reports what it recorded so far, because one that `went_on` only knows what came
    after.
    """
    if not rehearsed:
        return "" if waits else _NOTHING_SINCE if went_on else _NOTHING
    said = _SO_FAR if waits else _SINCE if went_on else _DONE
    return "\n".join([said, "", *(_item(number, one) for number, one in enumerate(rehearsed, 1))])


def _told(call: Call) -> dict[str, str]:
    """Return each meaningful argument by name, with names for ids."""
    if call.tool.check and call.tool.arguments:
        call.tool.check(call.tool.arguments.model_validate(call.arguments), Scope.of(call.run.pack))
    given = visible_arguments(call.tool, call.arguments)
    ids = ids_in(str(given))
    named = named_arguments(given, names_of(call.run.pack.access, ids) if ids else {})
    return {name: redact(named.get(name) or _as_text(value)) for name, value in given.items()}


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and not any(isinstance(one, Mapping | list) for one in value):
        return ", ".join(map(str, value))
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _item(number: int, call: Rehearsed) -> str:
    lines = [f"{number}. {plain(call.what)}"]
    lines += [_argument(name, text) for name, text in call.arguments.items() if text not in call.what]
    return "\n".join(lines)


def _argument(name: str, text: str) -> str:
    """Return an argument as a line, or as a block if it is long. Its text is never parsed as Markdown."""
    label = name.replace("_", " ").capitalize()
    if len(text) <= _ONE_LINE and "\n" not in text:
        return f"   - {label}: {plain(text)}"
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    runs = (len(list(signs)) for sign, signs in groupby(short) if sign == "`")
    fence = "`" * max(3, 1 + max(runs, default=0))
    body = "\n".join(f"     {line}" for line in short.splitlines())
    return f"   - {label}:\n\n     {fence}\n{body}\n     {fence}"
