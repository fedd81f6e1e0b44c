"""How is it said? Words and phrases of one side, and what stands for them on the other."""
