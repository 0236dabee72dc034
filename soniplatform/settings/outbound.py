from soniplatform.settings.environment import env

# Host names, addresses or networks that HTTP actions may call although they are not public; comma separated.
OUTBOUND_ALLOWED_PRIVATE = env.list("OUTBOUND_ALLOWED_PRIVATE", default=[])
# The same for language models alone: who has one on the same machine need not open that machine to HTTP actions.
OUTBOUND_ALLOWED_MODELS = env.list("OUTBOUND_ALLOWED_MODELS", default=[])
