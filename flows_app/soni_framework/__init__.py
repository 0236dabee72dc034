"""The YAML of the older Soni framework, translated into the shape of ours.

A translation works on nodes: what it makes carries the place that it was made from, so that problems found later still
name the author's own line. Parts without a counterpart are reported; nothing is dropped silently.
"""

from flows_app.soni_framework.bot import translate
from flows_app.soni_framework.detection import is_soni_framework

__all__ = ["is_soni_framework", "translate"]
