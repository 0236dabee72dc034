from soniplatform.settings.environment import env

# Python modules that register actions, validators and normalisers.
SONI_PLUGINS = env.list("SONI_PLUGINS", default=[])
# Classes of command handlers that the project adds, such as shop.commands.ApplyVoucherHandler.
SONI_COMMAND_HANDLERS = env.list("SONI_COMMAND_HANDLERS", default=[])
