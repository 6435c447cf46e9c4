"""An MCP server cheap enough to start per connection: it doesn't load the SDK, which takes a second.

`python tests/agents/mcp_servers/light_server.py stdio`; it answers like `server.py`.
"""

import json
import os
import sys
from typing import Any

TOOLS = {"process": lambda: str(os.getpid()), "list_notes": lambda: "milk"}
UNKNOWN = {"error": {"code": -32601, "message": "Method not found"}}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request; none to `dream`, which takes very long."""
    if method == "initialize":
        here = {"name": "Notes", "version": "1"}
        told = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}}
        return {"result": told | {"serverInfo": here}}
    if method == "tools/list":
        return {"result": {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in TOOLS]}}
    if method != "tools/call":
        return UNKNOWN
    tool = TOOLS.get(params["name"])
    return {"result": {"content": [{"type": "text", "text": tool()}]}} if tool else {}


for line in sys.stdin:
    asked = json.loads(line)
    said = answer(asked["method"], asked.get("params", {}))
    if said and "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"]} | said), flush=True)
