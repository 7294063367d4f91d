"""Runs a notebook of examples/ as Jupyter does: its last cell ends with a drawing, of a family of curves in ten lines.
Arguments: the notebook; the folder that the package must come from, to which PYTHONPATH leads."""
import base64
import json
import pathlib
import struct
import sys

import nbformat
from nbclient import NotebookClient

file = pathlib.Path(sys.argv[1]).resolve()
notebook = nbformat.read(file, as_version=4)
nbformat.validate(notebook)
curves = [cell for cell in notebook.cells if cell.cell_type == "code"][-1]
lines = [line for line in curves.source.splitlines() if line.strip()]
assert len(lines) <= 10, f"{len(lines)} lines"
# What was drawn, asked behind the last cell.
notebook.cells.append(nbformat.v4.new_code_cell(
    "print(flitscope.__file__, *(list(line.get_ydata()) for line in drawn.lines), sep=\"\\n\")"))
curves.source += "\ndrawn = plt.gca()"
NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(file.parent)}}).execute()
assert not any("outputs" in cell and any(output.output_type == "error" for output in cell.outputs) for cell in notebook.cells)
pictures = [output.data["image/png"] for output in curves.outputs if "image/png" in output.get("data", {})]
assert len(pictures) == 1, curves.outputs
png = base64.b64decode(pictures[0])
width, height = struct.unpack(">II", png[16:24])
assert png.startswith(b"\x89PNG") and width > 300 and height > 200, (width, height)
package, *latencies = notebook.cells[-1].outputs[0].text.strip().split("\n")
assert package.startswith(sys.argv[2]), package
latencies = [json.loads(line) for line in latencies]
assert len(latencies) == 3 and all(len(line) >= 4 for line in latencies), latencies
assert all(line == sorted(line) and line[-1] > 1.5 * line[0] for line in latencies), latencies
