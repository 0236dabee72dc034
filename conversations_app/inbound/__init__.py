"""Where providers of channels deliver what their users say."""
