"""Conversations with planted facts, and whether each can still be found in what is kept."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from agents.memory.state.values import AgentState
from agents.memory.summaries.summariser import summarise
from agents.memory.summaries.triggers import is_due, messages_to_summarise
from agents.memory.summaries.values import Summary, SummaryRequest, Utterance
from omniforge.llm import Models

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
_PEOPLE = [
    "Maria",
    "Pedro",
    "Aisha",
    "Chen",
    "Olga",
    "Tomás",
    "Ingrid",
    "Kofi",
    "Yuki",
    "Anders",
    "Fatima",
    "Liam",
    "Noor",
    "Sven",
    "Priya",
    "Mateo",
]
_PLACES = [
    "Lisbon",
    "Porto",
    "Oslo",
    "Graz",
    "Leeds",
    "Turin",
    "Ghent",
    "Basel",
    "Lyon",
    "Cork",
    "Malmö",
    "Riga",
    "Split",
    "Bergen",
    "Vigo",
    "Bath",
]
_TOPICS = [
    "billing",
    "onboarding",
    "search",
    "checkout",
    "reporting",
    "invoicing",
    "payroll",
    "shipping",
    "pricing",
    "support",
]
_TOOLS = [
    "Postgres",
    "Redis",
    "Kafka",
    "Terraform",
    "Grafana",
    "Figma",
    "Stripe",
    "Twilio",
    "Airtable",
    "Snowflake",
]
_MONTHS = ["January", "March", "April", "May", "June", "September", "November"]
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"]
_FILLER = (
    "Good morning, I hope that you are well.",
    "That sounds reasonable to me, thank you.",
    "I was thinking about this while I walked home.",
    "It is a lot of work, as you know.",
    "Can you help me think it through?",
    "Let us see how this develops over time.",
)
_REPLIES = (
    "I understand, and I will keep this in mind.",
    "That makes sense.",
    "Tell me more when you know more.",
    "This fits what you said before.",
)


@dataclass(frozen=True)
class Fact:
    """A sentence, and the pieces that must still be in one line."""

    sentence: str
    pieces: tuple[str, ...]


def facts(number: int, seed: int) -> list[Fact]:
    chance = random.Random(seed)
    makers = [_budget, _owner, _decision, _deadline, _ticket, _supplier, _address, _rule, _count, _approval]
    return [makers[place % len(makers)](chance, place) for place in range(number)]


def _budget(chance, n):
    place, amount = chance.choice(_PLACES), f"{chance.randint(11, 99)},{chance.randint(100, 999)}"
    return Fact(f"The budget for {place} is {amount} EUR this year.", (place, amount))


def _owner(chance, n):
    who, topic = chance.choice(_PEOPLE), chance.choice(_TOPICS)
    return Fact(f"{who} takes care of {topic} number {n}.", (who, topic, str(n)))


def _decision(chance, n):
    tool, topic = chance.choice(_TOOLS), chance.choice(_TOPICS)
    return Fact(f"We decided to use {tool} for {topic}.", (tool, topic))


def _deadline(chance, n):
    topic, day, month = chance.choice(_TOPICS), chance.randint(1, 28), chance.choice(_MONTHS)
    return Fact(f"The {topic} work has to be ready by {day} {month}.", (topic, f"{day} {month}"))


def _ticket(chance, n):
    key, topic = f"OPS-{chance.randint(1000, 9999)}", chance.choice(_TOPICS)
    return Fact(f"Ticket {key} is about {topic}.", (key, topic))


def _supplier(chance, n):
    who, place = chance.choice(_TOOLS), chance.choice(_PLACES)
    return Fact(f"Let's go with {who} in {place}.", (who, place))


def _address(chance, n):
    who = chance.choice(_PEOPLE).lower()
    return Fact(f"Write to {who}.{n}@larkfield.example about it.", (f"{who}.{n}@larkfield.example",))


def _rule(chance, n):
    day, topic = chance.choice(_DAYS), chance.choice(_TOPICS)
    return Fact(f"we never change {topic} on a {day}", (day, topic))


def _count(chance, n):
    number, place = chance.randint(3, 97), chance.choice(_PLACES)
    return Fact(f"{number} people work in {place} now.", (str(number), place))


def _approval(chance, n):
    who, version = chance.choice(_PEOPLE), f"v{n}.{chance.randint(0, 9)}"
    return Fact(f"{who} approved {version} of the plan.", (who, version))


def conversation(planted: list[Fact], turns: int, seed: int) -> list[Utterance]:
    """Return a conversation of this many turns that states these facts among other things."""
    chance, said = random.Random(seed), list[Utterance]()
    share = len(planted) / turns
    for turn in range(turns):
        new = planted[round(turn * share) : round((turn + 1) * share)]
        asked, answered = (new, []) if turn % 5 else (new[:-1], new[-1:])
        for role, known, other in (("user", asked, _FILLER), ("assistant", answered, _REPLIES)):
            sentences = [fact.sentence for fact in known] + [chance.choice(other)]
            chance.shuffle(sentences)
            said.append(Utterance(f"id{len(said) + 1}", len(said) + 1, role, "\n".join(sentences)))
    return said


async def kept_of(said: list[Utterance], models: Models) -> tuple[Summary, list[Utterance]]:
    """Let the conversation grow turn by turn, summarising whenever it is due."""
    summary, covered = Summary(), 0
    for end in range(2, len(said) + 1, 2):
        open = said[covered:end]
        if not is_due(len(open) // 2, sum(len(one.text) for one in open)):
            continue
        if leaves := messages_to_summarise(open):
            request = SummaryRequest(leaves, summary, AgentState())
            summary = (await summarise(request, models, at=NOW)).summary
            covered += len(leaves)
    return summary, said[covered:]


def lost(planted: list[Fact], summary: Summary, open: list[Utterance]) -> list[Fact]:
    """Return the facts that no line contains any more: of the summary, or not yet covered."""
    lines = [line.lower() for line in _lines(summary, open)]
    return [
        fact for fact in planted if not any(all(one.lower() in line for one in fact.pieces) for line in lines)
    ]


def _lines(summary: Summary, open: list[Utterance]) -> Iterator[str]:
    yield from summary.text.splitlines()
    yield from summary.lines
    for one in open:
        yield from one.text.splitlines()
