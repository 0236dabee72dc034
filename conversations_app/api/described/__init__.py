"""Descriptions of the operations for the OpenAPI document; apart from the views, which would drown in them."""
