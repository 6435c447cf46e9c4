"""python -m tests.standin --port 9009 --ttft-ms 20 --gap-ms 5 --tokens 60"""

import argparse

import uvloop

from tests.standin.server import ModelServer


async def serve(server: ModelServer, port: int) -> None:
    """Listen until interrupted."""
    async with await server.start(port=port) as listening:
        print(f"OPENAI_BASE_URL={server.url}/v1 ANTHROPIC_BASE_URL={server.url}", flush=True)
        await listening.serve_forever()


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description="A stand-in model server.")
    parser.add_argument("--port", type=int, default=9009)
    parser.add_argument("--ttft-ms", type=float, default=20, help="to the first token")
    parser.add_argument("--gap-ms", type=float, default=5, help="between tokens")
    parser.add_argument("--tokens", type=int, default=60, help="of an answer that no rule gives")
    arguments = parser.parse_args()
    server = ModelServer(ttft_ms=arguments.ttft_ms, gap_ms=arguments.gap_ms, tokens=arguments.tokens)
    uvloop.run(serve(server, arguments.port))


if __name__ == "__main__":
    main()
