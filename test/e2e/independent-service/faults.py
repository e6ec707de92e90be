"""Faults of networks and services. The n-th request of a seed always gets the same fault."""
from random import Random
from typing import Callable, Dict, Optional

from replies import Refusal, Reply


def say(status: int, retry_after: Optional[str] = None) -> Callable[[], Reply]:
    """The reply of a proxy in place of the service: HTML, whatever format was requested."""
    page = b"<html><h1>%d</h1><p>proxy</p></html>" % status
    return lambda: Reply(status, waiting(retry_after), page)


def refuse(status: int, code: str, retry_after: Optional[str] = None) -> Callable[[], Reply]:
    return lambda: Refusal(status, code, "Not now").reply(waiting(retry_after))


def waiting(retry_after: Optional[str]) -> Dict[str, str]:
    return {} if retry_after is None else {"Retry-After": retry_after}


REPLIES: Dict[str, Callable[[], Reply]] = {
    "500": say(500),
    "502": say(502),
    "503": say(503, retry_after="0"),
    "429": say(429, retry_after="0"),
    "429-wait": say(429, retry_after="1"),
    "rate-limit": refuse(403, "RateLimitExceeded"),
    "rate-limit-wait": refuse(403, "RateLimitExceeded", retry_after="1"),
    "maintenance": refuse(503, "ServerMaintenance"),
    "maintenance-200": refuse(200, "ServerMaintenance"),
}

# The connection closes after half of the body, or before the first byte.
BROKEN = ("cut", "reset")


def fate_of(chances: Dict[str, float], random: Random) -> Optional[str]:
    """The fault of a request, at most one."""
    left = random.random()
    for name, chance in chances.items():
        if name not in REPLIES and name not in BROKEN:
            raise ValueError("There is no fault " + name)
        left -= chance
        if left < 0:
            return name
    return None
