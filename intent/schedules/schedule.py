"""When an agent runs: RFC 5545 rules with times of day, in the workspace's time zone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, takewhile

from croniter import croniter

from intent.schedules.left_out import days_as_line, days_in_words, read_days
from intent.slots import from_cron, to_cron
from intent.slots.draft import with_times
from omniforge.recurrence.next_time import next_time
from omniforge.recurrence.rule import DEFAULT_TIME, Rule
from omniforge.recurrence.words import describe

FREQUENT = ("MINUTELY", "HOURLY")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rules whose runs are combined, no rules: on demand. `str` gives the stored form.

    `start` is the first possible day, from which every second week or a number of runs is counted. Without
    it there is no first day. It doesn't run on the days `without`.
    """

    rules: tuple[Rule, ...] = ()
    start: date | None = None
    without: tuple[date, ...] = ()

    @classmethod
    def parse(cls, stored: str) -> "Schedule":
        """Return the schedule from the form that `str` gives."""
        lines = dict.fromkeys(stored.split())
        starts = [line.removeprefix("DTSTART:") for line in lines if line.startswith("DTSTART:")]
        start = datetime.strptime(starts[0][:8], "%Y%m%d").date() if starts else None
        rules = tuple(Rule.read(line) for line in lines if line.startswith("RRULE:"))
        return cls(rules, start, read_days([line for line in lines if line.startswith("EXDATE")]))

    @classmethod
    def of_cron(cls, line: str) -> "Schedule":
        """Return the schedule of a valid cron line. With days of the month and of the week, either counts."""
        rule = from_cron(line)
        if rule:
            return cls((times_inside(*rule),) if rule[0] else ())
        minute, hour, date_field, month, weekday = line.split()
        either = (f"{minute} {hour} {date_field} {month} *", f"{minute} {hour} * {month} {weekday}")
        return cls(tuple(times_inside(*rule) for one in either if (rule := from_cron(one))))

    def __str__(self) -> str:
        first = [f"DTSTART:{self._first:%Y%m%dT%H%M%S}"] if self.start else []
        without = [days_as_line(self.without)] if self.without else []
        return "\n".join([*first, *(f"RRULE:{rule.text()}" for rule in self.rules), *without])

    def __bool__(self) -> bool:
        return bool(self.rules)

    @property
    def words(self) -> str:
        """Return the schedule in English: 'every 2 weeks on Tuesday at 09:00, starting 1 December 2026'."""
        if self.start and self._is_one_run:
            return f"once, on {self.start.day} {self._first:%B %Y at %H:%M}"
        said = ", and ".join(describe(str(rule)) for rule in self.rules) or describe("")
        start = f", starting {self.start.day} {self.start:%B %Y}" if self.start else ""
        return f"{said}{start}{f', not on {days_in_words(self.without)}' if self.without else ''}"

    @property
    def _is_one_run(self) -> bool:
        """Return whether it runs once, on its first day."""
        times = [one for rule in self.rules for one in rule.times(None)]
        plain = [replace(rule, hours=(), minutes=()) for rule in self.rules] == [Rule("DAILY", count=1)]
        return plain and len(times) == 1

    @property
    def cron(self) -> str | None:
        """Return five cron fields, empty on demand, or None if cron can't express exactly the same."""
        beyond = self.start or self.without
        lines = [None if beyond else to_cron(str(rule)) for rule in self.rules]
        if len(lines) < 2:
            return lines[0] if lines else ""
        return _either(*lines) if len(lines) == 2 and all(lines) else None  # type: ignore[arg-type]

    def next_after(self, after: datetime) -> datetime | None:
        """Return the first run after `after`, in its time zone, or None if there is none."""
        while (found := self._by_rule_after(after)) and found.date() in self.without:
            after = datetime.combine(found.date(), time.max, found.tzinfo)
        return found

    def _by_rule_after(self, after: datetime) -> datetime | None:
        start = self.start or after.date() - _DAY
        times = (next_time(rule.text(), None, after, start) for rule in self.rules)
        return min(filter(None, times), key=lambda one: one.astimezone(UTC), default=None)

    def runs_on(self, weekday: str) -> bool:
        """Return whether a weekday, 'MO', may have a run: a rule names it, or names no days at all."""
        return any(
            weekday in {day[-2:] for day in rule.days} or not (rule.days or rule.dates) for rule in self.rules
        )

    def at(self, *times: time) -> "Schedule":
        """Return the same days at other times of day, every day if there were none. Raises Refused."""
        rules = (with_times(_daily(rule), times) for rule in self.rules or (Rule("DAILY"),))
        return replace(self, rules=tuple(times_inside(str(rule), times[0]) for rule in rules))

    def leaving_out(self, days: Sequence[date]) -> "Schedule":
        """Return the same schedule without runs on these days."""
        return replace(self, without=tuple(sorted({*self.without, *days})))

    def running_on(self, days: Collection[date]) -> "Schedule":
        """Return the same schedule in which none of these days is left out."""
        return replace(self, without=tuple(one for one in self.without if one not in days))

    def within(self, first: date | None, end: date | None) -> "Schedule":
        """Return the same schedule with another first or last day."""
        rules = tuple(replace(rule, until=end or rule.until) for rule in self.rules)
        return replace(self, rules=rules, start=first or self.start)

    def resumed_on(self, today: date) -> "Schedule":
        """Return the same schedule without the break, days left out in a row, that includes today."""
        after = takewhile(self.without.__contains__, (today + timedelta(days) for days in count()))
        return self.running_on({*after})

    @property
    def time_of_day(self) -> time | None:
        """Return the one time of day at which it runs, or None otherwise, or if it runs by the hour or
        minute.
        """
        times = self.times_of_day
        return times[0] if len(set(times)) == 1 else None

    @property
    def times_of_day(self) -> tuple[time, ...]:
        """Return the times of day at which it runs, empty if it runs by the hour or minute."""
        return tuple(one for rule in self.rules for one in rule.times(None))

    @property
    def _first(self) -> datetime:
        """Return the first run's time on the first day, midnight if it runs by the hour or minute."""
        often = self.rules[0].freq in FREQUENT
        return datetime.combine(self.start or date.min, time() if often else self.rules[0].times(None)[0])


def times_inside(rrule: str, at: time | None) -> Rule:
    """Return a rule with its times of day inside it, by default 9:00."""
    rule = Rule.read(rrule)
    if rule.freq == "HOURLY" and rule.hours and rule.interval == 1:
        freq = "WEEKLY" if rule.days else "DAILY"
        return replace(rule, freq=freq, minutes=rule.minutes or (0,))
    if rule.freq in FREQUENT:
        return rule
    if rule.hours:
        return replace(rule, minutes=rule.minutes or (at.minute if at else 0,))
    at = at or DEFAULT_TIME
    return replace(rule, hours=(at.hour,), minutes=(at.minute,))


def _daily(rule: Rule) -> Rule:
    """Return a rule without its times of day."""
    places = () if len(rule.minutes) > 1 else rule.places
    days = {"freq": "WEEKLY" if rule.days else "DAILY", "interval": 1} if rule.freq in FREQUENT else {}
    return replace(rule, hours=(), minutes=(), places=places, **days)  # type: ignore[arg-type]


def _either(first: str, second: str) -> str | None:
    """Return the cron line that combines days of the month from one and days of the week from the other."""
    one, other = first.split(), second.split()
    fields = [croniter.expand(line)[0] for line in (first, second)]
    same = all(fields[0][place] == fields[1][place] for place in (0, 1, 3))
    apart = one[4] == "*" and other[2] == "*" and one[2] != "*" and other[4] != "*"
    minute, hour = (min(one[place], other[place], key=len) for place in (0, 1))
    return " ".join((minute, hour, one[2], one[3], other[4])) if same and apart else None
