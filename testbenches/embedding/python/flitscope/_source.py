"""How configurations are handed to the library."""
import json
import os

from ._error import Error


def _plain(value):
    """Numbers and arrays of numpy as Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise Error(f"configuration: {value!r}: {type(value).__name__} is nothing that a configuration holds; "
                "accepted: numbers, texts, truth values, lists, dicts, None")


def as_json(value):
    """`value` as YAML on one line. Raises Error for what is no value of a configuration."""
    try:
        text = json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
        text.encode()
        return text
    except (TypeError, ValueError, RecursionError, UnicodeError) as problem:
        raise Error(f"configuration: {problem}") from None


def source_of(config, settings):
    """(name, text or None, --set arguments), as the library takes them."""
    sets = []
    if settings is not None:
        if not isinstance(settings, dict):
            raise Error(f"settings = {settings!r}: not a dict; accepted: {{\"key.path\": value, ...}}")
        sets = [f"{key}={as_json(value)}" for key, value in settings.items()]
    if isinstance(config, dict):
        return "configuration", as_json(config), sets
    if isinstance(config, (str, os.PathLike)) and os.fspath(config) not in ("", "-"):
        return os.fspath(config), None, sets
    raise Error(f"configuration: {config!r:.60} is none; accepted: a dict, or the path of a file")
