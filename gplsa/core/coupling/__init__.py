"""What pulls mixtures together: updates of counterparts and neighbours that never lower the
objective."""
