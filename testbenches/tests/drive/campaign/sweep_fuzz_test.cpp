// The reader of sweeps under hostile input: sweeps, changed at random, are read or refused with a
// place; what is read survives being written down with its base inside.
#include <gtest/gtest.h>

#include "testbenches/drive/campaign/sweep_points.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/text_mutator.h"

namespace flitscope::tb {
namespace {

const std::vector<std::string> kSweeps = {
    "config: {topology: {kind: mesh, size: [4, 4]}}\n"
    "axes:\n"
    "  traffic.load: {from: 0.05, to: 0.4, step: 0.05}\n"
    "  router.virtual_channels: [2, 4, 8]\n"
    "paired: [{router.pipeline: 1, link.latency: 0}, {router.pipeline: 3, link.latency: 1}]\n"
    "replicas: 3\n"
    "name: \"{router.virtual_channels} VCs\"\n",
    "config: {topology: {kind: hypercube, dimensions: 3}, seed: 5}\n"
    "axes: {traffic.pattern: [uniform, \"shuffle\"], traffic.rate: {from: 0.01, to: 0.02, "
    "count: 3}}\n",
    "axes:\n  topology: [{kind: torus, size: [3, 3]}, {kind: ring, nodes: 5}]\n"
    "  traffic.length: [5, {distribution: geometric, mean: 9}]\n"
    "config:\n  traffic: {load: 1e-2}\n",
    "base: none.yaml\n", "config: {}\naxes: {seed: [1, 2]}\n"};

const std::vector<std::string> kPieces = {
    "{from: ", "to: ",   "step: ",  "count: ",    "axes: ", "paired: ",           "replicas: ",
    "name: ",  "base:",  "config:", "1000000000", "[1, 2]", "traffic.load: ",     "{seed}",
    "-1e308",  "1e-300", "seed: ",  "a.b.c.d: ",  "[[[]]]", "traffic.load.x: [1]"};

/// Whether it was accepted.
bool read_hostile_sweep(const std::string& text) {
    try {
        const SweepPoints points{parse_sweep("fuzz.yaml", text)};
        const SweepPoint last = points.at(points.count() - 1);
        const SweepPoints again{parse_sweep("again.yaml", points.sweep().text())};
        EXPECT_EQ(again.sweep().text(), points.sweep().text()) << text;
        EXPECT_EQ(again.count(), points.count()) << text;
        EXPECT_EQ(again.at(points.count() - 1).hash, last.hash) << text;
        EXPECT_EQ(again.at(points.count() - 1).series, last.series) << text;
        return true;
    } catch (const ConfigError& error) {
        EXPECT_FALSE(error.details().position.source.empty()) << text;
        EXPECT_FALSE(error.details().problem.empty()) << text;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
        return false;
    }
}

TEST(SweepFuzz, TheSweepsItStartsFromAreGoodButOne) {
    std::size_t accepted = 0;
    for (const std::string& each : kSweeps) {
        accepted += read_hostile_sweep(each) ? 1 : 0;
    }
    EXPECT_EQ(accepted, kSweeps.size() - 1);
}

TEST(SweepFuzz, MutatedSweepsAreReadOrRefusedWithAPlace) {
    const auto inputs = static_cast<std::uint32_t>(sized(2000, 60000));
    std::uint32_t accepted = 0;
    for (std::uint32_t seed = 0; seed < inputs; ++seed) {
        TextMutator mutator(seed, kPieces);
        const std::string text = mutator.mutate(kSweeps[mutator.below(kSweeps.size())], kSweeps);
        ASSERT_NO_THROW(accepted += read_hostile_sweep(text) ? 1 : 0) << "seed " << seed << "\n"
                                                                      << text;
        ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    }
    EXPECT_GT(accepted, inputs / 200) << "the mutations leave nothing to accept";
}

}  // namespace
}  // namespace flitscope::tb
