"""Readers that are slow, don't read, vanish, or are disconnected repeatedly."""

import socket
from contextlib import suppress

import orjson
from websockets.sync.client import ClientConnection, connect

from faults.kinds.fault import Fault
from faults.people import WORDS
from faults.readers import GONE, Pace

_DEAF = 10
_SMALL = 4096  # receive buffer of a reader in bytes


class DeafReaders(Fault):
    """Some subscribe to turns and never read, then vanish. All others read slowly meanwhile."""

    def begin(self) -> None:
        self.crowd.pace = Pace(idle=0.05)
        self.deaf = [line for _ in range(_DEAF) if (line := self._deaf())]

    def end(self) -> None:
        self.crowd.pace = Pace()
        for line in self.deaf:
            line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset
            line.socket.close()

    def _deaf(self) -> ClientConnection | None:
        web = self.chance.choice(self.stage.webs)
        with suppress(*GONE):
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
            plain.connect(("127.0.0.1", web.port))
            headers = {"Authorization": f"Bearer {self.stage.keys[0]}"}
            line = connect(web.ws_url, sock=plain, additional_headers=headers, max_queue=1)
            for turn in self._turns():
                line.send(orjson.dumps({"type": "subscribe", "turn_id": turn, "after": 0}), text=True)
            return line
        return None

    def _turns(self) -> list[str]:
        return [one.turn for one in self.crowd.journal.accepted[-20:]]


class ForcedReconnects(Fault):
    """Each answer has many readers, disconnected after a frame or two, which resume elsewhere."""

    def begin(self) -> None:
        self.crowd.pace, self.crowd.readers, self.crowd.words = Pace(frames=2), 4, (150, 250)

    def end(self) -> None:
        self.crowd.pace, self.crowd.readers, self.crowd.words = Pace(), 0, WORDS
