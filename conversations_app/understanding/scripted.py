from flows_app.engine import Commands, DialogueContext, Understanding


class ScriptedProvider:
    """Understands what a script says is understood: for stored tests, and for replays of what was recorded."""

    name = "scripted"

    def __init__(self, commands: Commands):
        self._commands = commands

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        return Understanding(self._commands, provider=self.name)
