import os
from pathlib import Path

from soniplatform.settings.environment import env

# Without a token, only this machine may read the metrics, and not through a proxy.
METRICS_TOKEN = env("SONI_METRICS_TOKEN", default="")
# Where a worker serves its metrics; none by default.
METRICS_PORT = env.int("SONI_METRICS_PORT", default=None)
METRICS_HOST = env("SONI_METRICS_HOST", default="127.0.0.1")

# The metrics' library looks for it by itself, and fails if it is not there.
METRICS_DIR = env("PROMETHEUS_MULTIPROC_DIR", default="")
if METRICS_DIR:
    Path(METRICS_DIR).mkdir(parents=True, exist_ok=True)
elif "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    del os.environ["PROMETHEUS_MULTIPROC_DIR"]  # empty, which the library would take for a directory
