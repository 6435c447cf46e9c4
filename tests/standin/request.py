"""One request to the stand-in, as it came."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Request:
    """`vendor` is 'openai' or 'anthropic'; `left` turns true where the client hung up before the end."""

    vendor: str
    headers: dict[str, str]
    body: dict[str, Any]
    left: bool = False

    @property
    def model(self) -> str:
        return self.body["model"]

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def key(self) -> str:
        return self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def system(self) -> str:
        told = [m["content"] for m in self.body["messages"] if m["role"] == "system"]
        return "\n\n".join([*told, self.body.get("system", "")])

    @property
    def last(self) -> str:
        """The text of the last message."""
        return self.body["messages"][-1]["content"]

    @property
    def text(self) -> str:
        """All that the model would read."""
        return "\n\n".join(
            [self.system, *(m["content"] for m in self.body["messages"] if m["role"] != "system")]
        )

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema that the answer has to fit, if one is asked for."""
        if self.vendor == "anthropic":
            return self.body.get("output_config", {}).get("format", {}).get("schema")
        return self.body.get("response_format", {}).get("json_schema", {}).get("schema")
