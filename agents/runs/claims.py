"""Keeps a model to the truth: a sentence that says something was done is said only where it was done."""

import re

from agents.events import TextDelta
from agents.runs.context import RunContext

_END = re.compile(r"(?<=[.!?])\s+|\n")
_CLAIM = re.compile(
    r"\b(?:I(?:'ve| have|'m)?|we(?:'ve| have)?)\s+(?:(?:just|now|already|also|successfully)\s+)*(?P<did>\w+)"
    # Only of what we keep: that 'the page has been updated' may be true of somebody else's page.
    r"|\b(?:agent|skill|event|meeting|appointment|reminder|e-?mail|message|file|spreadsheet|workbook|schedule|"
    r"invitation|notification)s?\b[^.!?\n]{0,60}?\b(?:has|have) (?:now |already )?been (?P<done>\w+)",
    re.I,
)
_START = re.compile(
    r"\b(?:I|we|agent|skill|event|meeting|appointment|reminder|e-?mail|message|file|spreadsheet|workbook|schedule|"
    r"invitation|notification)\b",
    re.I,
)
# The beginnings of words that claim a deed, and those of the tools that do such a thing.
_DEEDS = {
    ("sent", "post", "notif", "e-mail", "email", "messag"): ("send", "mcp"),
    ("creat", "add", "made", "set", "wrote", "sav", "export", "generat"): (
        "create",
        "write",
        "calendar",
        "install",
        "link",
    ),
    ("updat", "chang", "renam", "paus", "resum", "archiv"): ("update", "calendar", "write_section", "undo"),
    ("mov",): ("move", "update", "calendar", "undo"),
    ("mark",): ("update",),
    ("delet", "remov", "cancel"): ("delete", "calendar", "unlink", "write_section", "undo"),
    ("link", "connect"): ("link", "create"),
    ("unlink",): ("unlink",),
    ("schedul", "book"): ("calendar", "create", "update"),
    ("ran", "start", "execut", "launch"): ("run",),
}
LEFT_OUT = "(Left out here: a sentence that said something was done. It was not.)"


class Checked:
    """Says a model's words as they come, but what may claim a deed only once its sentence is whole and true.

    `said` is what was let through. What was done stands in the run's ledger (`RunContext.done`).
    """

    def __init__(self, run: RunContext, *, aloud: bool) -> None:
        self._run = run
        self._aloud = aloud
        self._held = ""
        self.said = ""

    def say(self, piece: str) -> None:
        """Take the next piece of text."""
        self._held += piece
        while end := _END.search(self._held):
            self._let(self._checked(self._held[: end.end()]))
            self._held = self._held[end.end() :]
        claim = _START.search(self._held)
        sure = claim.start() if claim else self._held.rfind(" ") + 1
        self._let(self._held[:sure])
        self._held = self._held[sure:]

    def finish(self) -> str:
        """Say what is still held, and return all that was said."""
        self._let(self._checked(self._held))
        self._held = ""
        return self.said

    def _let(self, text: str) -> None:
        self.said += text
        if text and self._aloud:
            self._run.channel.send(TextDelta(text))

    def _checked(self, sentence: str) -> str:
        """Return a sentence, or the note that it was left out: a deed that it claims was not done."""
        claimed = [match["did"] or match["done"] for match in _CLAIM.finditer(sentence)]
        if all(self._was_done(word.lower()) for word in claimed):
            return sentence
        return LEFT_OUT + sentence[len(sentence.rstrip()) :]

    def _was_done(self, word: str) -> bool:
        wanted = [tools for starts, tools in _DEEDS.items() if word.startswith(starts)]
        done = [deed.tool for deed in self._run.done]
        return all(any(part in tool for tool in done for part in tools) for tools in wanted)
