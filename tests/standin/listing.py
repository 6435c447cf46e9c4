"""How both vendors list their models, on /v1/models."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.standin.server import ModelServer

PATH = "/v1/models"
USUAL = (
    "gpt-4o",
    "gpt-4o-mini",
    "text-embedding-3-small",
    "whisper-1",
    "claude-sonnet-4-6",
    "claude-haiku-4-5",
)


def listing(server: "ModelServer", headers: dict[str, str]) -> tuple[int, Any]:
    """Return status and body: what the server was told to list, else models of both vendors."""
    key = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
    if key.startswith("wrong"):
        return 401, {"error": {"type": "invalid_api_key", "message": "Incorrect API key provided."}}
    return 200, {"object": "list", "data": server.models or [{"id": name} for name in USUAL]}
