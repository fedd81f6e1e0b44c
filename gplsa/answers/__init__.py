"""What may be asked of a model and what it tells, typed: the JSON that the command line prints and
the service answers comes from these fields, and so does the service's schema."""
