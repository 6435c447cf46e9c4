"""The directory of public servers that can be connected by name (`agents/data/mcp_servers.toml`)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from intent.sentences.titles import normalise

_FILE = Path(__file__).parents[2] / "data" / "mcp_servers.toml"


class Entrance(StrEnum):
    """How a server of the directory is accessed."""

    OAUTH = "oauth"  # by signing in, without preparation
    APP = "app"  # by signing in, after an admin has registered an application there
    KEY = "key"


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A server in the directory. `does` describes it in one line."""

    slug: str
    name: str
    does: str
    url: str
    sign_in: Entrance
    help: str = ""
    covers: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)

    @property
    def initial(self) -> str:
        return self.name[0]


@cache
def known_servers() -> Mapping[str, KnownServer]:
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {slug: _read(slug, row) for slug, row in rows.items()}


def known_for(system: str) -> KnownServer | None:
    """Return the directory's server for a system, by the name that people use: 'Jira'."""
    return _by_system().get(normalise(system))


def _read(slug: str, row: Mapping[str, object]) -> KnownServer:
    texts = {name: str(row.get(name, "")) for name in ("name", "does", "url", "help")}
    covers, asks = row.get("covers", []), row.get("asks", {})
    assert isinstance(covers, list) and isinstance(asks, dict)
    return KnownServer(slug, sign_in=Entrance(str(row["sign_in"])), covers=tuple(covers), asks=asks, **texts)


@cache
def _by_system() -> Mapping[str, KnownServer]:
    servers = known_servers().values()
    return {normalise(name): one for one in servers for name in (one.slug, one.name, *one.covers)}
