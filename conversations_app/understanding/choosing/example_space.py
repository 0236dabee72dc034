from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from conversations_app.understanding.encoders import Vectors, of_length_one


class ExampleSpace:
    """The examples of a bot's flows as vectors, ordered by flow, and the centre of each flow's."""

    def __init__(self, examples: NDArray[np.float16], starts: NDArray[np.int64]):
        """`starts` tells where each flow's examples begin, and at last where they end."""
        # Half precision: only the few rows of likely flows are ever read.
        self.examples = examples
        self._starts = starts
        centres = np.empty((len(starts) - 1, examples.shape[1]), dtype=np.float32)
        for centre, (start, end) in zip(centres, pairwise(starts), strict=True):
            centre[:] = examples[start:end].mean(axis=0, dtype=np.float32)
        self._centres = of_length_one(centres)

    def to_centres(self, vector: Vectors) -> Vectors:
        """How near the vector is to each flow's centre."""
        return self._centres @ vector

    def to_flow(self, vector: Vectors, flow: int) -> float:
        """The mean of how near it is to the flow's centre and to its nearest example."""
        examples = self.examples[self._starts[flow] : self._starts[flow + 1]].astype(np.float32)
        return float(self._centres[flow] @ vector + (examples @ vector).max()) / 2
