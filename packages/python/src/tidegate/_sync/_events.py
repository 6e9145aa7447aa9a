# Generated from _async/_events.py by `node scripts/generate-python-sdk.ts`.
"""The events, oldest first: for shops that missed webhooks, and for those that have no public address."""

from __future__ import annotations

import json
import time
from typing import Any, Dict, Iterator, Union, cast

import httpx
from typing_extensions import Unpack

from .._http import call_of, no_answer, object_of, part, refusal_of, wait_after
from .._pages import CursorPage
from .._sse import SseParser
from ..errors import ApiError, NoAnswerError
from ..types import Event, FollowEventsQuery, ListEventsQuery
from ._transport import SyncTransport, all_after, cursor_page

_PATH = "/events"
# The gateway sends a heartbeat every ten seconds.
_SILENCE = 35.0


class SyncEvents:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(self, **query: Unpack[ListEventsQuery]) -> Iterator[Event]:
        """What happened until now, after `after`."""
        return all_after(self._transport, _PATH, query)

    def get(self, id: str) -> Event:
        """One event by its id, which is the `webhook-id` of the webhook that carried it."""
        return cast("Event", object_of(self._transport.send("GET", f"{_PATH}/{part(id)}")))

    def latest(self) -> str:
        """The `after` with which `list` and `stream` give only what is still to come."""
        page: CursorPage[Event] = cursor_page(self._transport, _PATH, {"after": "latest"})
        return page.next

    def stream(self, **query: Unpack[FollowEventsQuery]) -> Iterator[Event]:
        """
        Each event as soon as it happens, after `after` or from now. Connects again where the connection ends, and
        misses nothing meanwhile. Store `event["id"]` and begin there the next time.

        Raises ApiError where the gateway refuses the stream for good, such as a 410 `cursor_archived`.
        """
        # Without a cursor, what happens before a second connection would be lost.
        after = query.get("after") or self.latest()
        fields = {name: value for name, value in query.items() if name != "after"}
        failures = 0
        while True:
            failed: Union[ApiError, NoAnswerError] = NoAnswerError("The stream ended.")
            try:
                for event in self._connection({**fields, "after": after}):
                    after = event["id"]
                    failures = 0
                    yield event
            except (ApiError, NoAnswerError) as error:
                failed = error
            wait = wait_after(failed, failures)
            if wait is None:
                raise failed
            time.sleep(wait)
            failures += 1

    def _connection(self, query: Dict[str, Any]) -> Iterator[Event]:
        call = call_of("GET", f"{_PATH}/live", query=query)
        settings = self._transport.settings
        parser = SseParser()
        try:
            with self._transport.http.stream(
                call.method,
                settings.origin + call.path,
                params=call.query,
                headers={**settings.headers, "accept": "text/event-stream"},
                timeout=httpx.Timeout(settings.timeout, read=max(_SILENCE, settings.timeout)),
                auth=settings.credentials,
                follow_redirects=False,
            ) as response:
                if response.status_code != 200:
                    response.read()
                    raise refusal_of(response, _body_of(response))
                for text in response.iter_text():
                    for each in parser.feed(text):
                        event = json.loads(each.data)
                        if isinstance(event, dict) and "type" in event and each.id:
                            yield cast("Event", {**event, "id": each.id})
        except httpx.TransportError as error:
            raise no_answer(error, settings.origin, call) from error


def _body_of(response: httpx.Response) -> Dict[str, Any]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
