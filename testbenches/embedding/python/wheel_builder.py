"""What pip calls to make a wheel of the repository (PEP 517): CMake builds and installs the package, the wheel holds that.

FLITSCOPE_BUILD: a build folder that exists already; default build/wheel, which is made.
"""
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

from wheel.wheelfile import WheelFile

ROOT = pathlib.Path(__file__).resolve().parents[3]


def _project():
    text = (ROOT / "CMakeLists.txt").read_text()
    version = re.search(r"project\(flitscope VERSION ([\d.]+)", text).group(1)
    return version, re.search(r'DESCRIPTION "([^"]+)"', text).group(1)


def _tag():
    python = "cp{}{}".format(*sys.version_info[:2])
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _cmake(*arguments):
    subprocess.run(["cmake", *map(str, arguments)], check=True)


def _build():
    chosen = os.environ.get("FLITSCOPE_BUILD")
    build = pathlib.Path(chosen or ROOT / "build/wheel")
    if not chosen:
        _cmake("-S", ROOT, "-B", build, "-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release", "-D", "FLITSCOPE_BUILD_TESTS=OFF",
               "-D", "FLITSCOPE_BUILD_BENCHMARKS=OFF", "-D", f"Python3_EXECUTABLE={sys.executable}")
    _cmake("--build", build, "--target", "flitscope_python")
    return build


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes the wheel and returns its name."""
    version, description = _project()
    name = f"flitscope-{version}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        _cmake("--install", _build(), "--component", "python", "--prefix", site)
        module = next(site.rglob("_flitscope*"))
        if not module.name.endswith(sysconfig.get_config_var("EXT_SUFFIX")):
            raise SystemExit(f"{module.name} was built for another Python than {sys.executable}")
        site = module.parents[1]
        info = site / f"flitscope-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: flitscope\nVersion: {version}\nSummary: {description}\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\n")
        (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: flitscope\nRoot-Is-Purelib: false\nTag: {_tag()}\n")
        with WheelFile(pathlib.Path(wheel_directory) / name, "w") as wheel:
            wheel.write_files(site)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """There is none: the repository is the source."""
    raise NotImplementedError("install from the repository: pip install --no-build-isolation .")
