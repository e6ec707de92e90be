"""Replies in the style of the live service: no spaces, escaped slashes, ASCII only."""
import json
from typing import Any, Dict, NamedTuple


class Reply(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: bytes


class Refusal(Exception):
    """An error reply of the service: its status, code and message."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message

    def reply(self, headers: Dict[str, str]) -> Reply:
        return Reply(self.status, headers, encode({"code": "org.kiva." + self.code, "message": self.message}))


def encode(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/").encode("ascii")
