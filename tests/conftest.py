"""For all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples each time, so that a red run is red for everybody; HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
