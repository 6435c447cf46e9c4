"""The facts that a message states, and the answer that they are noted."""

from collections.abc import Sequence

from agents.context.pack import ContextPack
from agents.knowledge.from_talk import find_facts
from intent.commands.remarks import only_states
from intent.dialogue import read_small_talk
from intent.statements.facts import corrects, statements_in
from intent.statements.from_replies import NOTED
from intent.statements.openings import asks_to_keep
from intent.statements.statement import Statement
from intent.statements.succession import successor_in
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_LEFT_OUT = "I left this out because I didn't understand it: "


def confirm_facts(facts: Sequence[Statement], message: str) -> str:
    """Quote the noted facts verbatim, and say what else in the message was not understood."""
    quoted = " ".join(f"“{plain(one.text.rstrip('.'))}.”" for one in facts)
    left = [
        one
        for one in sentences_of(message)
        if not (
            _is_kept(one, facts)
            or corrects(one)
            or read_small_talk(one)
            or only_states(one)
            or successor_in(one)
            or asks_to_keep(one)
        )
    ]
    missed = "; ".join(f"“{plain(one)}”" for one in left)
    return f"{NOTED}{quoted}" + (f"\n\n{_LEFT_OUT}{missed}" if left else "")


def _is_kept(sentence: str, facts: Sequence[Statement]) -> bool:
    """Return whether a sentence is one of the facts, several set apart by semicolons, or corrects one."""
    rows = [set(stems(one)) for one in sentence.split(";") if one.strip()]
    own = [set(stems(one.text)) for one in facts]
    return all(any(len(said & one) * 2 >= len(said) for one in own) for said in rows)


def find_stated_facts(pack: ContextPack, *, is_order: bool = True) -> list[Statement]:
    """Return the message's facts, completed by earlier words."""
    told = {one.text for one in find_facts(pack)}
    now = find_facts(pack, pack.message, is_order=is_order)
    alone = statements_in([pack.message], () if is_order else [pack.message])
    return [one for one in now if one.text not in told] or alone
