"""The session state: the corpus, the model and the job at hand, and the work of jobs."""
