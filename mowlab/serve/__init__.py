"""Open mowlab's notebooks in a browser: as apps (Voila) or for work (JupyterLab).

``serve`` and ``lab`` are what the command line calls.  Jupyter packages are imported when one of them runs, not before.
"""

from mowlab.serve.launch import ServeError, lab, notebooks_folder, serve

__all__ = ["ServeError", "lab", "notebooks_folder", "serve"]
