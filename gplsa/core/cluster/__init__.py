"""Fits on many computers through Dask; nothing else imports it (`pip install 'gplsa[dask]'`)."""
