"""A conversation with tools, and what each vendor documents as its form.

Sources: OpenAI, function calling, also with the Responses API; Anthropic, tool use.
"""

from omniforge.llm.types import ChatMessage, ToolRequest, ToolSpec

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
NOTHING = {"type": "object", "properties": {}}
TOOLS = [ToolSpec("weather", "The weather of a city.", CITY), ToolSpec("list_agents", "All agents.", NOTHING)]
SYSTEM, USER = (ChatMessage("system", "Be brief."), ChatMessage("user", "Where is it warmer?"))
ASKED = ToolRequest("c1", "weather", '{"city": "Paris"}')
LISTED = ToolRequest("c2", "list_agents", "")
DIALOGUE = [
    SYSTEM,
    USER,
    ChatMessage("assistant", "Let me look.", requests=(ASKED, LISTED)),
    ChatMessage("tool", "18 °C", answers="c1"),
    ChatMessage("tool", "", answers="c2"),
    ChatMessage("assistant", "", requests=(ToolRequest("c3", "weather", '{"city":'),)),
    ChatMessage("tool", "The arguments are not valid JSON.", answers="c3"),
]


GPT_BODY = {
    "model": "gpt-4o-mini",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Where is it warmer?"},
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "weather", "arguments": '{"city":"Paris"}'},
                },
                {"id": "c2", "type": "function", "function": {"name": "list_agents", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "18 °C"},
        {"role": "tool", "tool_call_id": "c2", "content": ""},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c3",
                    "type": "function",
                    "function": {"name": "weather", "arguments": '{"INVALID_JSON":"{\\"city\\":"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c3", "content": "The arguments are not valid JSON."},
    ],
    "tools": [
        {
            "type": "function",
            "function": {"name": "weather", "description": "The weather of a city.", "parameters": CITY},
        },
        {
            "type": "function",
            "function": {"name": "list_agents", "description": "All agents.", "parameters": NOTHING},
        },
    ],
    "stream": True,
    "stream_options": {"include_usage": True},
}
CLAUDE_BODY = {
    "model": "claude-haiku-4-5",
    "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {"role": "user", "content": "Where is it warmer?"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Paris"}},
                {"type": "tool_use", "id": "c2", "name": "list_agents", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "18 °C"},
                {"type": "tool_result", "tool_use_id": "c2", "content": ""},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "tool_use", "id": "c3", "name": "weather", "input": {"INVALID_JSON": '{"city":'}}
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "c3",
                    "content": "The arguments are not valid JSON.",
                    "cache_control": {"type": "ephemeral"},
                }
            ],
        },
    ],
    "tools": [
        {"name": "weather", "description": "The weather of a city.", "input_schema": CITY},
        {
            "name": "list_agents",
            "description": "All agents.",
            "input_schema": NOTHING,
            "cache_control": {"type": "ephemeral"},
        },
    ],
    "max_tokens": 64_000,
    "stream": True,
}
RESPONSES_BODY = {
    "model": "gpt-4o-mini",
    "input": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Where is it warmer?"},
        {"role": "assistant", "content": "Let me look."},
        {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city":"Paris"}'},
        {"type": "function_call", "call_id": "c2", "name": "list_agents", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "18 °C"},
        {"type": "function_call_output", "call_id": "c2", "output": ""},
        {
            "type": "function_call",
            "call_id": "c3",
            "name": "weather",
            "arguments": '{"INVALID_JSON":"{\\"city\\":"}',
        },
        {"type": "function_call_output", "call_id": "c3", "output": "The arguments are not valid JSON."},
    ],
    "tools": [
        {
            "type": "function",
            "name": "weather",
            "description": "The weather of a city.",
            "parameters": CITY,
            "strict": False,
        },
        {
            "type": "function",
            "name": "list_agents",
            "description": "All agents.",
            "parameters": NOTHING,
            "strict": False,
        },
    ],
    "store": False,
    "stream": True,
}
