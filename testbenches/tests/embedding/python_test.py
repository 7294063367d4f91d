"""`import flitscope`. Arguments: the program; PYTHONPATH leads to the package. Also those of unittest."""
import copy
import csv
import json
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import pandas

import flitscope

PROGRAM = sys.argv.pop(1)
MESH = {"topology": {"kind": "mesh", "size": [8, 8]}}
SHORT = {**MESH, "measure": {"max_cycles": 3000}}
ENDLESS = {**MESH, "measure": {"max_cycles": 10**9, "relative_error": 1e-6}}


def refusal(call, *arguments, **named):
    """(exit code, message) of what `call` raises."""
    try:
        call(*arguments, **named)
    except flitscope.Error as error:
        return error.exit_code, str(error)
    return "taken"


def interrupt_soon():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()


class Package(unittest.TestCase):
    def test_says_what_is_to_be_built_where_its_extension_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:  # as configuring leaves it
            shutil.copytree(pathlib.Path(flitscope.__file__).parent, pathlib.Path(folder) / "flitscope",
                            ignore=shutil.ignore_patterns("*.so"))
            ended = subprocess.run([sys.executable, "-c", "import flitscope"], capture_output=True, text=True, check=False,
                                   cwd=folder, env={**os.environ, "PYTHONPATH": folder})
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr.splitlines()[-1],
                         f"ImportError: {folder}/flitscope has no extension module for Python {sys.version_info[0]}."
                         f"{sys.version_info[1]}: ./scripts/install builds and installs it; in a build folder the target "
                         "is flitscope_python")


class Runs(unittest.TestCase):
    def test_give_what_the_program_writes_at_every_level_one_after_the_other(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "point.json"
            file.write_text(json.dumps(SHORT))
            for level in ("fast", "signal", "verilog", "signal", "fast"):
                subprocess.run([PROGRAM, "run", file, "--set", f"level={level}", "--out", folder, "--quiet"], check=True)
                wanted = json.loads((pathlib.Path(folder) / "result.json").read_text())
                for result in (flitscope.run({**SHORT, "level": level}), flitscope.run(file, {"level": level})):
                    self.assertEqual(result.keys(), wanted.keys())
                    for key in wanted.keys() - {"performance"}:
                        self.assertEqual(result[key], wanted[key], (level, key))

    def test_take_numbers_of_numpy(self):
        plain = flitscope.run(SHORT, {"traffic.load": 0.25, "seed": 7})
        other = flitscope.run({**SHORT, "seed": numpy.int64(7)}, {"traffic.load": numpy.float64(0.25)})
        self.assertEqual(plain["latency"], other["latency"])

    def test_say_what_is_wrong(self):
        self.assertEqual(refusal(flitscope.run, {"router": {"pipeline": 9}}),
                         (2, "configuration: router.pipeline = 9: out of range; accepted: a whole number 1..4"))
        self.assertEqual(refusal(flitscope.run, MESH, {"router.pipeline": 9}),
                         (2, "--set router.pipeline=9: router.pipeline = 9: out of range; accepted: a whole number 1..4"))
        for wrong in (3, None, "", "-", "/nowhere", {"seed": float("nan")}, {"seed": object()}, {"seed": "\ud800"}, [],
                      {1: 2}, {"seed": -1}, {"traffic": "x"}):
            with self.subTest(wrong=wrong):
                self.assertEqual(refusal(flitscope.run, wrong)[0], 2)
        deep = {}
        for _ in range(100000):
            deep = {"a": deep}
        self.assertEqual(refusal(flitscope.run, deep)[0], 2)
        self.assertEqual(refusal(flitscope.run, MESH, settings=[1])[0], 2)
        self.assertEqual(refusal(flitscope.run, {**MESH, "faults": [{"node": 99, "at": 1}]})[0], 2)

    def test_end_as_the_program_does(self):
        circle = {"topology": {"kind": "hypercube", "dimensions": 3}, "routing": {"algorithm": "random_minimal"},
                  "router": {"virtual_channels": 1, "buffer_flits": 2}, "traffic": {"load": 0.9, "length": 40}}
        with self.assertRaises(flitscope.Error) as raised:
            flitscope.run(circle)
        self.assertEqual(raised.exception.exit_code, 5)
        self.assertIn("deadlock found at edge", str(raised.exception))
        self.assertFalse(raised.exception.result["complete"])
        code, message = refusal(flitscope.run, {**circle, "deadlock": "refuse"})
        self.assertEqual(code, 4)
        self.assertIn("not simulated", message)
        traced = {**MESH, "measure": {"max_cycles": 100}, "level": "signal", "waves": {"file": "run.vcd"}}
        code, message = refusal(flitscope.run, traced, folder="/nowhere")
        self.assertEqual(code, 7)
        self.assertIn("/nowhere/run.vcd", message)
        with tempfile.TemporaryDirectory() as folder:
            flitscope.run(traced, folder=pathlib.Path(folder))
            self.assertGreater((pathlib.Path(folder) / "run.vcd").stat().st_size, 10000)

    def test_can_be_interrupted(self):
        for level in ("fast", "signal"):
            interrupt_soon()
            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                flitscope.run({**ENDLESS, "level": level})
            self.assertLess(time.monotonic() - start, 10)
        flitscope.run(SHORT)

    def test_run_side_by_side(self):
        alone = flitscope.run(SHORT)
        latencies = []
        threads = [threading.Thread(target=lambda: latencies.append(flitscope.run(SHORT)["latency"])) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(latencies, [alone["latency"]] * 4)


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        sweep = {"config": {"topology": {"kind": "mesh", "size": [4, 4]}, "measure": {"max_cycles": 2000}},
                 "axes": {"traffic.load": [0.1, 0.2], "router.virtual_channels": [2, 4]}}
        (cls.folder / "sweep.yaml").write_text(json.dumps(sweep))
        subprocess.run([PROGRAM, "sweep", cls.folder / "sweep.yaml", "--out", cls.folder / "points", "--quiet"], check=True)
        subprocess.run([PROGRAM, "sweep", "collect", cls.folder / "points", "--quiet"], check=True)
        with open(cls.folder / "points/results.csv") as file:
            cls.table = list(csv.DictReader(file))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_are_a_data_frame(self):
        frame = flitscope.results(self.folder / "points")
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(list(frame.columns), list(self.table[0]))
        self.assertEqual(list(frame["traffic.load"]), [0.1, 0.1, 0.2, 0.2])
        for row, wanted in zip(frame.to_dict("records"), self.table):
            self.assertEqual(row["hash"], wanted["hash"])
            self.assertEqual(row["throughput.accepted"], float(wanted["throughput.accepted"]))
        self.assertEqual(len(flitscope.saturation(self.folder / "points")), 0)

    def test_exports_are_read_by_pandas(self):
        frame = flitscope.results(self.folder / "points")
        for name, separator in (("results.csv", ","), ("results.tsv", "\t")):
            exported = pandas.read_csv(self.folder / "points" / name, sep=separator)
            self.assertEqual(list(exported.columns), list(frame.columns))
            for column in ("hash", "traffic.load", "series", "latency.unicast.mean"):
                self.assertEqual(exported[column].tolist(), frame[column].tolist(), column)

    def test_are_arrays(self):
        arrays = flitscope.arrays(str(self.folder / "points"))
        self.assertEqual(list(arrays), list(self.table[0]))
        self.assertEqual(arrays["traffic.load"].dtype.kind, "f")
        self.assertEqual(arrays["router.virtual_channels"].tolist(), [2, 4, 2, 4])

    def test_need_neither_pandas_nor_numpy(self):
        code = ("import sys; sys.modules['pandas'] = sys.modules['numpy'] = None\n"
                "import flitscope; print(len(flitscope.results(sys.argv[1])), flitscope.results(sys.argv[1])[3]['hash'])")
        output = subprocess.run([sys.executable, "-c", code, self.folder / "points"], check=True, capture_output=True,
                                text=True).stdout
        self.assertEqual(output.split(), ["4", self.table[3]["hash"]])

    def test_name_damaged_points(self):
        file = next((self.folder / "points/points").iterdir())
        whole = file.read_text()
        file.write_text(whole[:-100])
        with self.assertWarnsRegex(UserWarning, file.name):
            self.assertEqual(len(flitscope.results(self.folder / "points")), 3)
        file.write_text(whole)
        self.assertEqual(refusal(flitscope.results, self.folder)[0], 2)


class Networks(unittest.TestCase):
    def messages(self, count=400, cycles=300):
        random = numpy.random.RandomState(1)
        return {"node": random.randint(0, 64, count), "destination": random.randint(0, 64, count),
                "length": random.randint(1, 9, count), "at": numpy.sort(random.randint(0, cycles, count)),
                "tag": numpy.arange(count)}

    def drive(self, network, until=None):
        network.offer_many(**self.messages())
        network.step(until)
        return network

    def test_deliver_the_same_at_every_level_one_after_the_other(self):
        with flitscope.Network(MESH) as network:
            wanted = self.drive(network).deliveries()
        self.assertEqual(len(wanted), 400)
        for level in ("signal", "verilog", {"default": "fast", "signal": [9, 10], "verilog": [18]}, "fast"):
            with flitscope.Network(MESH, {"level": level}) as network:
                self.assertEqual(self.drive(network).deliveries(), wanted, level)

    def test_take_messages_one_by_one_as_all_at_once(self):
        with flitscope.Network(MESH) as network:
            wanted = self.drive(network).deliveries_array()
        got = []
        messages = self.messages()
        with flitscope.Network(MESH) as network:
            for index in range(400):
                network.step(int(messages["at"][index]))
                got += network.deliveries()
                network.offer(messages["node"][index], messages["destination"][index], messages["length"][index], tag=index)
            while network.under_way > 0:
                edge = network.step(to_delivery=True)
                self.assertEqual(edge, network.now)
                arrived = network.deliveries()
                self.assertEqual({each.delivered for each in arrived}, {edge})
                got += arrived
        # Messages of one edge go by node in both, so ids are the same.
        self.assertEqual([tuple(each) for each in got], [tuple(each) for each in wanted.tolist()])

    def test_at_level_fast_live_side_by_side_in_threads(self):
        with flitscope.Network(MESH) as network:
            wanted = self.drive(network).deliveries()
        networks = [flitscope.Network(MESH) for _ in range(3)]
        threads = [threading.Thread(target=self.drive, args=(network,)) for network in networks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for network in networks:
            self.assertEqual(network.deliveries(), wanted)

    def test_warn_of_their_configuration(self):
        narrow = {"topology": {"kind": "torus", "size": [4, 4]}, "router": {"virtual_channels": 1}}
        with self.assertWarnsRegex(UserWarning, "virtual_channels"):
            flitscope.Network(narrow).close()

    def test_are_closed_until_they_have_a_configuration(self):
        bare = flitscope.Network.__new__(flitscope.Network)
        for use in (lambda: bare.now, bare.step, bare.deliveries, bare.deliveries_array, lambda: bare.offer(0, 1, 1),
                    lambda: bare.offer_many([0], 1, 1)):
            self.assertEqual(refusal(use), (2, "the network is closed"))
        bare.close()

        class Forgetful(flitscope.Network):
            def __init__(self):
                pass

        self.assertEqual(refusal(Forgetful().step), (2, "the network is closed"))

        class Mesh(flitscope.Network):
            def __init__(self, width):
                super().__init__({"topology": {"kind": "mesh", "size": [width, 2]}})

        with Mesh(width=3) as network:
            self.assertEqual(network.nodes, 6)
            self.assertIn("the network is open", refusal(network.__init__, 4)[1])
            self.assertEqual(network.nodes, 6)
        self.assertEqual(refusal(flitscope.Network, {"topology": {}, "nonsense": 1})[0], 2)
        for copied in (lambda: copy.copy(bare), lambda: pickle.dumps(bare)):
            with self.assertRaises(TypeError):
                copied()

    def test_with_modules_are_open_one_at_a_time(self):
        with flitscope.Network(MESH, {"level": "signal"}):
            self.assertIn("one simulation per process", refusal(flitscope.Network, MESH, {"level": "signal"})[1])
            self.assertIn("one simulation per process", refusal(flitscope.run, {**SHORT, "level": "signal"})[1])
            flitscope.run(SHORT)
        flitscope.Network(MESH, {"level": "signal"}).close()

    def test_refuse_what_they_cannot_do(self):
        network = flitscope.Network(MESH)
        network.step(10)
        self.assertEqual(refusal(network.offer, 64, 0, 1), (2, "node = 64: no such node; accepted: 0..63"))
        self.assertEqual(refusal(network.offer, 0, 0, 1, at=-1), (2, "at = -1: in the past; accepted: 10 (now) or later"))
        self.assertEqual(refusal(network.step, 9), (2, "until = 9: in the past; accepted: 10 (now) or later"))
        self.assertEqual(refusal(network.offer_many, [0, 99], 1, 1),
                         (2, "message 1: node = 99: no such node; accepted: 0..63"))
        for wrong in ({"node": [0.5]}, {"tag": -1}, {"length": [[1]]}, {"length": [1, 2]}, {"node": "a"}, {"at": -5},
                      {"at": [3]}, {"destination": None}):
            with self.subTest(wrong=wrong):
                self.assertEqual(refusal(network.offer_many, **{"node": [1], "destination": 2, "length": 3, **wrong})[0], 2)
        masked = numpy.ma.array([1, 2], mask=[False, True])
        self.assertIn("masked", refusal(network.offer_many, masked, 1, 1)[1])
        packed = numpy.zeros((4, 6), dtype="i8")
        for wrong in (packed[::2], packed[:, :3], packed.T, b"x" * 47, packed.ravel()[:7]):
            self.assertEqual(refusal(network._offer_packed, wrong),
                             (2, "messages: accepted: whole ones of 48 bytes, one behind the other"))
        for wrong in (("a", 0, 1), (0, 0, 1.5), (0, 0, 2**70), (None, 0, 1)):
            with self.assertRaises(TypeError):
                network.offer(*wrong)
        with self.assertRaises(TypeError):
            network.step("x")
        self.assertEqual(network.under_way, 0)
        network.close()
        network.close()
        for use in (lambda: network.now, network.step, network.deliveries, lambda: network.offer(0, 1, 1)):
            self.assertEqual(refusal(use), (2, "the network is closed"))
        self.assertEqual(refusal(flitscope.Network, {**MESH, "waves": {}})[0], 2)

    def test_can_be_interrupted_and_go_on(self):
        with flitscope.Network(MESH) as network:
            wanted = self.drive(network).deliveries()
        count = 4_000_000
        with flitscope.Network(MESH) as network:
            network.offer_many(numpy.arange(count) % 64, numpy.arange(count) * 7 % 64, 5)
            interrupt_soon()
            with self.assertRaises(KeyboardInterrupt):
                network.step()
            before = network.under_way
            self.assertGreater(before, 0)
            network.step(network.now + 100)
            self.assertLess(network.under_way, before)
        with flitscope.Network(MESH) as network:
            self.assertEqual(self.drive(network).deliveries(), wanted)

    def test_serve_one_thread_at_a_time(self):
        count = 1_000_000
        with flitscope.Network(MESH) as network:
            network.offer_many(numpy.arange(count) % 64, numpy.arange(count) * 7 % 64, 5)
            thread = threading.Thread(target=network.step, args=(20000,))
            thread.start()
            messages = set()
            while thread.is_alive():
                try:
                    network.now
                except flitscope.Error as error:
                    messages.add(str(error))
            thread.join()
            self.assertEqual(messages, {"the network is being stepped by another thread"})
            self.assertEqual(network.now, 20000)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
