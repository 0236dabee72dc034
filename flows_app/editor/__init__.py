"""What the flow editor in the browser works with: a whole draft as one document, saved as one goes.

Plain functions; the views in `flows_app.admin.editor` say them in JSON.
"""
