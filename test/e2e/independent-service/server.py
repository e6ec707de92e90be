"""HTTP/1.1 with keep-alive, on sockets: Python's http.server takes longer per request than the tool does."""
import socket
import socketserver
import struct

from replies import Reply
from service import Service


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        try:
            while self.exchange():
                pass
        except ConnectionError:
            # The client closed the connection, or was killed.
            pass

    def exchange(self) -> bool:
        """Handles one request. Returns whether another one may follow."""
        request_line = self.rfile.readline()
        if not request_line:
            return False
        while self.rfile.readline() not in (b"\r\n", b""):
            pass
        method, target, _ = request_line.decode("latin-1").split()
        reply, fault = self.server.service.answer(method, target)
        if fault == "reset":
            # Closing the socket sends RST in place of FIN.
            self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.request.close()
            return False
        message = written(reply)
        if fault == "cut":
            message = message[: len(message) - len(reply.body) // 2]
        self.request.sendall(message)
        return fault != "cut"


def written(reply: Reply) -> bytes:
    kind = "text/html" if reply.body.startswith(b"<") else "application/json"
    headers = {"Content-Type": kind + "; charset=utf-8", "Content-Length": str(len(reply.body)), **reply.headers}
    lines = ["HTTP/1.1 %d -" % reply.status, *("%s: %s" % pair for pair in headers.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1") + reply.body


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, service: Service) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.service = service
