"""Measures the classifier on labelled rows."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from intent.classifier import classify
from intent.explicit import explicit_intent
from intent.local import analyse
from intent.model import ask_model
from intent.parsing import parse_answer, to_intent
from intent.prompts import build_prompt
from intent.training.evaluation import Judged, as_text, report
from intent.training.examples import Example, read_examples
from intent.types import Intent
from omniforge.llm import Models


class Command(BaseCommand):
    """`manage.py evaluate_intent rows.jsonl`: a row is correct if the action found is an acceptable one."""

    help = "Measure the classifier on labelled rows, one JSON object a line."

    def add_arguments(self, parser: CommandParser) -> None:
        """See the help of each."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--method", choices=("rules", "model", "full"), default="full")
        parser.add_argument("--json", type=Path, help="write the figures there")
        parser.add_argument("--errors", action="store_true", help="list the rows that came out wrong")
        parser.add_argument(
            "--show-prompts", action="store_true", help="print what would go to a model, and stop"
        )
        parser.add_argument(
            "--record", type=Path, help="write each prompt to this folder as <id>.prompt.txt, and stop"
        )
        parser.add_argument("--replay", type=Path, help="score the answers in this folder, <id>.answer.txt")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError if the file can't be read."""
        examples = self._read(options["file"])
        if options["show_prompts"] or options["record"]:
            self._write_prompts(examples, options["record"])
            return
        if options["replay"]:
            judged = list(_replayed(examples, options["replay"]))
        else:
            judged = asyncio.run(_classified(examples, options["method"]))
        figures = report(judged)
        if options["json"]:
            options["json"].write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        wrong = _wrong(judged) if options["errors"] else ()
        self.stdout.write("\n".join([*as_text(figures), *wrong]))

    def _read(self, path: Path) -> list[Example]:
        try:
            return read_examples(path)
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise CommandError(f"{path} cannot be read as labelled rows: {problem!r}") from problem

    def _write_prompts(self, examples: Iterable[Example], folder: Path | None) -> None:
        for example in examples:
            prompt = build_prompt(example.message, example.history, example.catalogue)
            text = "\n\n".join(f"### {part.role}\n{part.content}" for part in prompt)
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{example.id}.prompt.txt").write_text(text + "\n", encoding="utf-8")
            else:
                self.stdout.write(f"--- {example.id}\n{text}\n")


async def _classified(examples: Iterable[Example], method: str) -> list[Judged]:
    judged = []
    for example in examples:
        models = Models.from_settings()
        intent = await _by_method(example, method, models)
        cost = sum((call.cost for call in models.calls), Decimal(0))
        judged.append(Judged(example, intent, cost))
    return judged


async def _by_method(example: Example, method: str, models: Models) -> Intent:
    message, history, catalogue = example.message, example.history, example.catalogue
    if method == "model":
        answered = await ask_model(message, history, catalogue, models)
        return answered or explicit_intent(message, catalogue) or analyse(message, history, catalogue)
    return await classify(
        message, history=history, catalogue=catalogue, models=models if method == "full" else None
    )


def _replayed(examples: Iterable[Example], folder: Path) -> Iterator[Judged]:
    """Yield rows judged by stored answers. A missing or invalid one falls back to the rules, as in a turn."""
    for example in examples:
        path = folder / f"{example.id}.answer.txt"
        answer = parse_answer(path.read_text(encoding="utf-8")) if path.exists() else None
        explicit = explicit_intent(example.message, example.catalogue)
        rules = explicit or analyse(example.message, example.history, example.catalogue)
        yield Judged(example, explicit or (to_intent(answer, example.catalogue) if answer else rules))


def _wrong(judged: Iterable[Judged]) -> Iterator[str]:
    for one in judged:
        if not one.is_right:
            found = f"{one.intent.action_type} {one.intent.confidence:.2f}"
            yield f"{one.example.id}: {one.example.action} taken as {found}: {one.example.message[:120]}"
