"""Choosers, from what is stored of a bot's examples. All of this is work for a core: never on the event loop."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from conversations_app.limits import EXAMPLES_ENCODED_AT_ONCE
from conversations_app.understanding.catalogues.examples import as_bytes, encoded, from_bytes
from conversations_app.understanding.catalogues.reading import Reader
from conversations_app.understanding.catalogues.stored import StoredCatalogue, StoredVectors
from conversations_app.understanding.choosing import FlowChooser, NotAChooser, example_texts
from conversations_app.understanding.encoders import Vectors

_Texts = Mapping[str, Sequence[str]]


def remembered_chooser(stored: StoredCatalogue, reader: Reader) -> FlowChooser | None:
    """The one that a task has fitted; None if none has, for this encoder and this version of the platform."""
    weights = stored.weights.made_by(reader.encoder.name)
    if weights is None:
        return None
    try:
        return reader.chooser.from_bytes(weights)
    except NotAChooser:
        return None


def untrained_chooser(stored: StoredCatalogue, reader: Reader) -> FlowChooser:
    """Somebody waits for it: if a large bot was just imported, it makes do with a few examples of each flow."""
    texts = _texts(stored)
    known = _known_vectors(stored, texts, reader)
    few = max(1, EXAMPLES_ENCODED_AT_ONCE // max(1, len(texts) - len(known)))
    fewer = {name: sentences if name in known else sentences[:few] for name, sentences in texts.items()}
    return reader.chooser.untrained(_all_vectors(known, fewer, reader), fewer)


def fitted_chooser(stored: StoredCatalogue, reader: Reader) -> FlowChooser:
    texts = _texts(stored)
    return reader.chooser.fitted(_all_vectors(_known_vectors(stored, texts, reader), texts, reader), texts)


def with_all_vectors(stored: StoredCatalogue, reader: Reader) -> StoredCatalogue:
    texts = _texts(stored)
    known = _known_vectors(stored, texts, reader)
    missing = {name: sentences for name, sentences in texts.items() if name not in known}
    made = encoded(missing, reader.encoder)
    contents = {name: as_bytes(vectors, texts[name]) for name, vectors in made.items()}
    named = {name: StoredVectors(reader.encoder.name, content) for name, content in contents.items()}
    return replace(stored, vectors={**stored.vectors, **named})


def _texts(stored: StoredCatalogue) -> dict[str, list[str]]:
    return {name: example_texts(flow) for name, flow in stored.flows.items()}


def _known_vectors(stored: StoredCatalogue, texts: _Texts, reader: Reader) -> dict[str, Vectors]:
    encoder = reader.encoder
    contents = {name: vectors.made_by(encoder.name) for name, vectors in stored.vectors.items()}
    read = {name: from_bytes(content, texts[name], encoder.dimensions) for name, content in contents.items() if content}
    return {name: vectors for name, vectors in read.items() if vectors is not None}


def _all_vectors(known: Mapping[str, Vectors], texts: _Texts, reader: Reader) -> dict[str, Vectors]:
    return {**known, **encoded({name: texts[name] for name in texts if name not in known}, reader.encoder)}
