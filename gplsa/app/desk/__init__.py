"""What outlives a page: jobs, the store, the library, who is who."""
