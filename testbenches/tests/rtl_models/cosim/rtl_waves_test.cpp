// The dump that a Verilog router writes itself, beside the one of all levels: the same scopes, the
// same times, and at every time the same flits, credits and states.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/cosim/verilog_network.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::cosim {

VerilogSet verilog_set_traced();

namespace {

constexpr int kVcs = 2;
constexpr int kInputs = 3;  // of a line: two network ports, one injection
constexpr int kOutputs = 3;

/// Reads what tb::VcdFile refuses: names that share an identifier, more than 64 bits.
class Dump {
public:
    explicit Dump(const std::string& path) {
        std::ifstream file(path);
        EXPECT_TRUE(file) << path;
        std::vector<std::string> scopes;
        std::int64_t time = -1;
        bool header = true;
        for (std::string line; std::getline(file, line);) {
            std::istringstream text(line);
            const std::vector<std::string> word{std::istream_iterator<std::string>(text), {}};
            // GTKWave's tools put what a header command says on lines of its own.
            header = header && line.rfind("$enddefinitions", 0) != 0;
            if (word.empty() || (header && line[0] != '$')) {
                continue;
            }
            if (word[0] == "$scope") {
                scopes.push_back(word[2]);
            } else if (word[0] == "$upscope") {
                scopes.pop_back();
            } else if (word[0] == "$var") {
                std::string name;
                for (const std::string& scope : scopes) {
                    name += scope + ".";
                }
                codes_[name + word[4]] = word[3];
            } else if (line[0] == '#') {
                EXPECT_LE(time, std::stoll(line.substr(1)));
                time = std::stoll(line.substr(1));
                first_ = first_ < 0 ? time : first_;
                last_ = time;
            } else if (line[0] == 'b') {
                changes_[word[1]][time] = word[0].substr(1);
            } else if (line[0] != '$') {
                changes_[line.substr(1)][time] = line.substr(0, 1);
            }
        }
    }
    bool has(const std::string& name) const { return codes_.count(name) != 0; }
    std::int64_t first() const { return first_; }
    std::int64_t last() const { return last_; }
    /// Bits lsb.. of a signal at a time.
    std::uint64_t bits(const std::string& name, std::int64_t time, int lsb = 0,
                       int width = 64) const {
        const auto& changes = changes_.at(codes_.at(name));
        const auto later = changes.upper_bound(time);
        EXPECT_NE(later, changes.begin()) << name << " has no value at " << time;
        if (later == changes.begin()) {
            return 0;
        }
        const std::string& digits = std::prev(later)->second;
        std::uint64_t value = 0;
        for (int bit = 0; bit < width; ++bit) {
            const int at = static_cast<int>(digits.size()) - 1 - lsb - bit;
            value |= at >= 0 && digits[static_cast<std::size_t>(at)] == '1'
                         ? std::uint64_t{1} << bit
                         : 0;
        }
        return value;
    }
    /// Every signal with all its changes, by name; values without leading zeros.
    std::map<std::string, std::map<std::int64_t, std::string>> all() const {
        std::map<std::string, std::map<std::int64_t, std::string>> signals;
        for (const auto& [name, code] : codes_) {
            auto& changes = signals[name];
            if (changes_.count(code) == 0) {
                continue;
            }
            for (const auto& [time, digits] : changes_.at(code)) {
                const std::size_t one = std::min(digits.find_first_not_of('0'), digits.size() - 1);
                const std::string value = digits.substr(one);
                // A dump may repeat a value.
                if (changes.empty() || changes.rbegin()->second != value) {
                    changes[time] = value;
                }
            }
        }
        return signals;
    }
    std::size_t changes(const std::string& name) const {
        return changes_.at(codes_.at(name)).size();
    }

private:
    std::map<std::string, std::string> codes_;
    std::map<std::string, std::map<std::int64_t, std::string>> changes_;
    std::int64_t first_ = -1;
    std::int64_t last_ = -1;
};

tb::CrosscheckScenario line_scenario() {
    return verilog_scenario({"traced",
                             [](tb::CrosscheckScenario& s) {
                                 set_mesh(s, {3}, {0});
                                 s.router = router(kVcs, 2, 3);
                             }},
                            3);
}

enum class Around { nobody, fast };

/// Runs with both dumps; router 1 alone in Verilog if it is among fast ones. Returns the stem of
/// the files.
std::string record(const std::string& name, Around around, rtl::Cycle from, rtl::Cycle to,
                   const std::string& suffix = ".vcd") {
    const std::string stem = testing::TempDir() + "flitscope_rtl_waves_" + name;
    const tb::CrosscheckScenario scenario = line_scenario();
    const std::vector<topo::NodeId> routers =
        around == Around::fast ? std::vector<topo::NodeId>{1} : std::vector<topo::NodeId>{0, 1};
    waves::WaveDump dump(stem + suffix, routers, from, to);
    RtlTrace trace(dump, routers, from, to);
    rtl::NetworkDescription description = scenario.description();
    description.waves = &dump;
    const std::vector<VerilogSet> sets = {verilog_set_traced()};
    std::unique_ptr<rtl::Network> network;
    if (around == Around::fast) {
        network = std::make_unique<tl::MixedNetwork>(
            description, routers, verilog_router_factory(description, sets, routers, &trace));
    } else {
        network = make_verilog_network(description,
                                       verilog_router_factory(description, sets, {}, &trace), true);
    }
    tb::run_scenario(scenario, *network);
    dump.finish(network->now());
    trace.finish();
    return stem;
}

/// One wire of a router in both: `ours` is the scope of the port.
struct Comparison {
    const Dump& dump;
    std::string router;
    std::int64_t time;

    void flit(const std::string& port, const std::string& wire, int number) const {
        const std::string ours = router + "." + port + "." + wire;
        const std::string rtl = router + "." + wire;
        const std::uint64_t valid = dump.bits(ours + "_valid", time);
        ASSERT_EQ(dump.bits(rtl + "_valid", time, number, 1), valid) << ours << " at " << time;
        if (valid == 0) {
            return;
        }
        for (const auto& [field, width] : {std::pair("_message", 32),
                                           {"_index", 32},
                                           {"_destination", 32},
                                           {"_source", 32},
                                           {"_length", 32},
                                           {"_kind", 3},
                                           {"_vc", 1}}) {
            ASSERT_EQ(dump.bits(rtl + field, time, number * width, width),
                      dump.bits(ours + field, time))
                << ours << field << " at " << time;
        }
    }
    void value(const std::string& ours, const std::string& rtl, int lsb, int width) const {
        if (dump.has(router + "." + ours)) {
            ASSERT_EQ(dump.bits(router + "." + rtl, time, lsb, width),
                      dump.bits(router + "." + ours, time))
                << ours << " at " << time;
        }
    }
    /// 0 idle, 1 routed, 2 active.
    void stage(const std::string& ours, int at) const {
        if (!dump.has(router + "." + ours)) {
            return;
        }
        const std::string rtl = router + ".router.vc_stage_";
        ASSERT_EQ(
            dump.bits(rtl + "routed", time, at, 1) + 2 * dump.bits(rtl + "active", time, at, 1),
            dump.bits(router + "." + ours, time))
            << ours << " at " << time;
    }
    void all() const {
        for (int p = 0; p < kInputs; ++p) {
            const std::string port = "input_" + std::to_string(p);
            if (!dump.has(router + "." + port + ".flit_i_valid")) {
                continue;  // not connected
            }
            flit(port, "flit_i", p);
            value(port + ".credit_o", "credit_o", p * kVcs, kVcs);
            for (int v = 0; v < kVcs; ++v) {
                const std::string vc = port + ".vc_" + std::to_string(v);
                stage(vc + ".state_q", p * kVcs + v);
                value(vc + ".occupancy", "router.count", (p * kVcs + v) * 2, 2);
            }
        }
        for (int p = 0; p < kOutputs; ++p) {
            const std::string port = "output_" + std::to_string(p);
            if (!dump.has(router + "." + port + ".flit_o_valid")) {
                continue;
            }
            flit(port, "flit_o", p);
            value(port + ".credit_i", "credit_i", p * kVcs, kVcs);
            for (int v = 0; v < kVcs; ++v) {
                value(port + ".vc_" + std::to_string(v) + ".held_q", "router.output_state_held",
                      p * kVcs + v, 1);
            }
        }
    }
};

void expect_same_everywhere(const std::string& stem, const std::vector<std::string>& routers,
                            rtl::Cycle from, rtl::Cycle to) {
    const Dump both(stem + ".both.vcd");
    EXPECT_EQ(both.first(), from * 1000);
    for (const std::string& router : routers) {
        EXPECT_GT(both.changes(router + ".flit_i_valid"), 20u) << "hardly a flit";
        EXPECT_GT(both.changes(router + ".clk_i"), 100u);
        for (rtl::Cycle cycle = from; cycle < to && !testing::Test::HasFailure(); ++cycle) {
            for (const std::int64_t offset : {0, 499, 500, 999}) {
                Comparison{both, router, cycle * 1000 + offset}.all();
            }
            EXPECT_EQ(both.bits(router + ".clk_i", cycle * 1000 + 500), 0u);
        }
    }
}

void remove_files(const std::string& stem) {
    const std::filesystem::path path(stem);
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path())) {
        if (entry.path().filename().string().rfind(path.filename().string() + ".", 0) == 0) {
            std::filesystem::remove(entry.path());
        }
    }
}

TEST(RtlWaves, ShowTheSameFlitAtTheSameTime) {
    const std::string stem = record("window", Around::nobody, 20, 300);
    expect_same_everywhere(stem, {"router_0", "router_1"}, 20, 300);
    EXPECT_EQ(Dump(stem + ".rtl.vcd").first(), 20000);
    EXPECT_LT(Dump(stem + ".rtl.vcd").last(), 300000);
    EXPECT_EQ(Dump(stem + ".both.vcd").last(), 300000) << "the end that our own dump names";
    remove_files(stem);
}

TEST(RtlWaves, ShowTheSameAmongFastRouters) {
    const std::string stem = record("fast", Around::fast, 20, 300);
    expect_same_everywhere(stem, {"router_1"}, 20, 300);
    remove_files(stem);
}

TEST(RtlWaves, BeginAfterReset) {
    const std::string stem = record("reset", Around::nobody, 0, 200);
    const Dump rtl(stem + ".rtl.vcd");
    EXPECT_EQ(rtl.first(), 0);
    EXPECT_EQ(rtl.bits("router_1.rst_ni", 0), 1u);
    EXPECT_EQ(rtl.changes("router_1.rst_ni"), 1u);
    EXPECT_EQ(rtl.bits("router_1.router.count", 0), 0u);
    EXPECT_EQ(rtl.bits("router_1.router.output_state_held", 0), 0u);
    EXPECT_EQ(rtl.bits("router_1.route_unit_0.route_unit.g_node.node_q", 0), 1u);
    remove_files(stem);
}

TEST(RtlWaves, OneViewShowsBothDumps) {
    const std::string stem = record("view", Around::nobody, 20, 60);
    const Dump both(stem + ".both.vcd");
    const tb::GtkwaveSaveFile view(stem + ".both.gtkw");
    EXPECT_EQ(view.dump(), std::filesystem::path(stem + ".both.vcd").filename().string());
    EXPECT_EQ(view.time_start(), 20000);
    std::set<std::string> names;
    for (const auto& signal : view.signals()) {
        EXPECT_TRUE(both.has(signal.name)) << signal.name;
        names.insert(signal.name);
    }
    EXPECT_EQ(view.signals().at(0).name, "cycle");
    EXPECT_EQ(view.signals().at(1).groups.front(), "router_0: pins of the RTL")
        << "the RTL comes first";
    EXPECT_EQ(view.signals().back().groups.front(), "router_1") << "then the model";
    EXPECT_EQ(names.count("router_0.input_2.flit_i_valid"), 1u);
    EXPECT_EQ(names.count("router_0.flit_i_valid"), 1u);
    for (const char* const wire :
         {"filled", "front_kind", "head_valid", "tail_held", "count", "vc_stage_routed",
          "active_vc", "switch_grant", "crossing_valid", "output_state_free"}) {
        EXPECT_EQ(names.count(std::string("router_1.router.") + wire), 1u) << wire;
    }
    std::vector<std::string> units;
    for (const auto& signal : view.signals()) {
        if (!signal.groups.empty() && signal.groups.front() == "router_1: units" &&
            (units.empty() || units.back() != signal.groups.at(1))) {
            units.push_back(signal.groups.at(1));
        }
    }
    // The RTL has header units where no message needs them, too: wires.
    EXPECT_EQ(units, (std::vector<std::string>{"vc_buffer_0", "vc_buffer_1", "vc_buffer_2",
                                               "header_unit_0", "header_unit_1", "header_unit_2",
                                               "route_unit_0", "route_unit_1", "route_unit_2",
                                               "vc_allocator", "switch_allocator", "crossbar",
                                               "output_unit_0", "output_unit_1", "output_unit_2"}));
    EXPECT_EQ(names.count("router_1.switch_allocator.grant_o"), 1u);
    EXPECT_EQ(names.count("router_1.vc_buffer_2.flit_i_valid"), 1u);
    EXPECT_EQ(names.count("router_1.route_unit_0.route_unit.g_node.node_q"), 0u) << "no pin";
    remove_files(stem);
}

TEST(RtlWaves, AreTheSameInTheCompressedFormat) {
    // One simulation per process.
    const pid_t child = fork();
    if (child == 0) {
        record("format", Around::fast, 20, 120);
        _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    const std::string vcd = testing::TempDir() + "flitscope_rtl_waves_format";
    const std::string fst = record("format_fst", Around::fast, 20, 120, ".fst");
    for (const char* const file : {"", ".rtl", ".both"}) {
        const std::string back = fst + file + ".back.vcd";
        const std::string command = "fst2vcd '" + fst + file + ".fst' > '" + back + "'";
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
        EXPECT_EQ(Dump(back).all(), Dump(vcd + file + ".vcd").all()) << file;
        EXPECT_GT(Dump(back).all().size(), 30U);
        EXPECT_FALSE(std::filesystem::exists(fst + file + ".vcd"));
        EXPECT_FALSE(std::filesystem::exists(fst + file + ".fst.vcd"));
    }
    for (const char* const file : {"", ".both"}) {
        const tb::GtkwaveSaveFile view(fst + file + ".gtkw");
        const std::string dump = fst + file + ".fst";
        EXPECT_EQ(view.dump(), dump.substr(dump.rfind('/') + 1));
        EXPECT_EQ(view.signals().size(),
                  tb::GtkwaveSaveFile(vcd + file + ".gtkw").signals().size());
    }
}

}  // namespace
}  // namespace flitscope::cosim
