"""Tool calls, shared by the vendors' adapters: assembling them, and sending them back."""

from dataclasses import dataclass
from typing import Any

import orjson

from omniforge.llm.errors import ModelMalformed
from omniforge.llm.types import FinishReason, ToolRequest
from omniforge.storage.ids import new_id


@dataclass(slots=True)
class _Draft:
    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: str = ""

    def is_another(self, id: str, name: str, arguments: str) -> bool:
        """True if the fragment begins a new call, although it has the index of this one.

        Servers that number every call 0 distinguish calls by id. Without ids, a new call is a name that
        arrives after this call's arguments are complete. (A name alone is no sign: some repeat it each time.)
        """
        if id and self.id:
            return bool(name) and id != self.id
        return bool(name and arguments) and _parsed(self.arguments) is not None


class DraftedCalls:
    """The tool calls of one streamed answer, whose arguments arrive in fragments."""

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self._at: dict[int | None, _Draft] = {}

    def add(
        self,
        place: int | None,
        *,
        id: str | None = "",
        name: str | None = "",
        arguments: Any = "",
        extra: Any = None,
    ) -> int:
        """Add a fragment of the call at `place`. Returns its length in characters.

        `arguments` is a piece of JSON, or the whole object if a server sends that.
        """
        id, name, arguments = id or "", name or "", arguments or ""
        text = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
        draft = self._at.get(place)
        if draft is None or draft.is_another(id, name, text):
            draft = self._at[place] = _Draft()
            self._drafts.append(draft)
        draft.id, draft.name = draft.id or id, draft.name or name
        draft.arguments += text
        draft.extra = draft.extra or (orjson.dumps(extra).decode() if extra else "")
        return len(name) + len(text)

    def whole(self, finish_reason: FinishReason | None) -> tuple[ToolRequest, ...]:
        """Return the calls of an answer with this finish reason, none if it hasn't ended normally. At the
        maximum length the last call is marked as cut.

        Raises ModelMalformed if one has no name.
        """
        if finish_reason not in ("stop", "tools", "length"):
            return ()
        drafts, self._drafts = self._drafts, []
        if not all(draft.name for draft in drafts):
            raise ModelMalformed
        last = drafts[-1] if drafts and finish_reason == "length" else None
        return tuple(
            ToolRequest(
                d.id or new_call_id(), d.name, d.arguments.strip() or "{}", cut=d is last, extra=d.extra
            )
            for d in drafts
        )


def arguments_object(request: ToolRequest) -> dict[str, Any]:
    """Return a call's arguments in the form that vendors accept in history.

    If they are no JSON object, one is put around them, so that the model sees what it wrote. Source:
    Anthropic, fine-grained tool streaming.
    """
    parsed = _parsed(request.arguments.strip() or "{}")
    return parsed if isinstance(parsed, dict) else {"INVALID_JSON": request.arguments}


def _parsed(arguments: str) -> Any:
    try:
        return orjson.loads(arguments)
    except orjson.JSONDecodeError:
        return None


def new_call_id() -> str:
    """Return an id for a call without one, or for a call that no model requested."""
    return f"call_{new_id().hex[-12:]}"
