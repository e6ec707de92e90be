"""
A second implementation of the service, written from its documentation (docs/service.md) in another language.
The tool and its sandbox share code and could share a mistake; this service shares nothing with them.

    python3 -B test/e2e/independent-service '{"loans": 105, "grow": [0.2, 3]}'

prints {"port": …} and serves plain HTTP on loopback until its standard input ends. Besides the data there are
two addresses for tests: /_start returns the ids of the loans at the start, and /_log returns every request
with its status or fault. Options, all of them optional:

    seed     seed of random numbers: the n-th request of a seed always gets the same fault
    loans    number of loans at the start, with ids from 2100001 on
    grow     [chance, count]: with this chance, count newer loans appear before a request
    shrink   [chance, count]: with this chance, the newest count loans disappear before a request
    unknown  n: every n-th id belongs to no loan, although the lists contain it
    claim    number added to the total of the paging, in turns: [0, 30] adds 30 to every second reply
    paging   false: lists have no paging object
    clamp    true: a page past the end is the last page again
    brief    true: listed loans have only a few fields, for tests of long lists
    limit    requests per minute; more are refused
    delay    [least, most] milliseconds before a request is handled, so that requests overtake each other
    faults   {name: chance}, with names from faults.py
"""
import json
import sys
import threading

from server import Server
from service import Service


def main() -> None:
    server = Server(Service(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    sys.stdin.read()


main()
