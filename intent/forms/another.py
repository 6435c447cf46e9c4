"""Reads the wish for another agent instead of a draft: 'scrap that, make one that lists … instead'."""

from functools import partial

from intent.data_files import pattern
from intent.forms.filled import FormRead
from intent.forms.move_pieces import Move
from intent.forms.moves import read_moves

_pattern = partial(pattern, "another")

_WANTED, _INSTEAD, _MORE = _pattern("wanted"), _pattern("instead"), _pattern("more")
_LETS_GO = {Move.NOTHING, Move.BACK, Move.DROP, Move.REASON, Move.LEAVES, Move.TOLD}


def find_other_agent(form: FormRead, message: str) -> str:
    """Return the order for the agent that is wanted instead of the draft; empty if there is none.

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
    moves = {one.move for one in read_moves(form, before) or ()} if before else set()
    return bool(moves & {Move.BACK, Move.DROP}) and moves <= _LETS_GO
