"""What happened to a person's statement, according to the reply: noted in full sentences, or forgotten."""

from intent.statements.facts import read_statement
from intent.statements.retractions import correction_in, to_forget
from intent.statements.swaps import swaps

NOTED = "Noted: "
FORGOT = "Forgot "


def facts_by_reply(message: str, reply: str) -> list[str]:
    """Return a message's facts, in full sentences if the reply shows what became of 'no, it's green'."""
    facts = quoted(reply)
    if reply.startswith(FORGOT):
        return [f"forget {one}" for one in facts]
    if reply and to_forget(message):
        return []  # the reply says that nothing was forgotten
    told = [f"no, note that {one}" for one in facts if read_statement(f"note that {one}")]
    puts_right = reply.startswith(NOTED) and (correction_in(message) or swaps(message))
    return told if told and puts_right else [message]


def quoted(reply: str) -> list[str]:
    """Return the facts that a reply quotes."""
    return [one.partition("”")[0] for one in reply.partition("\n")[0].split("“")[1:]]
