"""What the OpenAPI document says of each operation: apart from the views, which would drown in it."""
