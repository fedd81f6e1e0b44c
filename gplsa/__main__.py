"""python -m gplsa"""

import sys

from gplsa.cli import main

sys.exit(main())
