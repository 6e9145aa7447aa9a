"""Sends requests with the credentials, and sends them again where that is safe and helps."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Generic, List, Mapping, Optional, Type, TypeVar, Union, cast

import httpx

from .._http import Answer, Call, Method, Query, Settings, call_of, no_answer, object_of, outcome_of, wait_after
from .._pages import CursorPage, Page, cursor_page_of, identity_of, page_of
from ..errors import ApiError, NoAnswerError

Data = TypeVar("Data")
Item = TypeVar("Item")


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def send(
        self,
        method: Method,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer:
        call = call_of(method, path, query=query, body=body, idempotency_key=idempotency_key)
        attempt = 0
        while True:
            outcome = await self._attempt(call)
            if isinstance(outcome, Answer):
                return outcome
            wait = wait_after(outcome, attempt)
            if attempt >= self.settings.max_retries or wait is None:
                raise outcome
            await asyncio.sleep(wait)
            attempt += 1

    async def one(
        self,
        of: Type[Data],
        method: Method,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Data:
        answer = await self.send(method, path, query=query, body=body, idempotency_key=idempotency_key)
        return cast(Data, object_of(answer))

    def list(self, path: str, query: Query) -> AsyncList[Item]:
        return AsyncList(self, path, query)

    async def _attempt(self, call: Call) -> Union[Answer, ApiError, NoAnswerError]:
        try:
            response = await self.http.request(
                call.method,
                self.settings.origin + call.path,
                params=call.query,
                content=call.content,
                headers={**self.settings.headers, **call.headers},
                timeout=self.settings.timeout,
                auth=self.settings.credentials,
                follow_redirects=False,
            )
        except httpx.TransportError as error:
            failed = no_answer(error, self.settings.origin, call)
            failed.__cause__ = error
            return failed
        return outcome_of(response, call)


class AsyncList(Generic[Item]):
    """A list: iterate over all of it, or take one `page()`."""

    def __init__(self, transport: AsyncTransport, path: str, query: Query) -> None:
        self._transport = transport
        self._path = path
        self._query = query

    async def page(self) -> Page[Item]:
        """One page, the first unless `page` was given."""
        return page_of(await self._transport.send("GET", self._path, query=self._query))

    async def __aiter__(self) -> AsyncIterator[Item]:
        """Reads page by page. An object that newer ones moved to the next page meanwhile is given once."""
        number = self._query.get("page") or 1
        before: List[object] = []
        while True:
            query = {**self._query, "page": number}
            page: Page[Item] = page_of(await self._transport.send("GET", self._path, query=query))
            for item in page.data:
                if identity_of(item) not in before:
                    yield item
            before = [identity_of(item) for item in page.data]
            if not page.data or number * page.per_page >= page.total:
                return
            number += 1


async def cursor_page(transport: AsyncTransport, path: str, query: Query) -> CursorPage[Item]:
    return cursor_page_of(await transport.send("GET", path, query=query))


async def all_after(transport: AsyncTransport, path: str, query: Query) -> AsyncIterator[Item]:
    """Goes through a list that continues after a cursor and skips nothing, until there is no more now."""
    after = query.get("after")
    while True:
        page: CursorPage[Item] = await cursor_page(transport, path, {**query, "after": after})
        for item in page.data:
            yield item
        after = page.next
        if not page.has_more:
            return
