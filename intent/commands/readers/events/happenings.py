"""Calendar entries in words: a new one, or a reference to an existing one."""

from dataclasses import dataclass, field

from intent.commands.readers.events.occasions import is_occasion
from intent.commands.words import at_end
from intent.slots.moment import Moment
from intent.slots.moment_words import phrases_of
from intent.slots.text import fold


@dataclass(frozen=True, slots=True)
class Happening:
    """A new calendar entry: its title, its moment, and whether the words name the calendar."""

    title: str
    when: Moment = field(default_factory=Moment)
    in_calendar: bool = False

    @property
    def free_words(self) -> int:
        """Return how many words are free text: none if they are certainly an event's."""
        return 0 if self.in_calendar or is_occasion(self.title) else len(self.title.split())


@dataclass(frozen=True, slots=True)
class EventReference:
    """A reference to an event: by title, day or time, index in a list, or 'it'.

    An empty `title` matches any event. `whole_series` is for all its occurrences, `alone` for one: the next
    unless the words say which. `place` counts from 1.
    """

    words: str
    title: str = ""
    when: Moment = field(default_factory=Moment)
    whole_series: bool = False
    is_pronoun: bool = False
    place: int | None = None
    in_calendar: bool = False
    alone: bool = False

    @property
    def only_points(self) -> bool:
        """Return whether it is only 'it', of whatever day."""
        return self.is_pronoun and not self.title

    @property
    def bare_title(self) -> str:
        """Return its title without a trailing word for its kind: 'bank' for 'the bank reminder'."""
        words = tuple(self.title.casefold().split())
        size = at_end("any_event", words)[1]
        return " ".join(self.title.split()[: len(words) - size]) if 0 < size < len(words) else ""

    @property
    def plain_title(self) -> str:
        """Its title without how often it is: 'ballet' of 'weekly ballet'."""
        first, _, rest = self.title.partition(" ")
        return rest if fold(first) in phrases_of("frequency") else ""

    @property
    def free_words(self) -> int:
        """Return how many words are free text: more if nothing marks them as an event's."""
        is_sure = self.in_calendar or is_occasion(self.title)
        return max(0, len(self.title.split()) + (-1 if is_sure else 1)) if self.title else 0
