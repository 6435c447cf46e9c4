"""Reads a chore that is told in German or Spanish before somebody is asked to take it over."""

import re

from intent.slots.systems import outside_systems

_TAKEN = re.compile(
    r"(?P<told>.{12,}?)[.,;!–]\s+(?:"
    r"(?:kannst|könntest|würdest) du (?:mir )?(?:das|dies) (?:bitte )?(?:für (?:mich|uns) )?"
    r"(?:übernehmen|machen|erledigen|abnehmen)|"
    r"¿?(?:puedes|podrías) (?:encargarte(?: (?:tú|de eso|de esto|de ello))*|"
    r"hacerlo(?: (?:tú|por m[ií]|por nosotros))*))"
    r"(?: bitte| por favor)?[\s.!?]*",
    re.I,
)
_WORK = (
    re.compile(r".*\bdamit,? (?P<what>.+?) zu (?P<verb>\w+e[rl]?n)", re.I),
    re.compile(r".*?\b(?:muss ich|müssen wir) (?P<what>.+?) (?P<verb>\w+e[rl]?n)", re.I),
    re.compile(
        r".*\b(?:pierdo|perdemos|paso|pasamos|gasto|gastamos)\b.*?"
        r"\b(?P<gerund>\w+)ando (?P<rest>.+)",
        re.I,
    ),
    re.compile(r".*?\b(?:tengo|tenemos) que (?P<rest>\w+[aei]r(?:los|las|lo|la)? .+)", re.I),
)


def chore_abroad(message: str) -> str:
    """Return an order for an agent with the chore; empty without one over a system."""
    taken = _TAKEN.fullmatch(" ".join(message.split()))
    found = next(filter(None, (one.fullmatch(taken["told"]) for one in _WORK)), None) if taken else None
    if not found:
        return ""
    said = found.groupdict()
    work = f"{said['what']} {said['verb']}" if "what" in said else said["rest"]
    work = f"{said['gerund']}ar {work}" if "gerund" in said else work
    return f"create an agent to {work}" if outside_systems(work) else ""
