"""One turn as one reader saw it, compared with its row."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from faults.journal import Heard
from faults.stored import Turn

_TAKER = 1_000_000  # range of numbers of each process that takes a turn
_DROPPABLE = ("agent_state",)  # progress that later events supersede
_MAY_LACK = "may be missing"  # part of the error message about lost words


class Watched:
    """`events` are the reader's events, in order. `answer` is the model's complete answer."""

    def __init__(self, events: list[Heard], turn: Turn, answer: str) -> None:
        self._events = events
        self._turn = turn
        self._answer = answer

    def gaps(self) -> Iterator[str]:
        """Yield events and words that the reader missed or got twice."""
        yield from self._disorder()
        yield from self._missed_words()
        if self._is_done:
            yield from self._missed_events()
            yield from self._other_cuts()

    def falsehoods(self) -> Iterator[str]:
        """Yield false statements about the end that the reader got."""
        if not self._is_done:
            return
        finish = self._events[-1].data.get("finish_reason")
        if finish != self._turn.status:
            yield f"told {finish}, stored {self._turn.status}"
        stored = self._turn.answer or ""
        if self.text != stored and not self._is_told_of_loss(stored):
            yield f"saw {len(self.text)} characters, stored are {len(stored)}, and was not told so"

    @cached_property
    def text(self) -> str:
        """The text on the reader's screen. A `session` in later numbers starts over."""
        return "".join(event.data["text"] for event in self._shown() if event.kind == "text_delta")

    @property
    def _is_done(self) -> bool:
        return self._events[-1].kind == "done"

    def _shown(self) -> list[Heard]:
        begins = [number for number, event in enumerate(self._events) if event.kind == "session"]
        return self._events[begins[-1] :] if begins else self._events

    def _disorder(self) -> Iterator[str]:
        if self._events[0].kind != "session":
            yield f"begins with {self._events[0].kind}"
        for before, after in pairwise(self._events):
            if after.seq <= before.seq:
                yield f"{after.seq} came after {before.seq}"
            if before.kind == "done":
                yield f"{after.kind} came after done"
            if after.kind == "session" and _taker(after.seq) == _taker(before.seq):
                yield f"a second session with number {after.seq}"

    def _missed_words(self) -> Iterator[str]:
        if self._turn.status in ("completed", "interrupted") and not self._answer.startswith(self.text):
            yield f"words are not those of the model: {self.text[-60:]!r}"

    def _missed_events(self) -> Iterator[str]:
        """Compare the events in each process's range of numbers with the stored ones."""
        got = {event.seq for event in self._events}
        takers = {_taker(event.seq) for event in self._events}
        for row in self._turn.events:
            if row[1] not in ("text", *_DROPPABLE) and _taker(row[0]) in takers and row[0] not in got:
                yield f"missed {row[1]} {row[0]}"

    def _other_cuts(self) -> Iterator[str]:
        """Each piece of text must end where the stored text has that number."""
        ends = {seq: (row, end) for row in self._turn.events if row[1] == "text" for seq, end in row[3]}
        read: dict[int, int] = {}  # characters of a row, by its last number
        for event in self._events:
            if event.kind == "text_delta" and event.seq in ends:
                row, end = ends[event.seq]
                read[row[0]] = read.get(row[0], 0) + len(event.data["text"])
                if read[row[0]] != end:
                    yield f"at {event.seq} it had {read[row[0]]} characters, of {end}"
                    return

    def _is_told_of_loss(self, stored: str) -> bool:
        """Return whether an error says that words may be missing, and only the last ones are missing."""
        errors = [event.data["message"] for event in self._events if event.kind == "error"]
        return self.text.startswith(stored) and any(_MAY_LACK in message for message in errors)


def _taker(seq: int) -> int:
    return seq // _TAKER
