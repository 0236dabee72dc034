import secrets

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from soniplatform.settings.environment import DATA_DIR, STANDALONE_DATABASE, STANDALONE_WORKER, env
from soniplatform.settings.private_data import prepare_data_dir

# Standalone means: on one's own machine. Anything else is taken for a deployment, and is strict.
STANDALONE = STANDALONE_DATABASE and STANDALONE_WORKER


def _kept_secret_key() -> str:
    """Made at the first run and kept beside the data, so that sessions and tokens survive a restart."""
    path = DATA_DIR / "secret-key"
    prepare_data_dir()
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text().strip()


def _checked_secret_key() -> str:
    key: str = env("SECRET_KEY", default="")
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure"):
        raise ImproperlyConfigured(
            "Set SECRET_KEY to at least 50 random characters, for example from: "
            'python -c "import secrets; print(secrets.token_urlsafe(64))"'
        )
    return key


SECRET_KEY = _checked_secret_key() if env("SECRET_KEY", default="") or not STANDALONE else _kept_secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if STANDALONE else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# A deployment is reached by https, through a proxy that says so in X-Forwarded-Proto.
HTTPS = env.bool("SONI_HTTPS", default=not STANDALONE)
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# These speak for other hosts of the domain, and a browser's preload list is left slowly: for who owns it all to decide.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("SONI_HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("SONI_HSTS_PRELOAD", default=False)
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    raise ImproperlyConfigured("SONI_HSTS_PRELOAD needs SONI_HSTS_SUBDOMAINS: browsers preload whole domains only.")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# Policy of pages: nothing is inline, and nothing comes from elsewhere; `soniplatform.content_security` adds our own
# sockets.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Larger bodies are refused before they are read. The largest are turns of the simulator: a whole flow, with the run.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
# A bot's page posts every field of every slot that its flows share.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
