"""What a calendar holds, as people say it: something new, or one of the events that are there."""

from dataclasses import dataclass, field

from intent.commands.readers.occasions import is_occasion
from intent.commands.words import at_end
from intent.slots.moment import Moment


@dataclass(frozen=True, slots=True)
class Happening:
    """Something for the calendar: its title, when it is, and whether the words name the calendar."""

    title: str
    when: Moment = field(default_factory=Moment)
    in_calendar: bool = False

    @property
    def free_words(self) -> int:
        """How many of its words could be any others: none if they surely are an event's."""
        return 0 if self.in_calendar or is_occasion(self.title) else len(self.title.split())


@dataclass(frozen=True, slots=True)
class EventReference:
    """An event as people point at it: by its title, its day or time, its place in a list, or 'it'.

    With `title` empty any event fits. `whole_series` is of what repeats all of it. `place` counts from 1.
    """

    words: str
    title: str = ""
    when: Moment = field(default_factory=Moment)
    whole_series: bool = False
    is_pronoun: bool = False
    place: int | None = None
    in_calendar: bool = False

    @property
    def bare_title(self) -> str:
        """Its title without the word of its kind at the end: 'bank' of 'the bank reminder'."""
        words = tuple(self.title.casefold().split())
        size = at_end("any_event", words)[1]
        return " ".join(self.title.split()[: len(words) - size]) if 0 < size < len(words) else ""

    @property
    def free_words(self) -> int:
        """How many of its words could be any others: more if nothing says that they are an event's."""
        is_sure = self.in_calendar or is_occasion(self.title)
        return max(0, len(self.title.split()) + (-1 if is_sure else 1)) if self.title else 0
