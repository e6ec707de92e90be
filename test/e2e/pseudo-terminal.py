"""A terminal for tests: runs a program in a pseudo-terminal, behind a line of a given speed.

    pseudo-terminal.py COLUMNS ROWS BYTES_A_SECOND ROUND_TRIP ANSWERS -- PROGRAM [ARGUMENT …]

BYTES_A_SECOND 0 is a line without limit, ROUND_TRIP is in seconds, and ANSWERS is the number of answers to CSI 5 n (-1:
all). Reads commands as JSON lines from stdin:

    {"keys": "jj"}                           types
    {"hold": "j", "every": 0.03, "for": 3}   holds a key
    {"sizes": [[80, 24], …], "within": 1}    changes the size, so many times in so many seconds

Prints JSON lines, with seconds since the start: {"at", "text"} when a text reaches the terminal, {"at", "sent"} when the
last key or size of a command was sent, and at the end {"at", "code", "unread"} with what nobody had read of the input.
"""
import fcntl, heapq, itertools, json, os, pty, select, signal, struct, sys, termios, time

columns, rows = int(sys.argv[1]), int(sys.argv[2])
rate, delay, answers = float(sys.argv[3]), float(sys.argv[4]) / 2, int(sys.argv[5])
program = sys.argv[sys.argv.index('--') + 1:]

pid, terminal = pty.fork()
if pid == 0:
    # The size is there before the program starts.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    os.execvp(program[0], program)

start, count = time.monotonic(), itertools.count()
now = lambda: time.monotonic() - start
due = []  # (time, number, action): what happens later, in order
line_free = 0.0  # when the line has passed all that was written
commands, question = b'', b''
is_open = True


def later(at, action):
    heapq.heappush(due, (at, next(count), action))


def say(**facts):
    print(json.dumps({'at': round(now(), 4), **facts}), flush=True)


def type_text(text):
    try:
        os.write(terminal, text)
    except OSError:
        pass


def resize(size):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', size[1], size[0], 0, 0))


def show(data):
    """A text reaches the terminal, which answers."""
    global answers, question
    say(text=data.decode('latin1'))
    parts = (question + data).split(b'\x1b[5n')
    question = parts[-1][-3:]
    for _ in parts[1:]:
        if answers != 0:
            answers -= 1
            later(now() + delay, lambda: type_text(b'\x1b[0n'))


def send(data):
    """The line takes a text: it passes in pieces."""
    global line_free
    for at in range(0, len(data), 256):
        piece = data[at:at + 256]
        line_free = max(line_free, now()) + (len(piece) / rate if rate else 0)
        later(line_free + delay, lambda piece=piece: show(piece))


def run(command):
    at = now()
    if 'keys' in command:
        later(at + delay, lambda: type_text(command['keys'].encode()))
    if 'hold' in command:
        end = at + command['for']
        while at < end:
            later(at + delay, lambda: type_text(command['hold'].encode()))
            at += command['every']
    for size in command.get('sizes', []):
        later(at, lambda size=size: resize(size))
        at += command['within'] / len(command['sizes'])
    later(at, lambda: say(sent=True))


inputs = [terminal, 0]
say(pid=pid)
while is_open or due:
    wait = max(0, due[0][0] - now()) if due else None
    ready, _, _ = select.select(inputs, [], [], wait)
    if 0 in ready:
        read = os.read(0, 65536)
        if not read:
            os.kill(pid, signal.SIGKILL)
            inputs.remove(0)
        commands += read
        *lines, commands = commands.split(b'\n')
        for line in lines:
            run(json.loads(line))
    if terminal in ready:
        try:
            read = os.read(terminal, 65536)
        except OSError:
            read = b''
        if read:
            send(read)
        else:
            is_open = False
            inputs.remove(terminal)
    while due and due[0][0] <= now():
        heapq.heappop(due)[2]()
_, status = os.waitpid(pid, 0)
say(code=os.waitstatus_to_exitcode(status))
