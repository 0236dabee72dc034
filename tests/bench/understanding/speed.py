"""Measures the cost of a message: time here and now, and the memory of a fresh process."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from conversations_app.understanding.acts import read_act
from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.encoders import SentenceEncoder, UniversalSentenceEncoder, encoder, english_encoder
from tests.bench.understanding.clinc150 import read, training
from tests.bench.understanding.figures import Figure, Run
from tests.bench.understanding.flow_choice import drawn

_MESSAGES, _EXAMPLES = 400, 10
_STATUS = Path("/proc/self/status")


def evaluate(run: Run) -> Iterator[Figure]:
    """Measures on a bot of 150 flows with ten examples each."""
    data = read(run)
    bot = drawn(training(data), _EXAMPLES, 0)
    chooser = _chooser(bot, run.encoder)
    texts = [text for text, _ in data["val"][:: len(data["val"]) // _MESSAGES]]
    _understand(texts[0], chooser, run.encoder)
    times = [_timed(text, chooser, run.encoder) for text in run.progress(texts[1:], "Speed")]
    half, most = np.percentile(times, [50, 95])
    yield Figure("A message: median", float(half), unit="ms", at_most=True)
    yield Figure("A message: 95th percentile", float(most), run.goal(15.0, 25.0), unit="ms", at_most=True)
    if _STATUS.exists():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            memory = fresh.submit(_memory, bot, run.is_minilm).result()
        yield Figure("Extra memory of a process", memory, run.goal(200.0, 400.0), unit="MB", at_most=True)


def _timed(text: str, chooser: FlowChooser, encodes: SentenceEncoder) -> float:
    began = time.perf_counter()
    _understand(text, chooser, encodes)
    return (time.perf_counter() - began) * 1000


def _understand(text: str, chooser: FlowChooser, encodes: SentenceEncoder) -> None:
    """Does the work of a provider on a message, without reading values."""
    vector = UniversalSentenceEncoder().encode([text])
    read_act(text, language="en", expecting="nothing", vector=vector)
    chooser.rank(text, vector if encodes.name == encoder().name else encodes.encode([text]))


def _chooser(bot: dict[str, list[str]], encodes: SentenceEncoder) -> FlowChooser:
    return FlowChooser.fitted({flow: encodes.encode(texts) for flow, texts in bot.items()}, bot)


def _memory(bot: dict[str, list[str]], is_minilm: bool) -> float:
    """Gives the peak memory of the process, with fitting, beyond the imported code."""
    before = _megabytes("VmRSS")
    encodes = english_encoder() if is_minilm else encoder()
    _understand("hello", _chooser(bot, encodes), encodes)
    return _megabytes("VmHWM") - before


def _megabytes(line: str) -> float:
    found = re.search(rf"^{line}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE)
    return int(found[1]) / 1000 if found else 0.0
