"""A stand-in for the providers of language models: the real wire of both vendors, without minds and bills.

server.py        what it is told to answer, and the journal of what it was asked
control.py       the same over HTTP, for tests in another process
script.py        answers for the next requests, one after the other
connection.py    HTTP
request.py       one request, whichever vendor's it is
exchange.py      one request and its answer: the pace, and what goes wrong
blocks.py        what an answer is made of: texts and tool calls, and their pieces
answers.py       what to answer: the rule that fits, else words, or the least JSON for the schema
intents.py       what to answer where the site asks for an intent
faults.py        what can go wrong
openai_wire.py, anthropic_wire.py    each vendor's form of all this
azure_wire.py    Azure's address and header for OpenAI's form
listing.py       the vendors' lists of models
strictness.py    what the vendors refuse in a JSON schema
pairing.py       what they refuse about tools
thread.py        the server in a thread of its own
fixtures.py      the pytest fixture `model_server`
__main__.py      python -m tests.standin --port 9009
"""

from tests.standin.blocks import ToolCall
from tests.standin.faults import Fault
from tests.standin.server import ModelServer

__all__ = ["Fault", "ModelServer", "ToolCall"]
