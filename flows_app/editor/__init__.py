"""Functions behind the flow editor in the browser: a whole draft is one document, saved as one goes.

Plain functions; the views in `flows_app.admin.editor` say them in JSON.
"""
