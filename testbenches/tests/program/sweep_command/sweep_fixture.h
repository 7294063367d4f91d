#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {

/// Two points, of which one is refused each time it is tried.
constexpr const char* kOneFails =
    "base: base.yaml\n"
    "axes: {deadlock: [stop, refuse]}\n"
    "paired: [{topology: {kind: hypercube, dimensions: 3}, "
    "routing.algorithm: random_minimal, router.virtual_channels: 1}]\n";

/// Sweeps of a moment in a folder of their own: base.yaml, sweep.yaml.
class SweepCli : public Cli {
protected:
    SweepCli() {
        folder_.write("base.yaml", kSmall);
        folder_.write("sweep.yaml",
                      "base: base.yaml\n"
                      "axes: {traffic.load: {from: 0.1, to: 0.3, step: 0.1}}\n"
                      "paired: [{router.pipeline: 1, link.latency: 0}, "
                      "{router.pipeline: 3, link.latency: 1}]\n"
                      "name: \"{router.pipeline} stages\"\n");
    }

    /// The files points/HASH.json of a results directory, without what depends on the machine.
    std::vector<std::string> points(const std::string& name) const {
        std::vector<std::string> texts;
        for (const auto& each :
             std::filesystem::directory_iterator(folder_.path() / name / "points")) {
            Json json =
                Json::parse(folder_.read(name + "/points/" + each.path().filename().string()));
            json.erase("performance");
            json.erase("checksum");
            texts.push_back(json.dump());
        }
        std::sort(texts.begin(), texts.end());
        return texts;
    }
};

}  // namespace flitscope::tb
