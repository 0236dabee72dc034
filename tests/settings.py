"""Settings of a test run: standalone, with a data directory of its own; on PostgreSQL if DATABASE_URL names one."""

import os
import tempfile

os.environ["SONI_DATA_DIR"] = tempfile.mkdtemp(prefix="soni-tests-")
os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ")
os.environ["SONI_HTTPS"] = "false"
# Tests of this process enqueue into memory and run the turns themselves; REDIS_URL is for processes that tests start.
os.environ.pop("REDIS_URL", None)
# Tests say themselves what is understood, here and in the processes that they start; those of understanding choose.
os.environ.setdefault("SONI_UNDERSTANDING", "answers")
os.environ.setdefault("SONI_DEMO", "true")
# Where the language models of tests are.
os.environ.setdefault("OUTBOUND_ALLOWED_MODELS", "127.0.0.1")
# Nobody cuts the power of a test.
os.environ.setdefault("SQLITE_SYNCHRONOUS", "NORMAL")
# Loads and stories, here and in the processes that they start, ask for more than one client should.
os.environ.setdefault("SONI_RATE_LIMITS", "false")

from soniplatform.settings import *  # noqa: F403
from soniplatform.settings import DATA_DIR, DATABASES, STANDALONE_DATABASE

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Tests hold locks for as long as they like; processes that they start have the limits of real ones.
DATABASE_SESSION_OPTIONS = {}
if STANDALONE_DATABASE:
    # A file, as in real life: a database in memory locks differently.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
elif test_database := os.environ.get("TEST_DATABASE"):
    # Shards that run side by side share a server.
    DATABASES["default"]["TEST"] = {"NAME": test_database}
