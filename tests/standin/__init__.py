"""A fake server for model providers: the real wire formats of the vendors, without models and bills.

server.py        scripted answers, and a log of requests
control.py       the same over HTTP, for tests in another process
script.py        answers for the next requests, one after the other
connection.py    HTTP
request.py       one request, whichever vendor's it is
exchange.py      one request and its answer: pace and faults
blocks.py        the parts of an answer: texts and tool calls, and their pieces
answers.py       choosing an answer: a matching rule, else words, or minimal JSON for the schema
intents.py       answers to requests for an intent
faults.py        the faults
openai_wire.py, anthropic_wire.py    each vendor's wire format
azure_wire.py    Azure's address and header for OpenAI's form
listing.py       the vendors' lists of models
strictness.py    the vendors' restrictions on JSON schemas
pairing.py       their restrictions on tools
thread.py        the server in a thread of its own
fixtures.py      the pytest fixture `model_server`
__main__.py      python -m tests.standin --port 9009
"""

from tests.standin.blocks import ToolCall
from tests.standin.faults import Fault
from tests.standin.server import ModelServer

__all__ = ["Fault", "ModelServer", "ToolCall"]
