"""What pulls mixtures together: joint updates that never lower the objective."""
