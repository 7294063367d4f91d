"""A network that is driven message by message."""
import warnings

from . import _flitscope
from ._error import Error
from ._source import source_of

_NOW = -1
_MESSAGE = ("node", "destination", "length", "message_class", "at", "tag")
_DELIVERY = ("node", "destination", "length", "message_class", "offered", "injected", "delivered", "hops", "tag")


def _whole_numbers(numpy, name, values, count, dtype):
    if numpy.ma.is_masked(values):
        raise Error(f"{name}: masked values; accepted: whole numbers, as of .compressed()")
    array = numpy.asarray(values)
    if array.dtype.kind not in "iu" and array.size > 0:
        raise Error(f"{name}: of type {array.dtype}; accepted: whole numbers")
    if array.ndim > 1 or (array.ndim == 1 and array.size != count):
        raise Error(f"{name}: of shape {array.shape}; accepted: one number, or {count} as of node")
    if dtype == "u8" and (array < 0).any():
        raise Error(f"{name} = {array.min()}: negative; accepted: 0..2**64-1")
    return array.astype(dtype, copy=False)


class Network(_flitscope.Network):
    """The network of a configuration, driven by its owner: offer messages, step, take deliveries.

    Time is counted in edges (docs/router.md): at first it is edge 0. The sections `traffic` and `measure` of the
    configuration mean nothing here. Any number of networks at level fast may be open at once, of those with routers at
    level signal or verilog one at a time; close() it, or use it in a `with`. One thread at a time may use a network; others
    run while it steps.

    nodes, level: of the configuration. now: the present edge. under_way: messages offered and not delivered.
    """

    def __new__(cls, *_, **__):
        self = super().__new__(cls)
        _flitscope.Network.__init__(self)  # closed: what skips our __init__ finds no memory of nobody
        return self

    def __init__(self, config, settings=None):
        self._open(*source_of(config, settings))
        for each in self._warnings:
            warnings.warn(each, stacklevel=2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def offer_many(self, node, destination, length, tag=0, message_class=0, at=None):
        """Many messages at once, all or (after an Error) none: arrays, or a number for all of them. Needs numpy."""
        import numpy

        count = numpy.size(node)
        columns = {"node": node, "destination": destination, "length": length, "message_class": message_class,
                   "at": _NOW if at is None else at, "tag": tag}
        packed = numpy.empty((count, len(_MESSAGE)), dtype="i8")
        for index, name in enumerate(_MESSAGE):
            kind = "u8" if name == "tag" else "i8"
            column = _whole_numbers(numpy, name, columns[name], count, kind)
            if name == "at" and at is not None and column.size > 0 and column.min() < 0:
                raise Error(f"at = {column.min()}: in the past; accepted: {self.now} (now) or later")
            packed[:, index] = column.view("i8")
        self._offer_packed(packed)

    def deliveries_array(self):
        """As deliveries(), as a structured array of numpy with the names of `Delivery`."""
        import numpy

        kinds = [(name, "u8" if name == "tag" else "i8") for name in _DELIVERY]
        return numpy.frombuffer(self._deliveries_packed(), dtype=kinds)
