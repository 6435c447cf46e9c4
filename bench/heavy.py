"""What others wait for while one person does the worst that is allowed."""

import asyncio
import io
import time
from typing import Any, NamedTuple

from openpyxl import Workbook

from bench.http import Connection
from bench.load import percentile
from tests.house.connection import FORM, form
from tests.house.connection import Connection as Sender
from tests.site import Site

PEOPLE = 7  # who burden the site, one after the other, as messages a minute are limited
_HEAD = """| one person sends at once | GET, another workspace | the same workspace | chat, longest; median |
| --- | ---: | ---: | ---: |"""
_LASTS, _LASTS_AT_MOST = 20.0, 180.0  # seconds of one measurement
_BETWEEN_GETS, _BETWEEN_CHATS = 0.02, 1.2  # seconds; 60 messages a minute are allowed
_LONGEST, _ROWS, _FEW_ROWS = 10_000, 300_000, 100  # characters of a message, rows of workbooks
_MESSAGES = {
    "sums": "What is " + "1+" * (_LONGEST // 2 - 5) + "1",
    "texts to summarise": ("Summarise this: " + "The fridge is read at noon, and then again. " * 300)[
        :_LONGEST
    ],
    "messages of `#`": "#" * _LONGEST,
    "messages of `:`": ":" * _LONGEST,
    "messages of `? `": "? " * (_LONGEST // 2),
}
_SUM = {"message": "What is 12 * 12?"}


class Request(NamedTuple):
    """A request of a person's."""

    key: str
    path: str
    body: object = None


async def measure(site: Site, crowd: dict[str, Any]) -> None:
    """Print a row for each burden."""
    print(_HEAD, flush=True)
    burdens = _burdens(site, crowd)
    for title, requests in burdens.items():
        print(f"| {title} | {await _row(site, crowd, requests, _SUM)} |", flush=True)
    question = _question_about(site, crowd["beside"], _workbook(_FEW_ROWS))
    row = await _row(site, crowd, burdens[_OF_WORKBOOKS], question)
    print(f"| the same, chat about a workbook of {_FEW_ROWS} rows | {row} |")


async def _row(site: Site, crowd: dict[str, Any], burden: list[Request], question: object) -> str:
    over, asked = asyncio.Event(), _asked_by_others(crowd, question)
    for request in asked:
        await _once(site, request)  # the first of each kind loads the code that it needs
    async with asyncio.timeout(_LASTS_AT_MOST), asyncio.TaskGroup() as tasks:
        probes = [tasks.create_task(_probe(site, request, over)) for request in asked]
        await asyncio.gather(asyncio.sleep(_LASTS), *(_once(site, request) for request in burden))
        over.set()
    elsewhere, near, chat = (one.result() for one in probes)
    gets = f"{max(elsewhere):.0f} ms | {max(near):.0f} ms"
    return f"{gets} | {max(chat):,.0f} ms; {percentile(chat, 50):.0f} ms"


def _asked_by_others(crowd: dict[str, Any], question: object) -> list[Request]:
    me, beside = "/api/v1/me/", crowd["beside"]
    return [Request(crowd["elsewhere"], me), Request(beside, me), Request(beside, "/api/v1/chat", question)]


async def _probe(site: Site, request: Request, over: asyncio.Event) -> list[float]:
    """Send a request again and again, and return the milliseconds that each answer took."""
    connection, waits = await Connection.open(site.port), list[float]()
    while not over.is_set():
        began = time.perf_counter()
        await _send(connection, request)
        waits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(_BETWEEN_CHATS if request.body else _BETWEEN_GETS)
    connection.close()
    return waits


async def _once(site: Site, request: Request) -> None:
    connection = await Connection.open(site.port)
    await _send(connection, request)
    connection.close()


async def _send(connection: Connection, request: Request) -> None:
    """Send a request and wait for the whole answer. Raises RuntimeError if it is refused."""
    method, head = "POST" if request.body else "GET", {"authorization": f"Bearer {request.key}"}
    status = await connection.request(method, request.path, request.body, head, lambda piece: None)
    if status != 200:
        raise RuntimeError(f"{method} {request.path} answered {status}")


# --- Burdens --------------------------------------------------------------------------------------

_OF_WORKBOOKS = f"10 questions about workbooks of {_ROWS:,} rows"


def _burdens(site: Site, crowd: dict[str, Any]) -> dict[str, list[Request]]:
    """Return the requests of each burden."""
    *keys, asking, fetching = crowd["heavy"]
    book = _workbook(_ROWS)
    made = {"nothing": list[Request]()}
    for key, (kind, text) in zip(keys, _MESSAGES.items(), strict=True):
        made[f"60 {kind} of {_LONGEST:,} characters"] = [Request(key, "/api/v1/chat", {"message": text})] * 60
    made[_OF_WORKBOOKS] = [
        Request(asking, "/api/v1/chat", _question_about(site, asking, book)) for _ in range(10)
    ]
    made["20 trees, 20 exports and 20 searches"] = [Request(fetching, path) for path in _fetched(crowd)] * 20
    return made


def _fetched(crowd: dict[str, Any]) -> list[str]:
    project = f"/api/v1/projects/{crowd['project']}"
    export = f"/api/v1/conversations/{crowd['long']}/export/"
    return [f"{project}/tree/", export, f"{project}/search/?q=report"]


def _question_about(site: Site, key: str, book: bytes) -> dict[str, object]:
    """Upload a workbook, and return a question about it in a conversation, as a file belongs to only one."""
    file = _made(site, key, "/api/v1/files/", FORM, form(book, "orders.xlsx"))
    begun = _made(site, key, "/api/v1/conversations/", "application/json", b"{}")
    return {"message": "What is the sum of amount?", "attachments": [file], "conversation_id": begun}


def _made(site: Site, key: str, path: str, kind: str, body: bytes) -> str:
    """Post a body, and return the id of what it made."""
    with Sender(site.url) as sender:
        head = {"Content_Type": kind, "Content_Length": len(body), "Authorization": f"Bearer {key}"}
        return str(sender.post(path, **head).send(body).answer()[2]["id"])


def _workbook(rows: int) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Orders")
    sheet.append(["order", "amount"])
    for number in range(rows):
        sheet.append([f"A-{number}", number])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()
