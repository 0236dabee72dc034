from soniplatform.settings.environment import env

# Python modules that register actions, validators and normalisers.
SONI_PLUGINS = env.list("SONI_PLUGINS", default=[])
