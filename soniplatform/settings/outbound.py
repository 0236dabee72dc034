from soniplatform.settings.environment import env

# Host names, addresses or networks that HTTP actions may call although they are not public; comma separated.
OUTBOUND_ALLOWED_PRIVATE = env.list("OUTBOUND_ALLOWED_PRIVATE", default=[])
