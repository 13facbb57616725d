"""The `askpapers` command.

Whatever takes time to import is imported by the command that uses it, so that help comes at once.
"""

from ui.cli.app import main

__all__ = ["main"]
