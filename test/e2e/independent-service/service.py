"""The replies to each address."""
import re
import threading
import time
from random import Random, uniform
from typing import Any, Dict, List, NamedTuple, Optional
from urllib.parse import parse_qs, unquote, urlsplit

import faults
import records
from listing import FIRST_ID, Listing
from replies import Refusal, Reply, encode

MOST_IDS = 50
PARTNERS = range(1, 251)

Query = Dict[str, List[str]]
Document = Dict[str, Any]


class Outcome(NamedTuple):
    """A reply and its fault. The sender of the reply breaks it for the faults `cut` and `reset`."""

    reply: Reply
    fault: Optional[str] = None


class Service:
    def __init__(self, options: Dict[str, Any]) -> None:
        self.options = options
        self.listing = Listing(options)
        self.log: List[str] = []
        self.spent: Dict[int, int] = {}
        self.lock = threading.Lock()

    def answer(self, method: str, target: str) -> Outcome:
        url = urlsplit(target)
        if url.path == "/_start":
            return Outcome(Reply(200, {}, encode(list(self.listing.at_start))))
        if url.path == "/_log":
            return Outcome(Reply(200, {}, encode(self.log)))
        time.sleep(uniform(*self.options.get("delay", (0, 0))) / 1000)
        # One request at a time: each finds the list as the previous one left it.
        with self.lock:
            random = Random(self.options.get("seed", 1) * 1000003 + len(self.log))
            fault = faults.fate_of(self.options.get("faults", {}), random)
            self.listing.pass_time(random)
            reply = faults.REPLIES[fault]() if fault in faults.REPLIES else self.reply(method, url)
            self.log.append("%s %s %s" % (method, target, fault or reply.status))
            return Outcome(reply, fault)

    def reply(self, method: str, url: Any) -> Reply:
        limits, is_over = self.count()
        try:
            if is_over:
                raise Refusal(403, "RateLimitExceeded", "Too many requests")
            if method != "GET":
                raise Refusal(405, "MethodNotAllowed", "Only GET is possible here")
            return Reply(200, limits, encode(self.find(url.path, parse_qs(url.query))))
        except Refusal as refusal:
            return refusal.reply(limits)

    def count(self) -> Any:
        """Counts a request. Returns the rate limit headers, and whether the limit is exceeded."""
        limit = self.options.get("limit")
        minute = int(time.time() / 60)
        spent = self.spent.get(minute, 0) + (limit is not None)
        self.spent = {minute: spent}
        most = 500 if limit is None else limit
        left = str(max(0, most - spent))
        return {"X-RateLimit-Overall-Limit": str(most), "X-RateLimit-Overall-Remaining": left}, spent > most

    def find(self, path: str, query: Query) -> Document:
        for pattern, answer in ROUTES:
            match = re.fullmatch(r"/v1" + pattern + r"\.json", path)
            if match:
                return answer(self, query, *map(unquote, match.groups()))
        raise Refusal(404, "NotFound", "There is nothing at this address")

    def loans(self, query: Query) -> Document:
        page = self.page(query, 20, self.listing.total())
        shown = self.listing.slice(page.start, page.size)
        write = records.brief_loan if self.options.get("brief") else records.loan_listing
        return {**page.paging, "loans": list(map(write, shown))}

    def loans_by_id(self, _: Query, ids: str) -> Document:
        """In the order of the lists, whatever the order of the ids."""
        known = sorted(filter(self.knows, map(whole, split(ids))), reverse=True)
        return only_if_any("loans", list(map(records.loan_detail, known)))

    def lenders_by_id(self, _: Query, ids: str) -> Document:
        known = [lender for lender in split(ids) if not lender.startswith("nobody")]
        return only_if_any("lenders", list(map(records.lender_named, known)))

    def lenders_of_loan(self, query: Query, loan: str) -> Document:
        if not self.knows(whole(loan)):
            raise unknown_id()
        lenders = range(int(loan) % 120)
        page = self.page(query, 50, len(lenders))
        return {**page.paging, "lenders": list(map(records.lender_listing, page.of(lenders)))}

    def partners(self, query: Query) -> Document:
        page = self.page(query, 200, len(PARTNERS))
        return {**page.paging, "partners": list(map(records.partner_listing, page.of(PARTNERS)))}

    def knows(self, loan: int) -> bool:
        unknown = self.options.get("unknown")
        return FIRST_ID <= loan <= self.listing.newest and (unknown is None or loan % unknown != 0)

    def page(self, query: Query, size: int, total: int) -> "Page":
        """The start of the requested page, and its paging object."""
        number = whole(query.get("page", ["1"])[0])
        if number < 1:
            raise Refusal(400, "InvalidParameter", "Pages are counted from 1")
        if self.options.get("clamp"):
            number = min(number, max(1, pages_of(total, size)))
        claims = self.options.get("claim", [0])
        told = total + claims[len(self.log) % len(claims)]
        paging = {"page": number, "total": told, "page_size": size, "pages": pages_of(told, size)}
        is_told = self.options.get("paging", True)
        return Page((number - 1) * size, size, {"paging": paging} if is_told else {})


class Page(NamedTuple):
    start: int
    size: int
    paging: Document

    def of(self, whole_list: range) -> range:
        return whole_list[self.start : self.start + self.size]


ROUTES = [
    (r"/loans/(?:search|newest)", Service.loans),
    (r"/loans/([^/]+)", Service.loans_by_id),
    (r"/loans/([^/]+)/lenders", Service.lenders_of_loan),
    (r"/lenders/([^/]+)", Service.lenders_by_id),
    (r"/partners", Service.partners),
]


def pages_of(total: int, size: int) -> int:
    return -(-total // size)


def split(ids: str) -> List[str]:
    listed = [text.strip() for text in ids.split(",")]
    if len(listed) > MOST_IDS:
        raise Refusal(400, "InvalidParameter", "At most %d ids, please" % MOST_IDS)
    return listed


def whole(text: str) -> int:
    if not re.fullmatch("[0-9]+", text):
        raise Refusal(400, "InvalidParameter", "A whole number is needed")
    return int(text)


def only_if_any(key: str, found: List[Any]) -> Document:
    """Omits unknown ids silently. Refuses the request if all ids are unknown."""
    if not found:
        raise unknown_id()
    return {key: found}


def unknown_id() -> Refusal:
    return Refusal(404, "InvalidIdentifier", "There is nothing by this id")
