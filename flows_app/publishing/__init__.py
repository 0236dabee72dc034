"""What turns a draft into a version: one verb a module, each with its check and its signal inside."""

from flows_app.publishing.publish import NothingToPublish, PublishFlow, PublishingError, PublishRefused, flow_published

__all__ = ["NothingToPublish", "PublishFlow", "PublishRefused", "PublishingError", "flow_published"]
