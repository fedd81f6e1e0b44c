"""The browser app: what its pages share, and a folder for the parts of each page."""
