"""PLSAs of several views that agree on which documents are alike."""
