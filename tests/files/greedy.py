"""python -m tests.files.greedy: a library misbehaving because of a hostile file."""

import os
import time

from omniforge.files.program import serve


def _work(request, content):
    match request["wish"]:
        case "memory":
            return bytes(2 << 30)
        case "disk":
            with open(request["path"], "wb") as file:
                file.write(b"written")
        case "secrets":
            return " ".join(os.environ).encode()
        case "time":
            time.sleep(60)
        case "nice":
            return str(os.nice(0)).encode()
        case "long":
            while time.process_time() < 3 and not os.nice(0):
                pass
            return str(os.nice(0)).encode()
    return content


if __name__ == "__main__":
    serve(_work)
