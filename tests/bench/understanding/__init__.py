"""Measures how well the embedded provider understands public data sets, which are not part of the platform.

`manage.py evaluate_nlu` runs it.
"""

from tests.bench.understanding.evaluations import EVALUATIONS, figures_of
from tests.bench.understanding.figures import DataMissing, Figure, Run
from tests.bench.understanding.table import table

__all__ = ["EVALUATIONS", "DataMissing", "Figure", "Run", "figures_of", "table"]
