"""Folders of the project."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RTL = ROOT / "rtl_models" / "verilog"
FORMAL = ROOT / "testbenches" / "formal"
