"""The measurements of a case. Each reports its lines."""

import asyncio
import json
from collections.abc import Callable

from bench import report
from bench.doors import DOORS, Direct, EventStream, Socket
from bench.installed import installed_mb
from bench.load import Level, run_level
from bench.reads import read_lists, row
from bench.stage import Stage, module
from tests.site import ROOT

_ROUNDS = 6
Tell = Callable[[str], None]


async def warm_up(stage: Stage) -> None:
    """Warm up: what is loaded at first use counts as memory at rest, not for a turn."""
    await read_lists(stage.port(0), stage.keys[0], stage.long)
    stage.at_rest = stage.meters[0].memory_mb()
    ports = [stage.port(number) for number in range(len(stage.sites))]
    doors = [door(port, stage.keys[0]) for port in ports for door in (Socket, EventStream)]
    for door in (Direct(stage.model[0], ""), *doors):
        await door.open()
        for _ in range(5):
            await door.ask("Explain how a plan helps a team.")
        await door.close()


async def levels(stages: list[Stage], turns: dict[int, int], tell: Tell) -> None:
    """Measure every number of users with every way, side by side."""
    (stage,) = stages
    tell(report.HEAD)
    for users, each in turns.items():
        measured = {}
        for way in DOORS:
            ports = [stage.model[0] if way is Direct else stage.port(user) for user in range(users)]
            doors = [way(port, key) for port, key in zip(ports, stage.keys, strict=False)]
            meters = stage.model[1:] if way is Direct else stage.meters
            measured[way.name] = await run_level(doors, meters, each)
            await asyncio.sleep(1)
        for line in report.level_rows(users, measured):
            tell(line)


async def stores_in_turn(stages: list[Stage], turns: dict[int, int], tell: Tell) -> None:
    """Ask the sites of all stores in turn, a few questions each, so that conditions are equal."""
    tell(report.HEAD)
    ((users, each),) = turns.items()
    doors = {
        stage.stores: [Socket(stage.port(user), stage.keys[user]) for user in range(users)]
        for stage in stages
    }
    measured = {stage.stores: Level() for stage in stages}
    for _ in range(_ROUNDS):
        for stage in stages:
            measured[stage.stores] += await run_level(doors[stage.stores], stage.meters, each)
    for line in report.level_rows(users, measured):
        tell(line)


async def figures(stages: list[Stage], turns: dict[int, int], tell: Tell) -> None:
    """Measure the lists, and a site's resources."""
    (stage,) = stages
    lists = await read_lists(stage.port(0), stage.keys[0], stage.long)
    stage.sites[0].stop()
    lines = (
        *map(row, lists),
        f"| memory at rest | {stage.at_rest:.0f} MB, {stage.meters[0].peak_mb:.0f} MB at most |",
        f"| start, until it answers | {stage.started_in:.1f} s |",
        f"| packages on disk | {installed_mb(ROOT / 'requirements.txt'):.0f} MB |",
        f"| database queries of a turn | {json.loads(module(stage.sites[0], 'bench.queries'))} |",
    )
    for line in ("", "| | |", "| --- | ---: |", *lines):
        tell(line)
