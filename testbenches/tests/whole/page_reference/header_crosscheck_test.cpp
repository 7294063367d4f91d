// Coded paths, and multicasts with one VC, as a user runs them at level verilog: the parameter set
// from a plug-in, alone and in networks of all levels, event by event.
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

/// The parameters of the plug-in in CMakeLists.txt.
std::string coded_paths(const std::string& verilog) {
    return "topology: {kind: mesh, size: [4, 4]}\nrouter: {virtual_channels: 4, buffer_flits: 4}\n"
           "header: {addresses_per_flit: 1}\ntraffic: {load: 0.3, length: 4, broadcast: {fraction: "
           "0.1, algorithm: pcp}}\nmeasure: {warmup_messages: 50, max_cycles: 1500}\nlevel: {" +
           verilog + "}\n";
}

const std::string kFolder = "path: " FLITSCOPE_PLUGIN_FOLDER;

void expect_equal(const CrosscheckReport& report) {
    EXPECT_TRUE(report.equal()) << report.summary();
    EXPECT_GT(report.messages, 1000U);
    EXPECT_FALSE(report.deadlock);
}

TEST(HeaderCrosscheck, CodedPathsAreEqualAtAllLevels) {
    expect_equal(
        crosscheck(read(coded_paths("verilog: {" + kFolder + "}")), {"fast", "signal", "verilog"}));
}

TEST(HeaderCrosscheck, AndInMixesOfThem) {
    for (const char* const others : {"default: fast, signal: [0, 3, 6, 9]", "default: signal"}) {
        SCOPED_TRACE(others);
        const std::string mix =
            std::string(others) + ", verilog: {nodes: [1, 5, 10, 15], " + kFolder + "}";
        expect_equal(crosscheck(read(coded_paths(mix)), {"fast", "signal"}));
    }
}

/// The channels of El-Obaid and Zuo: one VC, and an ejection port for each input.
TEST(HeaderCrosscheck, MulticastsWithOneVcAreEqualAtAllLevels) {
    for (const char* const algorithm : {"two_phase", "six_phase"}) {
        SCOPED_TRACE(algorithm);
        const std::string text =
            std::string(
                "topology: {kind: mesh, size: [4, 4]}\n"
                "router: {virtual_channels: 1, buffer_flits: 2, pipeline: 1, "
                "injection_ports: all, ejection_ports: all}\nlink: {latency: 0}\n"
                "traffic: {rate: 0.05, length: 3, startup: parallel, startup_cycles: 20, "
                "multicast: {fraction: 1, destinations: 6, algorithm: ") +
            algorithm + "}}\nmeasure: {warmup_messages: 50, max_cycles: 1500}\nlevel: {verilog: {" +
            kFolder + "}}\n";
        expect_equal(crosscheck(read(text), {"fast", "signal", "verilog"}));
    }
}

/// Headers end when their messages are delivered, so units must not look at what wires still carry.
TEST(HeaderCrosscheck, UnitsFromPluginsAreEqual) {
    for (const char* const unit : {"header_unit", "output_unit", "route_unit"}) {
        SCOPED_TRACE(unit);
        const std::string exchanged = std::string("router.units={") + unit + ": {plugin: coded_" +
                                      unit + ", " + kFolder + "}}";
        expect_equal(
            crosscheck(read(coded_paths("default: signal"), {exchanged}), {"fast", "signal"}));
    }
}

TEST(HeaderLevels, SayWhatTheyNeed) {
    const std::string verilog = coded_paths("verilog: {" + kFolder + "}");
    expect_error([&] { make_network(read(verilog, {"header.addresses_per_flit=2"})); },
                 "needs a parameter set that was not built; make it with `flitscope rtl add`");
    expect_error([&] { make_network(read(verilog, {"header.addresses_per_flit=100"})); },
                 "a header flit of 100 addresses (header.addresses_per_flit) is longer than 512 "
                 "bits; must have at most 73");
}

}  // namespace
}  // namespace flitscope::tb
