"""Results of `flitscope sweep`."""
import json
import os
import warnings

from . import _flitscope


def _table(folder, saturation=False):
    columns, rows, damaged = _flitscope.table_of(os.fspath(folder), saturation)
    for each in damaged:
        warnings.warn(each, stacklevel=4)
    return columns, json.loads(rows)


def _frame(folder, saturation=False):
    columns, rows = _table(folder, saturation)
    try:
        import pandas
    except ImportError:
        return [dict(zip(columns, row)) for row in rows]
    return pandas.DataFrame(rows, columns=columns)


def results(folder):
    """All finished points of a results folder, in axis order: a pandas.DataFrame, or without pandas a list of dicts.

    The columns are those of `flitscope sweep collect` (docs/campaigns.md): hash, the axes, seed, series, then every figure
    by its dotted name. Files that are no such point are left out, with a warning.
    """
    return _frame(folder)


def saturation(folder):
    """The loads that a sweep with searches found, a row for each combination of the other axes, like `results`."""
    return _frame(folder, True)


def arrays(folder):
    """The same as `results`, as a dict of numpy arrays by column; nan where a number is missing."""
    import numpy

    columns, rows = _table(folder)
    by_column = {}
    for index, name in enumerate(columns):
        values = [row[index] for row in rows]
        numbers = all(value is None or isinstance(value, (int, float)) for value in values)
        missing = numbers and any(value is None for value in values)
        by_column[name] = numpy.array([numpy.nan if value is None else value for value in values] if missing else values)
    return by_column
