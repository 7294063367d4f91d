"""The one exception of the package."""


class Error(Exception):
    """What the program would have printed and exited with.

    str(error): the message, with file, key, value and what is accepted.
    exit_code: as of the program (docs/configuration.md): 2 for an argument or a configuration, 5 for a deadlock, ...
    result: of a run that ended so (a deadlock, a protocol error, waves that could not be written), what result.json would
    have held; else None.
    """

    def __init__(self, message, exit_code=2, result=None):
        super().__init__(message)
        self.exit_code = exit_code
        self.result = result


Error.__module__ = "flitscope"
