import sys

from mowlab.serve.launch import main

sys.exit(main())
