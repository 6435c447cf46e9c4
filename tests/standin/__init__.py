"""A stand-in for the language models' providers: the real wire of both, without their minds and their bills.

server.py      the server: connections, faults, timing, the journal
request.py     one request as it came, whichever vendor's it is
answers.py     what to answer: rules on the prompt, else words, or the least JSON that fits the schema
intents.py     answers to the site's own intent requests, by its own rules
faults.py      what can go wrong
openai_wire.py, anthropic_wire.py      each vendor's form of all this
strictness.py  what the vendors refuse in a JSON schema
fixtures.py    the pytest fixture `model_server`
__main__.py    python -m tests.standin --port 9009
"""

from tests.standin.faults import Fault
from tests.standin.server import ModelServer

__all__ = ["Fault", "ModelServer"]
