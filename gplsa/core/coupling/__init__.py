"""What pulls mixtures together: updates of mates and neighbours that never lower the objective."""
