"""The pages that end users see."""
