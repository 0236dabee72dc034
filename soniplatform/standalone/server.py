import signal
import sys

import uvicorn

from conversations_app.understanding.warming import warm_up
from soniplatform.standalone.worker import StandaloneWorker


def serve(host: str, port: int, worker: StandaloneWorker | None) -> None:
    """Serves until Ctrl-C or SIGTERM; then clients are let go, running turns end, and the process too."""
    config = uvicorn.Config(
        "soniplatform.asgi:application",
        host=host,
        port=port,
        log_config=None,
        log_level="warning",
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=1_000_000,
        # Its state takes 40 kB a socket, and our frames are small.
        ws_per_message_deflate=False,
        # Whose X-Forwarded-For counts, only our own settings say: uvicorn would believe everybody on this machine.
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    # uvicorn raises the signal again once it has shut down: as an exit, so that the worker is stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if worker:
        worker.start()
        warm_up()
    try:
        uvicorn.Server(config).run()
    except (KeyboardInterrupt, SystemExit):
        pass  # what was asked for
    finally:
        if worker:
            worker.stop()
