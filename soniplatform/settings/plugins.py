from soniplatform.settings.environment import STANDALONE_DATABASE, env

# The demo bank: its tables and its plugin. For those who try the platform; a deployment has none of it.
SONI_DEMO = env.bool("SONI_DEMO", default=STANDALONE_DATABASE)

# Python modules that register actions, validators, normalisers, slot types and channels.
SONI_PLUGINS = env.list("SONI_PLUGINS", default=[])
if SONI_DEMO:
    SONI_PLUGINS = [*SONI_PLUGINS, "soniplatform.demo_bank.actions"]
# Classes of command handlers that the project adds, such as shop.commands.ApplyVoucherHandler.
SONI_COMMAND_HANDLERS = env.list("SONI_COMMAND_HANDLERS", default=[])
