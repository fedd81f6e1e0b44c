"""What the pages of the browser app share: people, jobs, stores, tables, figures and controls."""
