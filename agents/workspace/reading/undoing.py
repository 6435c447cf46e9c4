"""Reads that the last changes shall be taken back: 'undo that', 'take that back'."""

import re

from agents.workspace.reading.clauses import bare

_WHAT = (
    r"(?:it|that|this|these|those|them|everything|(?:the|your|my|those|these|that|this) "
    r"(?:(?:very |most )?(?:last|latest|previous|recent)(?: few)? )?"
    r"(?:changes?|edits?|updates?|step|thing|one|action)(?: you (?:just )?(?:made|did))?|"
    r"what you (?:just )?(?:did|changed|made|added|deleted))"
)
_UNDO = re.compile(
    rf"(?:undo|revert|roll ?back)(?: {_WHAT})?|(?:take|roll|put) {_WHAT} back|"
    rf"(?:take|bring) back {_WHAT}|(?:restore|undelete|recover) {_WHAT}|bring {_WHAT} back|undo please",
    re.I,
)


def asks_to_undo(own: str) -> bool:
    """Return whether all that a message says is to take back what was done last."""
    return bool(_UNDO.fullmatch(bare(own)))
