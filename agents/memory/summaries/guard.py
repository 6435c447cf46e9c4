"""The guard: whoever wrote a summary, no fact of what it covers is lost, and none is made up.

Every sentence with a name, an id, a number, a date or a decision must be said by some line of the summary or
its facts: with all of these marks, and with enough of its other words, a rare one among them. Else it is
carried word for word.
Sentences of the summary with a number, id or name that nobody wrote are left out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from agents.memory.summaries.fitting import fit_summary
from agents.memory.summaries.lines import Line, Lines, lines_of
from agents.memory.summaries.marks import marks_of, tokens_of
from agents.memory.summaries.needs import Need, names_of, needs_of
from agents.memory.summaries.sentences import sentences_of
from agents.memory.summaries.values import Carried, Summary, SummaryRequest


@dataclass(frozen=True, slots=True)
class Draft:
    """A summary as a model or the rules have written it, not yet looked at.

    `kept` are messages, by sequence, that it wants to stay word for word.
    """

    text: str
    facts: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


def guard_summary(draft: Draft, request: SummaryRequest) -> Summary:
    """Return the summary that can be kept: what the draft may say, and all that it forgot."""
    known = _known(request)
    text = "\n".join(_supported(sentences_of(draft.text), known))
    deeds = [deed for message in request.covered for deed in message.deeds]
    facts = list(dict.fromkeys([*request.current.facts, *_supported(draft.facts, known), *deeds]))
    kept = [
        Carried(one.sequence, one.text, one.role) for one in request.covered if one.sequence in draft.kept
    ]
    lines = lines_of(text, *facts, *(one.text for one in kept))
    carried = sorted([*kept, *_forgotten(list(needs_of(request)), lines)], key=lambda one: one.sequence)
    summary = Summary(text, tuple(facts), tuple(carried), request.whole)
    return fit_summary(summary, names_of(request))


def says_something(draft: Draft, request: SummaryRequest) -> bool:
    """Return whether a sentence of the draft can stand."""
    return bool(_supported(sentences_of(draft.text), _known(request)))


def _known(request: SummaryRequest) -> frozenset[str]:
    """Return every token that somebody wrote, or that is known of the workspace."""
    current = request.current
    texts = [current.text, *current.lines, request.focus]
    texts += [part for one in request.messages for part in (one.text, *one.deeds)]
    texts += [one.name for one in request.state.current_understanding.entities]
    return frozenset(token for text in texts for token in tokens_of(text))


def _supported(sentences: Iterable[str], known: Collection[str]) -> list[str]:
    return [one for one in sentences if marks_of(one, at_start=False) <= frozenset(known)]


def _forgotten(needs: Sequence[Need], lines: Iterable[Line]) -> list[Carried]:
    """Return the sentences that no line says, each once: what is carried is a line for those that follow."""
    counts = Counter(word for need in needs for word in need.words)
    carried, said = list[Carried](), Lines(lines)
    for need in needs:
        if not said.say(need, need.rarest(counts)):
            carried.append(need.said)
            said.add(tokens_of(need.said.text))
    return carried
