"""Pages of lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, List, TypeVar

from ._http import Answer, LastResponse

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    data: List[Item]
    total: int
    page: int
    per_page: int
    last_response: LastResponse


@dataclass(frozen=True)
class CursorPage(Generic[Item]):
    """A page of a list that continues after a cursor."""

    data: List[Item]
    has_more: bool
    next: str
    """The `after` of the next page, also when this one is empty."""


def page_of(answer: Answer) -> Page[Item]:
    pagination = answer.content["pagination"]
    return Page(
        data=answer.content["data"],
        total=pagination["total"],
        page=pagination["page"],
        per_page=pagination["per_page"],
        last_response=answer.last_response,
    )


def cursor_page_of(answer: Answer) -> CursorPage[Item]:
    content = answer.content
    return CursorPage(data=content["data"], has_more=content["has_more"], next=content["next"])


def identity_of(item: object) -> object:
    return item.get("id", item) if isinstance(item, dict) else item
