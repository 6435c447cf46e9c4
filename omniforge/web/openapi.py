"""Additions to the OpenAPI document: security schemes and error responses."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

DESCRIPTION = """\
Talk to the master agent, read its record, and manage agents and skills.

Send `Authorization: Bearer <key>`. A key has scopes: `read`, `chat` (to talk and change), `admin` (for keys,
invitations and sessions).
To a change, a key without `read` is answered with ids, versions, links and states of turns alone.
Lists come in pages: `next` leads to the following one, and is null at the end.

Errors are `application/problem+json`: `detail` says what to do, `code` is stable, `errors` tells by field.
Where `retryable` is true the same request may work later; `Retry-After` tells in how many seconds.
A field that a body doesn't have is refused by its name; only `/api/v1/chat` and `/api/v1/ask` pass over it,
unless it is nearly called as one that they have. A query parameter that isn't described is refused, too.
What is missing and what belongs to somebody else answer 404 alike.

Events and the socket are described in docs/protocol.md.
"""
PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `detail` says what happened and what to do; `code` is stable.",
    "required": ["type", "title", "status", "detail", "code", "retryable"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "retryable": {"type": "boolean"},
        "request_id": {"type": "string", "description": "As in X-Request-ID: the log of the site has it."},
        "version": {"type": "integer", "description": "Of a conflict: the version that there is by now."},
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}
_OPEN = {"ChatRequest", "AskRequest", "FocusChange"}  # the chat endpoints' bodies, and a part of one


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer <key>`."""

    target_class = "omniforge.tenants.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The page's own session."""

    target_class = "omniforge.tenants.authentication.WorkspaceSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def introduce(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Add an introduction, and a problem document as every operation's default response."""
    result["info"]["description"] = DESCRIPTION
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {
                "description": "What went wrong.",
                "content": {"application/problem+json": answer},
            }
            _close_body(operation, result["components"]["schemas"])
    return result


def _close_body(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Declare that an operation's body accepts no other fields."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    if name and name not in _OPEN:
        schemas[name]["additionalProperties"] = False
