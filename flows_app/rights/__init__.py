"""Who may do what with which bot: superusers everything, others what their roles in that bot give them."""

from flows_app.rights.asking import Person, RightMissing, bots_with, has_somewhere, may, require
from flows_app.rights.right import RIGHTS_OF_ROLE, Right

__all__ = ["RIGHTS_OF_ROLE", "Person", "Right", "RightMissing", "bots_with", "has_somewhere", "may", "require"]
