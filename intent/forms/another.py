"""Reads the wish for another agent: instead of a draft, or beside it: 'and one more that lists …'."""

import re
from datetime import date
from functools import partial

from intent.commands.words import as_words, at_start
from intent.data_files import pattern
from intent.forms.filled import FormRead
from intent.forms.move_pieces import Move
from intent.forms.moves import read_moves
from intent.forms.orders import DROP, order_of_draft
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_verb

_pattern = partial(pattern, "another")

_WANTED, _INSTEAD, _MORE = _pattern("wanted"), _pattern("instead"), _pattern("more")
_FURTHER, _ANEW = _pattern("further"), _pattern("anew")
_RELATES, _TO = ("that", "which", "who"), "to"
_PRONOUN = re.compile(r"\b(?:it|this one)(?: should| must| is to)? (?=\w)", re.I)  # 'on Mondays it lists …'
_ANY_DAY = date(2000, 1, 3)
_LETS_GO = {Move.NOTHING, Move.BACK, Move.DROP, Move.REASON, Move.LEAVES, Move.TOLD}


def find_other_agent(form: FormRead, message: str) -> str:
    """Return the order for the agent that is wanted instead of the draft, empty if there is none.

    The message says 'instead', or begins by dropping the draft.
    """
    said = " ".join(message.split())
    found = _WANTED.match(said)
    if found is None or _MORE.search(found["work"]):
        return ""
    work = _INSTEAD.sub("", found["work"])
    before = found["before"].strip(" ,.;:!?–—-")
    is_instead = work != found["work"] or "instead" in said[: found.start("work")]
    return f"create an agent that {work}" if is_instead or _lets_go(form, before) else ""


def _lets_go(form: FormRead, before: str) -> bool:
    if before and order_of_draft(before.removesuffix(" and"), form.situation) == DROP:
        return True
    moves = {one.move for one in read_moves(form, before) or ()} if before else set()
    return bool(moves & {Move.BACK, Move.DROP}) and moves <= _LETS_GO


def find_further_agent(message: str) -> str:
    """Return the order for one agent more, empty if a message may be about any other thing.

    Without the word 'agent' it has to say when, or relate a verb of work: 'another one that lists …'.
    """
    found = _FURTHER.match(" ".join(message.split()))
    if found is None:
        return ""
    work, joint = found["work"], found["joint"].lower()
    is_apart = joint not in (*_RELATES, _TO)
    work, link = (_PRONOUN.sub("", work, count=1), "that") if is_apart else (work, joint)
    works = joint in _RELATES and bool(
        at_start("work_opening", as_words(work))[1] or plain_verb(work.partition(" ")[0])
    )
    says_when = is_apart and find_when(work, _ANY_DAY)
    called = f"called {found['name']} " if found["name"] else ""
    return f"create an agent {called}{link} {work}" if found["helper"] or works or says_when else ""


def find_agent_anew(message: str) -> str:
    """Return the order for an agent with a name and a sentence for its work, empty if it is none."""
    said = " ".join(message.split())
    return said if _ANEW.match(said) else ""
