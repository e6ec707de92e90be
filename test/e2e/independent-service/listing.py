"""The list of loans, newest first, which grows and shrinks."""
from typing import Any, Dict, List, Tuple

FIRST_ID = 2100001


class Listing:
    """Ids are consecutive, so the first and the newest id describe a list of any length."""

    def __init__(self, options: Dict[str, Any]) -> None:
        self.newest = FIRST_ID + options.get("loans", 100) - 1
        self.at_start = range(self.newest, FIRST_ID - 1, -1)
        self.grow: Tuple[float, int] = options.get("grow", (0, 0))
        self.shrink: Tuple[float, int] = options.get("shrink", (0, 0))

    def pass_time(self, random: Any) -> None:
        """Grows or shrinks the list between two requests."""
        if random.random() < self.grow[0]:
            self.newest += self.grow[1]
        if random.random() < self.shrink[0]:
            self.newest = max(FIRST_ID - 1, self.newest - self.shrink[1])

    def total(self) -> int:
        return self.newest - FIRST_ID + 1

    def slice(self, start: int, size: int) -> List[int]:
        """The ids of one page. Empty past the end."""
        return list(range(self.newest - start, max(FIRST_ID - 1, self.newest - start - size), -1))
