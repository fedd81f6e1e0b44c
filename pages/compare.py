"""Which settings, and which model, serve this corpus best?"""
