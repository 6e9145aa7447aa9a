"""Server-Sent Events (WHATWG HTML), as far as the gateway uses them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Optional

# An event is an object of the API; a stream without line ends must not fill the memory.
_LONGEST = 4 * 1024 * 1024


@dataclass
class SseParser:
    """
    Takes a stream as it arrives and gives whole events. Lines end with CR, LF or both alone: `splitlines()` would also
    cut at characters such as U+2028, which texts of an event may have.
    """

    _rest: str = ""
    _id: Optional[str] = None
    _data: List[str] = field(default_factory=list)

    def feed(self, text: str) -> Iterator[SseEvent]:
        self._rest += text
        if len(self._rest) > _LONGEST:
            raise ValueError("An event of the stream is too long.")
        # A CR at the end may be half of a CR LF.
        held = "\r" if self._rest.endswith("\r") else ""
        lines = self._rest[: len(self._rest) - len(held)].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        for line in lines:
            event = self._take(line)
            if event is not None:
                yield event

    def _take(self, line: str) -> Optional[SseEvent]:
        if line == "":
            data, self._data = self._data, []
            return SseEvent(self._id, "\n".join(data)) if data else None
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        return None


@dataclass(frozen=True)
class SseEvent:
    id: Optional[str]
    data: str
