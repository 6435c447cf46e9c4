"""unknown: greets, answers from documents that speak of it, or asks one question; never starts anything."""

import re

from agents.actions import facts
from agents.context import ContextPack
from agents.events import Outputs, TextDelta
from agents.knowledge.options import AskOptions
from agents.knowledge.pipeline import answer_from, look_for
from agents.replies import reply
from intent.rules.text import heard
from intent.types import Intent, Method

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|"
    r"abend)|moin|servus|hola|"
    r"buenos días|buenas|bonjour|salut|ciao|olá|namaste)\b.{0,25}",
    re.I,
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|cheers|great|perfect|nice|danke|gracias|merci|obrigad[oa])\b", re.I
)
_NOTHING = re.compile(
    r"(?:please )?(?:never ?mind|forget (?:it|that|about it)|no|nope|nothing|cancel|stop(?: it)?|start over)"
    r"[\s.!]*",
    re.I,
)
_BYE = re.compile(
    r"\W*(?:(?:good ?)?bye|see you(?: \w+)?|cu|tsch(?:ü|u)ss|have a (?:good|nice) \w+|good night|"
    r"that(?:'s| is| will be) all(?: for (?:now|today))?)[\s.!]*",
    re.I,
)
_NOTED = re.compile(
    r"\W*(?:ok(?:ay)?|k|alright|all right|fine|got it|i see|understood|sure|(?:ha)+|lol|hm+|wow)[\s.!]*", re.I
)
_LOST = re.compile(
    r"\W*(?:sorry,? )?(?:i (?:do not|don't|dont) (?:understand|get it)|i(?:'m| am) (?:lost|confused)|huh)"
    r"[\s.!?]*",
    re.I,
)
_OBJECTS = re.compile(
    r"(?:no\b[\s,]*)?(?:that(?:'s| is| was)|it(?:'s| is| was)|you(?:'re| are)|this is)\s+"
    r"(?:wrong|incorrect|a mistake|not (?:right|correct|true|it|what i (?:meant|wanted|said|asked)(?: for)?))"
    r"[\s.!]*|not that(?: one)?[\s.!]*|you (?:misunderstood|got (?:it|that|me) wrong)(?: me)?[\s.!]*",
    re.I,
)
_GOODBYE = "Goodbye. What was said is kept: we can go on from here at any time."
_ALL_RIGHT = "All right. Tell me when there is something to do or to find out."
_SORRY = (
    "I am sorry, then I took it wrongly. Say it again in other words, with the name of what you mean. What I "
    "changed in a project last, 'undo that' takes back."
)
_GREET = (
    "Hello. What is taking your time? Describe a chore, and we build an agent for it; or ask me to list "
    "or run one."
)
_WELCOME = "You are welcome. Is there anything else I can take off your hands?"
_ASK = (
    "I am not sure what you would like me to do. Is it a chore that should happen by itself, something "
    "to do once, or a question? I can build, change and run agents, and answer from your workspace."
)
_SMALL_TALK = (
    (_GREETING, _GREET),
    (_NOTHING, "All right. Nothing is open, and nothing was changed."),
    (_BYE, _GOODBYE),
    (_NOTED, _ALL_RIGHT),
    (_LOST, facts.HELP),
    (_OBJECTS, _SORRY),
)


async def unknown(pack: ContextPack, intent: Intent) -> Outputs:
    """Answer what asks for nothing that can be done."""
    said = heard(pack.message).strip().replace("’", "'")
    if answer := next((answer for form, answer in _SMALL_TALK if form.fullmatch(said)), ""):
        yield TextDelta(answer)
    elif _THANKS.search(said) and len(said.split()) <= 6:
        yield TextDelta(_WELCOME)
    elif intent.method is Method.EXPLICIT and intent.clarifying_question:
        yield TextDelta(intent.clarifying_question)
    elif passages := (await look_for(pack)).passages:
        async for output in answer_from(pack, passages, AskOptions()):
            yield output
    else:
        async for delta in reply(pack, facts=[_ASK], otherwise=_ASK):
            yield delta
