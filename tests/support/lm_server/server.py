import asyncio
import threading
from concurrent.futures import Future

from tests.support.lm_server.answers import Answer
from tests.support.lm_server.http import cut, read_request, respond
from tests.support.lm_server.requests import SeenRequest
from tests.support.lm_server.scripts import Script

_COMPLETIONS = "/v1/chat/completions"


class LMServer:
    """Answers by its script, and remembers: requests, connections, and how many of them it had at once."""

    def __init__(self, script: Script, port: int = 0):
        self._script = script
        self._wanted_port = port
        self._stop = asyncio.Event()
        self._connected: set[asyncio.Task[None]] = set()
        self._answering = 0
        self.port = 0
        self.requests: list[SeenRequest] = []
        self.connections = 0
        # Requests that were being answered at the same moment, at most.
        self.peak = 0

    @property
    def api_base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> "LMServer":
        ready: Future[int] = Future()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self.serve(ready),), daemon=True)
        self._thread.start()
        self.port = ready.result(timeout=30)
        return self

    def __exit__(self, *failure: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=30)
        self._loop.close()

    async def serve(self, ready: "Future[int]") -> None:
        """Until it is told to stop."""
        server = await asyncio.start_server(self._connection, "127.0.0.1", self._wanted_port, backlog=1_000)
        async with server:
            ready.set_result(server.sockets[0].getsockname()[1])
            await self._stop.wait()
            for task in self._connected:
                task.cancel()
            await asyncio.gather(*self._connected, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connected.add(task)
        self.connections += 1
        try:
            while request := await read_request(reader):
                await self._answer(request, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._connected.discard(task)
            writer.close()

    async def _answer(self, request: SeenRequest, writer: asyncio.StreamWriter) -> None:
        if request.path != _COMPLETIONS:
            await respond(writer, self._told(request), model="")
            return
        self.requests.append(request)
        self._answering += 1
        self.peak = max(self.peak, self._answering)
        try:
            await self._completion(self._script(request), request, writer)
        finally:
            self._answering -= 1

    async def _completion(self, answer: Answer, request: SeenRequest, writer: asyncio.StreamWriter) -> None:
        await self._wait_for_others(answer.together)
        await asyncio.sleep(answer.seconds)
        if answer.hang:
            await asyncio.Event().wait()
        if answer.reset:
            cut(writer)
            return
        await respond(writer, answer, model=str(request.body.get("model")))

    async def _wait_for_others(self, together: int) -> None:
        while self.peak < together:
            await asyncio.sleep(0.01)

    def _told(self, request: SeenRequest) -> Answer:
        """What it has seen, for those who run it as a process; `/` also says that it is up."""
        figures = f'{{"requests": {len(self.requests)}, "connections": {self.connections}, "peak": {self.peak}}}'
        return Answer(raw_body=figures.encode(), status=200 if request.path in ("/", "/seen") else 404)
