"""A stand-in for the providers of language models: the real wire of both vendors, without minds and bills.

server.py        what it is told to answer, and the journal of what it was asked
connection.py    HTTP
request.py       one request, whichever vendor's it is
exchange.py      one request and its answer: the pace, and what goes wrong
answers.py       what to answer: the rule that fits, else words, or the least JSON for the schema
intents.py       what to answer where the site asks for an intent
faults.py        what can go wrong
openai_wire.py, anthropic_wire.py    each vendor's form of all this
strictness.py    what the vendors refuse in a JSON schema
thread.py        the server in a thread of its own
fixtures.py      the pytest fixture `model_server`
__main__.py      python -m tests.standin --port 9009
"""

from tests.standin.faults import Fault
from tests.standin.server import ModelServer

__all__ = ["Fault", "ModelServer"]
