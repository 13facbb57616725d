"""`python -m ui.cli` is `askpapers` where the package is not installed."""

import sys

from ui.cli.app import main

sys.exit(main())
