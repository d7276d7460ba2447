"""`python -m mowlab` is the `mowlab` command."""

import sys

from mowlab.cli import main

sys.exit(main())
