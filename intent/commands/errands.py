"""An errand that nobody can do here, behind an order: '…, and wire £400 to the builder'."""

from collections.abc import Sequence

from intent.commands.catalogue import JOINTS
from intent.commands.grammar.tokens import Token
from intent.commands.words import key_of

_WHOM = frozenset(("me", "us", "him", "her", "them"))
_SAYS = frozenset(("that", "to", "saying"))
_MONEY = ("£", "€", "$")


def holds_an_errand(tokens: Sequence[Token]) -> bool:
    """Return whether words go on with an errand, so that they are no name of one thing."""
    joints = (at for at, one in enumerate(tokens) if not one.is_quoted and one.word in JOINTS)
    return any(_begins_errand(tokens[at + 1 :]) for at in joints)


def _begins_errand(tokens: Sequence[Token]) -> bool:
    row = list(tokens)
    while row and row[0].word in JOINTS:
        row = row[1:]
    if len(row) < 2 or row[0].is_quoted or not (kind := key_of("errand", row[0].word)):
        return False
    object_ = row[1].word
    if kind == "tells" and len(row) > 2 and row[2].word in _SAYS:
        return True
    return object_ in _WHOM or (kind == "pays" and (object_[:1].isdigit() or object_.startswith(_MONEY)))
