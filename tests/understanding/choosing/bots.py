from collections.abc import Mapping, Sequence

from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.encoders import Vectors, encoder

BANK = {
    "transfer": ["send money to somebody", "I want to make a transfer", "pay a friend", "quiero enviar dinero"],
    "balance": ["what is my balance?", "how much money do I have?", "show me my account", "¿cuál es mi saldo?"],
    "block_card": ["block my card", "I lost my card", "my card was stolen", "he perdido mi tarjeta"],
}


def vectors(texts: Mapping[str, Sequence[str]]) -> dict[str, Vectors]:
    return {flow: encoder().encode(sentences) for flow, sentences in texts.items()}


def untrained(texts: Mapping[str, Sequence[str]]) -> FlowChooser:
    return FlowChooser.untrained(vectors(texts), texts)


def fitted(texts: Mapping[str, Sequence[str]]) -> FlowChooser:
    return FlowChooser.fitted(vectors(texts), texts)
