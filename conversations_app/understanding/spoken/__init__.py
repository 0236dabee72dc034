"""In which of a bot's languages a message is written: by its words, and by how they are spelled."""

from conversations_app.understanding.spoken.turn_languages import TurnLanguages, languages_of_turn

__all__ = ["TurnLanguages", "languages_of_turn"]
