import os
from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = environ.Env()

# Where the standalone platform keeps its database and its generated secrets.
DATA_DIR = Path(env("SONI_DATA_DIR", default=str(BASE_DIR / "var"))).resolve()

STANDALONE_DATABASE = "DATABASE_URL" not in os.environ
STANDALONE_WORKER = "REDIS_URL" not in os.environ

# Checkpoints hold plain JSON; nothing in them may name a class to be built.
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

# LangGraph's libraries send every state of a conversation, secrets included, to a tracing service that the environment
# names. Nobody who sets these for another program means that. “false”, not absent: a .env file could set them again.
for _name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"):
    os.environ[_name] = "false"
os.environ.pop("LANGCHAIN_HANDLER", None)

# DSPy and what it builds on ask nobody for prices, and write nowhere else. They are imported late: this comes before.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("DSPY_CACHEDIR", str(DATA_DIR / "dspy"))
