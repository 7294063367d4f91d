"""Flitscope in Python: run configurations, read the results of sweeps, drive networks message by message.

    result = flitscope.run({"topology": {"kind": "mesh", "size": [8, 8]}, "traffic": {"load": 0.2}})
    frame = flitscope.results("results_of_a_sweep")
    with flitscope.Network({"topology": {"kind": "mesh", "size": [4, 4]}}) as network:
        network.offer(node=0, destination=15, length=5)
        network.step()
        network.deliveries()

Configurations are dicts with the keys of docs/configuration.md, or paths of files. Whatever the program would exit with is
an `Error`. docs/python.md tells more.
"""
import importlib.util as _importlib_util
import json as _json
import os as _os
import sys as _sys
import warnings as _warnings

if _importlib_util.find_spec("._flitscope", __name__) is None:
    raise ImportError("{} has no extension module for Python {}.{}: ./scripts/install builds and installs it; in a build "
                      "folder the target is flitscope_python".format(__path__[0], *_sys.version_info[:2]))

from . import _flitscope
from ._error import Error
from ._flitscope import Delivery
from .network import Network
from .results import arrays, results, saturation

__all__ = ["Delivery", "Error", "Network", "arrays", "results", "run", "saturation", "version"]
version = _flitscope.version


def run(config, settings=None, folder="."):
    """Simulates one operating point and returns what `flitscope run` writes to result.json, as a dict.

    config: a dict, or the path of a file. settings: {"key.path": value}, on top of it, as --set. folder: where waves go,
    if the configuration asks for some. Other threads run meanwhile; Ctrl-C ends it.
    """
    from ._source import source_of

    text, problem, exit_code, messages = _flitscope.run(*source_of(config, settings), _os.fspath(folder))
    for message in messages:
        _warnings.warn(message, stacklevel=2)
    result = _json.loads(text)
    if exit_code != 0:
        raise Error(problem, exit_code, result)
    return result
