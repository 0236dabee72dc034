class BotRefused(Exception):
    """It did not happen; the text says why, and nothing has changed. `field` names what has to be entered otherwise."""

    def __init__(self, sentence: str, field: str = ""):
        super().__init__(sentence)
        self.field = field
