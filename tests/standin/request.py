"""A request as the stand-in received it."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Request:
    """`vendor` is 'openai', 'anthropic' or 'openai-responses'; `left` becomes true if the client hung up
    before the end.

    `number` counts the requests from 1.
    """

    vendor: str
    headers: dict[str, str]
    body: dict[str, Any]
    left: bool = False
    number: int = 1

    @property
    def model(self) -> str:
        return self.body["model"]

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def key(self) -> str:
        given = self.headers.get("x-api-key") or self.headers.get("api-key")
        return given or self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages; for an embeddings request, each text is one."""
        return self.body.get("messages", [_message(item) for item in self.body.get("input", ())])

    @property
    def system(self) -> str:
        told = [m["content"] for m in self.messages if m["role"] == "system"]
        return "\n\n".join([*told, _text(self.body.get("system", ""))])

    @property
    def last(self) -> str:
        """The text of the last message."""
        return _text(self.messages[-1]["content"])

    @property
    def text(self) -> str:
        """All text that the model would read."""
        return "\n\n".join(
            [self.system, *(_text(m["content"]) for m in self.messages if m["role"] != "system")]
        )

    @property
    def tools(self) -> list[str]:
        """The names of the tools that may be called."""
        if self.body.get("tool_choice") in ("none", {"type": "none"}):
            return []
        return [tool.get("function", tool)["name"] for tool in self.body.get("tools", ())]

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema that the answer has to fit, if one is asked for."""
        if self.vendor == "anthropic":
            return self.body.get("output_config", {}).get("format", {}).get("schema")
        if self.vendor == "openai-responses":
            return self.body.get("text", {}).get("format", {}).get("schema")
        return self.body.get("response_format", {}).get("json_schema", {}).get("schema")


def _message(item: str | dict[str, Any]) -> dict[str, Any]:
    """Return an item of an input as a message: text, a call, or what came of one."""
    if isinstance(item, str):
        return {"role": "user", "content": item}
    if item.get("type") == "function_call":
        return {"role": "assistant", "content": "", "tool_calls": [item]}
    if item.get("type") == "function_call_output":
        return {"role": "tool", "content": item["output"], "tool_call_id": item["call_id"]}
    return item


def _text(content: str | list[dict[str, Any]] | None) -> str:
    """Return the text of a message's content, or the results of tools in it."""
    blocks = content if isinstance(content, list) else [{"text": content or ""}]
    return "\n\n".join(block.get("text") or block.get("content") or "" for block in blocks)
