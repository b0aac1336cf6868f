"""Firefox for Playwright: a program that runs Firefox, and stands between the two where they speak WebDriver BiDi.

Debian's Firefox is older than what Playwright expects, and pages of ours forbid to evaluate strings. So two things are
different on their way: commands that this Firefox does not know are answered as if they were done (they are about
downloads, colour schemes and the like, which no test of ours needs there), and an expression that Playwright would hand
to the page's `eval` becomes a part of the function that is called.

Playwright starts it in the place of Firefox, with the arguments for Firefox.
"""

import asyncio
import json
import os
import re
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

_LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
_EVALUATE = "(utilityScript, ...args) => utilityScript.evaluate(...args)"  # as Playwright has it
_EXPRESSION = 3  # its place among the arguments
_INSERTS = "__pw_bidiInsertText"  # a function of Playwright's own, which it could not bring in without `eval`
_INSERT = '(text) => void document.execCommand("insertText", false, text)'
_EVALUATE_THIS = """(utilityScript, ...args) => {
  const window = utilityScript.global;
  utilityScript.global = {
    eval: () => {
      utilityScript.global = window;
      return (%s
      );
    }
  };
  return utilityScript.evaluate(...args);
}"""


async def run(firefox: str, *arguments: str) -> int:
    """Firefox until it ends; its exit code."""
    process = await asyncio.create_subprocess_exec(firefox, *arguments, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    async for line in process.stderr:
        if (said := _LISTENING.search(line)) is not None:
            bridge = await serve(partial(_carry, said[1].decode()), "127.0.0.1", 0, max_size=None)
            port = bridge.sockets[0].getsockname()[1]
            print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    return await process.wait()


async def _carry(firefox: str, client: ServerConnection) -> None:
    """What either says to the other, until one of them has gone."""
    assert client.request is not None
    async with connect(firefox + client.request.path, max_size=None) as there:

        async def commands() -> None:
            async for message in client:
                await there.send(json.dumps(_without_eval(json.loads(message))))

        sending = asyncio.create_task(commands())
        with suppress(ConnectionClosed):
            async for message in there:
                await client.send(json.dumps(_known(json.loads(message))))
        sending.cancel()


def _without_eval(command: dict[str, Any]) -> dict[str, Any]:
    called = command["params"]
    if command["method"] == "script.callFunction" and called["functionDeclaration"] == _EVALUATE:
        expression = called["arguments"][_EXPRESSION]["value"]
        called["functionDeclaration"] = _EVALUATE_THIS % (_INSERT if _INSERTS in expression else expression)
    return command


def _known(answer: dict[str, Any]) -> dict[str, Any]:
    if answer.get("error") == "unknown command":
        return {"type": "success", "id": answer["id"], "result": {"collector": ""}}
    return answer


if __name__ == "__main__":
    sys.exit(asyncio.run(run(os.environ["TALLYBOARD_FIREFOX"], *sys.argv[1:])))
