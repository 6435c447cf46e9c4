"""Runs a request through Django in one visit to a pooled thread.

Django's own handler visits a new thread, with a new database connection, four times per request, which
takes longer than most requests. Here middlewares and view run in one visit. Long work, such as a streamed
response, continues on the event loop and holds no thread.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any, cast

from asgiref.sync import async_to_sync, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from rest_framework.views import APIView

from omniforge.web.asgi_types import Receive, Scope, Send
from omniforge.web.problems import problem_response

_THREADS = ThreadPoolExecutor(32, thread_name_prefix="requests")


class LoopRequest(ASGIRequest):
    """A request whose handler can finish its view on the event loop (`decided_on_loop`)."""


class LateResponse(StreamingHttpResponse):
    """A placeholder while middlewares set headers and cookies, which it copies to the real response."""

    def __init__(self, view: APIView, deciding: Coroutine[Any, Any, HttpResponseBase]) -> None:
        super().__init__()
        del self.headers["Content-Type"]
        self._view = view
        self._deciding = deciding

    async def decided(self) -> HttpResponseBase:
        """Return the real response. Errors are rendered like those of API views."""
        try:
            response = await self._deciding
        except Exception as error:
            response = problem_response(error, {"view": self._view})
        for name, value in self.items():
            response.headers.setdefault(name, value)
        response.cookies.update(self.cookies)
        return response


def decided_on_loop(view: APIView, deciding: Coroutine[Any, Any, HttpResponseBase]) -> HttpResponseBase:
    """Finish a view on the event loop, so that no thread waits for it.

    Other handlers, like Django's test client, block here instead.
    """
    if isinstance(view.request._request, LoopRequest):
        return LateResponse(view, deciding)

    async def decided() -> HttpResponseBase:
        return await deciding

    return async_to_sync(decided)()


class RequestHandler(ASGIHandler):
    """Django as an ASGI application."""

    request_class = LoopRequest

    def __init__(self) -> None:
        super().__init__()
        self._visit = sync_to_async(self._respond, thread_sensitive=False, executor=_THREADS)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware()  # synchronous, as all of them run in the thread

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:  # the client has hung up
            return
        with closing(body):
            response = await self._visit(scope, body)
            if response.streaming:
                await _unless_left(receive, self._send_slowly(response, send))
            else:
                await self.send_response(response, send)

    def _respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Run all synchronous parts in a thread. The rest of the response needs no database."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: HttpResponseBase = refused or self.get_response(cast(LoopRequest, request))
        if request and request.resolver_match:
            scope["route"] = request.resolver_match.route
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming:  # a LateResponse counts as streaming, so that no length is set
            signals.request_finished.send(sender=self.__class__)
        else:
            response.close()  # sends the signal as well
        return response

    async def _send_slowly(self, response: HttpResponseBase, send: Send) -> None:
        if isinstance(response, LateResponse):
            response = await response.decided()
        try:
            await self.send_response(response, send)
        finally:
            await _closed(response)


async def _closed(response: HttpResponseBase) -> None:
    """Close a response. If it reads files or rows, in its own thread."""
    if getattr(response, "is_async", True):
        response.close()
    else:
        await sync_to_async(response.close)()


async def _unless_left(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Run `work`, and cancel it if the client disconnects first."""
    working, leaving = asyncio.create_task(work), asyncio.ensure_future(receive())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()
        await asyncio.wait((working, leaving))
    if not working.cancelled():
        working.result()
