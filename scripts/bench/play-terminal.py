"""Plays a terminal for the measurements of explore: starts programs on a pty, types, and counts what comes back.

Reads a plan as JSON on stdin, and prints the results as JSON: one object for each step.
"""

import fcntl
import heapq
import json
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time
import urllib.request

QUESTION, ANSWER = b'\x1b[5n', b'\x1b[0n'
FRAME = b'\x1b[?2026h'


class Terminal:
    """A program on a pty. `rate` (bytes a second) and `trip` (seconds there and back) make a slow line."""

    def __init__(self, command, env, columns=80, rows=24, rate=None, trip=0):
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # The child has the size before it starts: it reads it at once.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            os.execvpe(command[0], command, env)
        self.rate, self.trip = rate, trip
        self.output = bytearray()
        self.arrived = []
        self.free_at = 0.0
        self.due = []
        self.count = 0
        self.is_open = True

    def later(self, at, text):
        self.count += 1
        heapq.heappush(self.due, (at, self.count, text))

    def type(self, text):
        if self.trip:
            self.later(time.perf_counter() + self.trip / 2, text)
        else:
            os.write(self.fd, text)

    def receive(self, chunk, now):
        """Takes a chunk of the program, and answers its questions once they are at the terminal."""
        at = now
        if self.rate:
            self.free_at = max(self.free_at, now) + len(chunk) / self.rate
            at = self.free_at + self.trip / 2
        # A question may be in two chunks.
        before = self.output.count(QUESTION, max(0, len(self.output) - len(QUESTION) + 1))
        start = max(0, len(self.output) - len(QUESTION) + 1)
        self.output += chunk
        for _ in range(self.output.count(QUESTION, start) - before):
            if self.trip:
                self.later(at + self.trip / 2, ANSWER)
            else:
                os.write(self.fd, ANSWER)
        self.arrived.append((at, len(chunk)))

    def pump(self, seconds, done=lambda: False):
        """Lets time pass, until `done` or for so many seconds. Returns whether it is done."""
        end = time.perf_counter() + seconds
        while not done():
            now = time.perf_counter()
            while self.due and self.due[0][0] <= now:
                os.write(self.fd, heapq.heappop(self.due)[2])
            if now >= end or not self.is_open:
                return False
            wait = min([end] + [at for at, _, _ in self.due[:1]]) - now
            ready, _, _ = select.select([self.fd], [], [], max(0, wait))
            if not ready:
                continue
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:
                chunk = b''
            if chunk == b'':
                self.is_open = False
            else:
                self.receive(chunk, time.perf_counter())
        return True

    def still(self, seconds, most=30):
        """Waits until nothing has come for so many seconds."""
        end = time.perf_counter() + most
        while True:
            size = len(self.output)
            self.pump(seconds, lambda: len(self.output) > size)
            if len(self.output) == size or time.perf_counter() > end:
                return

    def wait_for(self, pattern, distinct=1, most=20):
        """Waits for so many different matches. Returns the milliseconds since the start."""
        found = re.compile(pattern.encode())
        if not self.pump(most, lambda: len(set(found.findall(self.output))) >= distinct):
            raise RuntimeError(f'{pattern} did not come: {bytes(self.output[-300:])!r}')
        return (time.perf_counter() - self.began) * 1000

    def close(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def quit(self):
        """Ends the program with its own key."""
        self.type(b'q')
        self.pump(10)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def frames(self, start):
        return self.output.count(FRAME, start)

    def status(self, name):
        with open(f'/proc/{self.pid}/status') as file:
            return int(re.search(rf'{name}:\s+(\d+)', file.read()).group(1))

    def processor(self):
        """Returns the processor time in milliseconds."""
        with open(f'/proc/{self.pid}/stat') as file:
            fields = file.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf('SC_CLK_TCK')


def p99(values):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def open_at(step, env, **line):
    terminal = Terminal(step['command'], env, step.get('columns', 80), step.get('rows', 24), **line)
    terminal.wait_for(step['until'], step.get('distinct', 1))
    terminal.still(0.4)
    return terminal


def starts(step, env):
    """Median milliseconds from the start of programs until a text has come, run in turn."""
    times = [[] for _ in step['programs']]
    for count in range(-1, step['runs']):
        for at, program in enumerate(step['programs']):
            terminal = Terminal(program['command'], env, 160, 45)
            if 'until' in program:
                took = terminal.wait_for(program['until'], program.get('distinct', 1))
            else:
                terminal.pump(20, lambda: not terminal.is_open)
                took = (time.perf_counter() - terminal.began) * 1000
            terminal.close()
            if count >= 0:
                times[at].append(took)
    return [statistics.median(one) for one in times]


def load(terminal, step):
    """Reads all pages of a list."""
    terminal.type(b'A')
    terminal.still(0.2)
    terminal.type(b'\r')
    served = lambda: int(urllib.request.urlopen(step['served']).read())
    end = time.perf_counter() + 300
    while served() < step['pages']:
        if time.perf_counter() > end:
            raise RuntimeError(f'{served()} of {step["pages"]} pages were read')
        terminal.pump(0.2)
    terminal.still(0.6)


def loaded(step, env):
    """Peak of memory in MiB with all pages read, and the seconds that it took."""
    terminal = open_at(step, env)
    began = time.perf_counter()
    load(terminal, step)
    took = time.perf_counter() - began
    peak, now = terminal.status('VmHWM') / 1024, terminal.status('VmRSS') / 1024
    terminal.quit()
    return {'peak': peak, 'now': now, 'seconds': took}


def keys(step, env):
    """99th percentile of the milliseconds from a key to the first byte: moves, and letters of a filter."""
    terminal = open_at(step, env)
    if 'pages' in step:
        load(terminal, step)

    def first_byte(key):
        size = len(terminal.output)
        began = time.perf_counter()
        terminal.type(key)
        if not terminal.pump(1, lambda: len(terminal.output) > size):
            return None
        took = (time.perf_counter() - began) * 1000
        terminal.still(0.03)
        return took

    def times(typed):
        found = [first_byte(bytes([key])) for key in typed]
        return [one for one in found if one is not None]

    moved = times(b'jjjjjjjjkkkkkkkk' * 20)[20:]
    filtered = []
    for text in [b'maize', b'kenya', b'to buy food', b'retail pig', b'asked:>5000'] * 6:
        first_byte(b'/')
        filtered += times(text)
        filtered += times(b'\x7f' * len(text))
        first_byte(b'\r')
    terminal.quit()
    return {'moved': p99(moved), 'filtered': p99(filtered[20:])}


def held(step, env):
    """Seconds after a key was released, until the last byte has come over a slow line."""
    terminal = open_at(step, env, rate=step['rate'], trip=step['trip'])
    terminal.still(2)
    size = len(terminal.output)
    end = time.perf_counter() + step['seconds']
    while time.perf_counter() < end:
        terminal.type(b'j')
        terminal.pump(1 / 30)
    released = time.perf_counter()
    terminal.still(1.5)
    last = max(at for at, _ in terminal.arrived)
    result = {'after': last - released, 'frames': terminal.frames(size), 'bytes': len(terminal.output) - size}
    terminal.close()
    return result


def burst(step, env):
    """Frames and bytes for many keys in one write."""
    terminal = open_at(step, env)
    size = len(terminal.output)
    terminal.type(step['keys'].encode())
    terminal.pump(5, lambda: terminal.frames(size) > 0)
    # Details are read later, after a rest.
    terminal.pump(0.1)
    frames = terminal.frames(size)
    terminal.quit()
    return {'frames': frames}


def resizes(step, env):
    """Bytes for many sizes in one second."""
    terminal = open_at(step, env)
    size = len(terminal.output)
    for count in range(step['times']):
        rows, columns = 24 + count % 20, 80 + count % 80
        fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        terminal.pump(1 / step['times'])
    terminal.still(0.1)
    result = {'bytes': len(terminal.output) - size, 'frames': terminal.frames(size)}
    terminal.quit()
    return result


def idle(step, env):
    """Bytes and milliseconds of processor time while nothing happens."""
    terminal = open_at(step, env)
    terminal.still(2)
    size, before = len(terminal.output), terminal.processor()
    terminal.pump(step['seconds'])
    result = {'bytes': len(terminal.output) - size, 'processor': terminal.processor() - before}
    terminal.quit()
    return result


KINDS = {'starts': starts, 'loaded': loaded, 'keys': keys, 'held': held, 'burst': burst, 'resizes': resizes, 'idle': idle}

plan = json.load(sys.stdin)
environment = {**plan['env'], 'TERM': 'xterm-256color'}
json.dump([KINDS[step['kind']](step, environment) for step in plan['steps']], sys.stdout)
