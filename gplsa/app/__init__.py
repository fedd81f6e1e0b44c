"""What the pages of the browser app share: jobs, stores, tables, figures and controls."""
