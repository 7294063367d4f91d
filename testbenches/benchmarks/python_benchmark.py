#!/usr/bin/env python3
"""The cost of the Python package's calls in addition to the simulation, in ns of CPU time per message: of the same messages, 0.2
flits/node/cycle on an 8x8 mesh. PYTHONPATH leads to the package. The least of five rounds."""
import time

import numpy

import flitscope

CONFIG = {"topology": {"kind": "mesh", "size": [8, 8]}}
COUNT, CYCLES = 50000, 20000
random = numpy.random.RandomState(1)
NODE, DESTINATION = random.randint(0, 64, COUNT), random.randint(0, 64, COUNT)
AT = numpy.sort(random.randint(0, CYCLES, COUNT))


def timed(work):
    best = float("inf")
    for _ in range(5):
        with flitscope.Network(CONFIG) as network:
            start = time.process_time()
            arrived = work(network)
            best = min(best, time.process_time() - start)
        assert arrived == COUNT, arrived
    return best / COUNT * 1e9


def all_at_once(network):
    network.offer_many(NODE, DESTINATION, 5, at=AT)
    network.step()
    return len(network.deliveries_array())


def as_list(network):
    network.offer_many(NODE, DESTINATION, 5, at=AT)
    network.step()
    return len(network.deliveries())


ROWS = list(zip(NODE.tolist(), DESTINATION.tolist(), AT.tolist()))


def offers_one_by_one(network):
    offer = network.offer
    for node, destination, at in ROWS:
        offer(node, destination, 5, 0, 0, at)
    network.step()
    return len(network.deliveries_array())


def step_per_edge(network):
    arrived = now = 0
    for node, destination, at in ROWS:
        if at > now:
            now = network.step(at)
            arrived += len(network.deliveries())
        network.offer(node, destination, 5)
    network.step()
    return arrived + len(network.deliveries())


whole = timed(all_at_once)
print(f"all at once, arrays: {whole:.0f} ns per message, simulation included")
for name, work in (("deliveries as a list", as_list), ("offers one by one", offers_one_by_one),
                   ("and a step for every edge", step_per_edge)):
    print(f"{name}: {timed(work) - whole:+.0f} ns per message")
