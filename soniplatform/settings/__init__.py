"""Settings, all from environment variables. With none set the platform runs standalone, in one process.

DATABASE_URL turns SQLite into PostgreSQL; REDIS_URL turns the worker thread into Celery workers on Redis.
"""

from soniplatform.settings.environment import *
from soniplatform.settings.api import *
from soniplatform.settings.applications import *
from soniplatform.settings.databases import *
from soniplatform.settings.limits import *
from soniplatform.settings.logins import *
from soniplatform.settings.logs import *
from soniplatform.settings.messaging import *
from soniplatform.settings.observing import *
from soniplatform.settings.outbound import *
from soniplatform.settings.plugins import *
from soniplatform.settings.security import *
from soniplatform.settings.understanding import *
