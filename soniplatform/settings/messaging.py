"""Celery, Channels and the cache: in this process when there is no Redis, on Redis when there is."""

from typing import Any

from soniplatform.settings.environment import STANDALONE_WORKER, env

CHANNEL_LAYERS: dict[str, dict[str, Any]]
CACHES: dict[str, dict[str, Any]]

if STANDALONE_WORKER:
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.005}
    CELERY_BROKER_WRITE_OPTIONS: dict[str, float] = {}
    CHANNEL_LAYERS = {"default": {"BACKEND": "soniplatform.standalone.channel_layer.StandaloneChannelLayer"}}
    # Tickets are kept here: none may be pushed out by others before its time.
    CACHES = {
        "default": {
            "BACKEND": "soniplatform.standalone.cache.StandaloneCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
else:
    REDIS_URL = env("REDIS_URL")
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT = "soniplatform.broker:Transport"
    # The sweeper owns recovery, so redelivery may be slow; it must exceed the longest turn, or a turn starts twice.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 3600,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "global_keyprefix": "soni.",
    }
    # Connections that enqueue while a user waits have one try. Those that work on tasks take longer to give up.
    CELERY_BROKER_WRITE_OPTIONS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "max_retries": 0}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "soniplatform.channel_layer.RedisChannelLayer",
            "CONFIG": {"url": REDIS_URL, "prefix": "soni.channels"},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "soni",
            # Nobody waits long for one that does not answer.
            "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
        }
    }

CELERY_TASK_IGNORE_RESULT = True
# A task is acknowledged when it has ended: that of a killed worker, or of a killed child, is delivered again.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# A broker that is down costs a user 0.01 s, not 0.8 s: the message is stored, and the sweeper enqueues it later.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "turns"

SWEEP_INTERVAL_SECONDS = env.int("SWEEP_INTERVAL_SECONDS", default=10)
RETENTION_INTERVAL_SECONDS = env.int("RETENTION_INTERVAL_SECONDS", default=600)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "conversations_app.tasks.sweep", "schedule": SWEEP_INTERVAL_SECONDS},
    "retention": {"task": "conversations_app.tasks.delete_outlived", "schedule": RETENTION_INTERVAL_SECONDS},
    "expired": {"task": "soniplatform.tasks.clear_expired", "schedule": RETENTION_INTERVAL_SECONDS},
}

# A turn whose worker has not been heard of for so long is taken over by another one.
SONI_LEASE_SECONDS = env.float("SONI_LEASE_SECONDS", default=60)
