"""What bears out a sentence on a deed: what was done here and elsewhere, and what was read, for the judge."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from agents.models import CallStatus, ToolCallRecord
from agents.runs.claim_words import CUT, Sought, near
from agents.runs.past_rows import Past, past_of
from agents.tools.names import replace_ids
from agents.tools.run_context import RunContext
from agents.tools.tool import Effect
from intent.sentences.titles import significant_words
from omniforge.storage.database import in_database

_ROOM = 3_000  # characters of what happened earlier
_OF_TALK = 1_500  # of them for this talk: what the first look shows, the strict one shows, too
_MESSAGE = 2_000  # characters of a message that names things
_ABOUT = 1 / 3  # of the best score: from here on a row is shown with its result
_ONE, _LEAST = 1_500, 200  # characters of a result, at most and at least
_AT_ONCE = 3  # results that share the room left
_MOST_OTHERS = 5  # rows without results
_IN_SHORT = 120  # characters of a row without its result
_LEFT_OUT = "(others left out)"
_MOST_READ = 12  # results
_REFUSED = (CallStatus.REFUSED, CallStatus.FAILED)


async def earlier_deeds(run: RunContext, answer: str, claims: str = "") -> str:
    """Return what was done before this turn, oldest first: in the talk that the model reads, and, for a
    strict look at `claims`, elsewhere, too.

    What the claims, the message and the answer name comes first, and only that with its results.
    """
    past = await _told(run, await in_database(lambda: past_of(run, elsewhere=bool(claims))))
    said = " ".join((run.pack.message[:_MESSAGE], *run.also_said))
    answered, asked = significant_words(answer), significant_words(said)
    here = [at for at, one in enumerate(past) if not one.is_elsewhere]
    lines = _chosen(run, past, here, Sought(answered, asked), _OF_TALK)
    if claims:
        sought, room = Sought(significant_words(claims), asked, answered), _ROOM - _size(lines)
        strict = _chosen(run, past, range(len(past)), sought, room)
        lines |= {at: line for at, line in strict.items() if len(line) > len(lines.get(at, ""))}
    left_out = [_LEFT_OUT] if len(lines) < len(past) else []
    return "\n".join([*(lines[at] for at in sorted(lines)), *left_out])


async def reads_of_turn(run: RunContext, claims: str, room: int) -> str:
    """Return the results that this run has read, of each the part near `claims`, and what was refused to it.

    All fit into `room` characters.
    """
    read, claimed = await in_database(_reads, run), significant_words(claims)
    return "\n".join(f"{tool}: {near(text, claimed, room // len(read))}" for tool, text in read)


def _chosen(
    run: RunContext, past: Sequence[Past], places: Sequence[int], sought: Sought, room: int
) -> dict[int, str]:
    """Return lines for these `places` that fit into the room: what is sought, with its results, first."""
    titles = {at: [significant_words(name) for name in past[at].names] for at in places}
    heads = [significant_words(past[at].what).union(*titles[at]) for at in places]
    scores = dict(zip(places, sought.scores(heads, [past[at].result for at in places]), strict=True))
    named = {at: level for at in places if (level := sought.named(titles[at]))}
    ranked = sorted(places, key=lambda at: (-named.get(at, 0), -scores[at], -at))
    least = max(scores.values(), default=0) * _ABOUT
    about = [at for at in ranked if at in named or 0 < least <= scores[at]]
    lines = _short_lines(run, past, about, room // 2)
    most = {at: _ONE if at in named or not named else _LEAST for at in lines if past[at].result}
    _add_results(past, lines, sought, most, room - _size(lines))
    others = [at for at in ranked if at not in lines][:_MOST_OTHERS]
    return lines | _short_lines(run, past, others, room - _size(lines))


def _add_results(
    past: Sequence[Past], lines: dict[int, str], sought: Sought, most: Mapping[int, int], room: int
) -> None:
    """Add their results to the lines, `most` characters of each: short ones, then the most sought first."""
    for number, at in enumerate(sorted(most, key=lambda at: len(past[at].result) > _LEAST)):
        share = max(room // min(len(most) - number, _AT_ONCE), _LEAST)
        given = near(past[at].result, sought.claimed, min(share, most[at]))
        if len(given) <= room:
            lines[at] = f"{lines[at].removesuffix(CUT).rstrip()} {given}"
            room -= len(given)


def _size(lines: Mapping[int, str]) -> int:
    return sum(map(len, lines.values()))


def _short_lines(run: RunContext, past: Sequence[Past], places: Sequence[int], room: int) -> dict[int, str]:
    """Return the first of these `places` that fit, each with when, by whom, where and what."""
    lines = {at: _in_short(run, past[at]) for at in places}
    ends = accumulate(map(len, lines.values()))
    return {at: line for (at, line), end in zip(lines.items(), ends, strict=True) if end <= room}


def _in_short(run: RunContext, one: Past) -> str:
    when = f"{one.at.astimezone(run.pack.now.tzinfo):%a %d %b %H:%M} {one.by}".rstrip()
    cut = f" {CUT}" if one.result or len(one.what) > _IN_SHORT else ""
    return f"{when}{', elsewhere' if one.is_elsewhere else ''}: {one.what[:_IN_SHORT]}{cut}"


async def _told(run: RunContext, past: Sequence[Past]) -> list[Past]:
    """Return what happened in one line each, with names in place of ids, which are looked up at once."""
    lines = await replace_ids(run.pack.access, "\n".join(" ".join(one.what.split()) for one in past))
    told = zip(past, lines.split("\n"), strict=False)
    return [one._replace(what=what, result=" ".join(one.result.split())) for one, what in told]


def _reads(run: RunContext) -> list[tuple[str, str]]:
    made = ToolCallRecord.objects.filter(run_id=run.run_id)
    read = made.filter(effect=Effect.READ, status=CallStatus.DONE)
    told = read | made.filter(status__in=_REFUSED)
    newest = told.order_by("-id").values_list("tool", "result", "error")[:_MOST_READ]
    return [(tool, error or str(result.get("text", ""))) for tool, result, error in reversed(newest)]
