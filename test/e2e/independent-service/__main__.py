"""
The service a second time: written from its documentation (docs/service.md), in another language, so that the tool and
its sandbox, which share a source, cannot agree on one mistake.

    python3 -B test/e2e/independent-service '{"loans": 105, "grow": [0.2, 3]}'

prints {"port": …} and serves plain HTTP on loopback until its standard input ends. Beside the data there are two
addresses for tests: /_start, the ids of the loans that were there at the start, and /_log, every request with what
became of it. Options, all of them optional:

    seed     of chance: the n-th request of a seed always meets the same fate
    loans    how many there are at the start, with ids from 2100001 on
    grow     [chance, count]: with that chance a request finds so many newer loans before the others
    shrink   [chance, count]: … finds so many of the newest gone
    unknown  n: every n-th id belongs to no loan, though the lists know it
    claim    how many more than there are the paging claims, from one reply to the next: [0, 30] says 30 too many each
             second time
    paging   false: the wrapper of a list has none
    clamp    true: a page past the end is the last one again
    brief    true: listed loans have a few fields alone, where it is their number that counts
    limit    requests a minute; more are refused
    delay    [least, most] milliseconds before a request is looked at: those under way at once overtake each other
    faults   {name: chance}, of those in faults.py
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
