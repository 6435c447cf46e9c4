"""Evidence about messages with findings: readers' events, rows, logs."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from faults.journal import Accepted, Heard, Journal, Refused
from faults.stage import Stage
from faults.stored import Stored


def of(journal: Journal, stored: Stored, messages: Iterable[str]) -> str:
    """Return everything recorded about these messages as lines, times in seconds from the first question."""
    start = min((asked.at for asked in journal.asked.values()), default=0.0)
    spans = [f"fault {span.begun - start:.2f} to {span.over - start:.2f}" for span in journal.spans]
    return "\n".join(
        [*spans, *(line for one in dict.fromkeys(messages) for line in _of(one, journal, stored, start))]
    )


def keep(folder: Path, text: str, stage: Stage) -> None:
    """Write the evidence to a folder, with the logs of the processes."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "messages.txt").write_text(text)
    for web in stage.webs:
        for log in web.var.glob("*.log"):
            shutil.copy(log, folder / f"{web.var.name}-{log.name}")


def _of(message: str, journal: Journal, stored: Stored, start: float) -> Iterator[str]:
    yield f"\nmessage {message}, asked at {journal.asked[message].at - start:.2f}"
    accepted = [one for one in journal.accepted if one.message == message]
    refused = [one for one in journal.refused if one.message == message]
    heard = [one for one in journal.heard if one.turn in {one.turn for one in accepted}]
    all_noted: list[Accepted | Refused | Heard] = [*accepted, *refused, *heard]
    for noted in sorted(all_noted, key=lambda one: one.at):
        yield f"  {noted.at - start:.2f} {str(noted)[:400]}"
    yield from (f"  stored: {str(turn)[:3000]}" for turn in stored.turns if turn.message == message)
