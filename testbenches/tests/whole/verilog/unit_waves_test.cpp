// The dumps of routers at level signal and of verilated ones: the same scopes, pins and widths for
// every port of every unit, and in every cycle the same values where they mean something.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/signal/signal_network.h"
#include "rtl_models/waves/unit_view.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/multicast_pins.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/verilog/network_sets.h"
#include "waves/vcd_reader.h"

namespace flitscope::cosim {

namespace {

const auto kScenarios = static_cast<std::uint64_t>(tb::sized(3, 6));  // of each network
constexpr rtl::Cycle kFrom = 3;
constexpr rtl::Cycle kTo = 400;
constexpr std::uint64_t kFirstSeed = 9000;

/// Pins that only one side has, and why; see unit_pins_test.
const std::set<std::string> kOnlySignal = {
    "crossbar.active_i_valid",            // a granted VC is active
    "crossbar.active_i_port",             // the select lines say it
    "crossbar.active_i_hop",              // the output unit counts hops in the flit
    "switch_allocator.request_i_hop",     // no policy of speculation looks at it
    "switch_allocator.request_i_detour",  // ...
    "route_unit.state_i_passed",          // routes depend on VCs held and free alone
    "switch_allocator.state_i_held"};     // it asks which VCs are free
const std::set<std::string> kOfSpeculation = {
    "output_unit.open_o",          "switch_allocator.open_i",  "switch_allocator.request_i",
    "switch_allocator.vc_grant_i", "switch_allocator.state_i", "switch_allocator.wasted_o"};
const std::set<std::string> kOnlyVerilog = {
    "output_unit.quiet_o",  // for idle_o of router.v
                            // Width 0 at level signal, as nobody looks at them.
    "route_unit.state_i_held", "route_unit.state_i_free", "route_unit.outstanding_i",
    "vc_allocator.outstanding_i", "vc_allocator.count_i", "switch_allocator.count_i",
    "switch_allocator.outstanding_i",
    // The fields of these are beside them.
    "vc_buffer.flit_i", "vc_buffer.front_o", "vc_buffer.head_o", "header_unit.front_i",
    "header_unit.head_i", "header_unit.head_o", "header_unit.action_o", "route_unit.head_i",
    "route_unit.action_i", "crossbar.front_i", "crossbar.flit_o", "output_unit.flit_i",
    "output_unit.flit_o",
    // SystemC units ask the routing function itself, and are built for their links.
    "route_unit.link_vcs_i", "output_unit.link_vcs_i", "route_unit.route_again_i",
    "route_unit.table_clk_i", "route_unit.table_i_valid", "route_unit.table_i_address",
    "route_unit.table_i_row",
    // No pins, but the matrices inside, and what the allocator inside grants.
    "vc_allocator.request_i", "switch_allocator.request_i", "switch_allocator.granted_o"};

/// A dump in step with the time: values as strings of all bits.
class Cursor {
public:
    explicit Cursor(const std::string& path) : reader_(path) {
        reader_.read_header(
            [&](const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
                if (scopes.size() != 2 || waves::kind_of_unit(scopes[1]).empty()) {
                    return;
                }
                std::string& value = values_[words[3]];
                value.assign(std::stoul(words[2]), 'x');
                pins_[scopes[0]][scopes[1]][words[4].substr(0, words[4].find('['))] = &value;
            });
    }
    void advance_to(std::int64_t time) {
        while (!reader_.done() && reader_.time() <= time) {
            reader_.visit_changes([&](std::string_view value, std::string_view code) {
                const auto found = values_.find(std::string(code));
                if (found == values_.end()) {
                    return;
                }
                value.remove_prefix(value[0] == 'b' ? 1 : 0);
                std::string& bits = found->second;
                std::fill(bits.begin(), bits.end(), '0');
                value.copy(&bits[bits.size() - value.size()], value.size());
            });
        }
    }
    using Pins = std::map<std::string, const std::string*>;
    using Units = std::map<std::string, Pins>;
    /// By router, unit and name.
    const std::map<std::string, Units>& pins() const { return pins_; }

private:
    waves::VcdReader reader_;
    std::unordered_map<std::string, std::string> values_;
    std::map<std::string, Units> pins_;
};

/// "request_i" of "request_i_port", "grant_o" of itself.
std::string port_of(const std::string& pin) {
    const std::size_t end = pin.rfind('_');
    const std::string last = pin.substr(end + 1);
    return last == "i" || last == "o" || last == "ni" ? pin : pin.substr(0, end);
}
bool is_pin(const std::string& name) {
    const std::string port = port_of(name);
    const std::string end = port.substr(std::min(port.rfind('_'), port.size()));
    return end == "_i" || end == "_o" || end == "_ni";
}

/// The bits that say of each value of a pin whether it counts; null: it always does.
const std::string* qualifier(const Cursor::Units& units, const std::string& unit,
                             const std::string& pin) {
    const std::string port = port_of(pin);
    if (port == pin || pin == port + "_valid") {
        return nullptr;
    }
    const Cursor::Pins& own = units.at(unit);
    if (const auto valid = own.find(port + "_valid"); valid != own.end()) {
        return valid->second;
    }
    if (port == "front_o") {
        return own.at("filled_o");
    }
    if (port == "front_i" && unit == "crossbar") {
        return own.at("grant_i");  // with a traversal register the flits are not those of buffers
    }
    if (port == "front_i") {
        return units.at("switch_allocator").at("filled_i");
    }
    return nullptr;
}

/// Two dumps of one router.
class Comparison {
public:
    Comparison(std::string router, const Cursor::Units& signal, const Cursor::Units& verilog)
        : router_(std::move(router)), signal_(signal), verilog_(verilog) {
        for (const auto& [unit, pins] : signal) {
            add_unit(unit, pins);
        }
        // The last input is that of the node, which is always there.
        for (std::size_t p = 0; signal.lower_bound("vc_buffer_" + std::to_string(p)) !=
                                signal.lower_bound("vc_buffer_:");
             ++p) {
            unconnected_.push_back(signal.count("vc_buffer_" + std::to_string(p)) == 0);
        }
    }

    /// At the end of a cycle.
    void compare(rtl::Cycle cycle) {
        for (Pair& pair : pairs_) {
            const std::string& ours = *pair.signal;
            const std::string& theirs = *pair.verilog;
            const std::size_t count = pair.qualifier != nullptr ? pair.qualifier->size() : 1;
            if (ours == theirs) {
                pair.compared = pair.compared || pair.qualifier == nullptr ||
                                pair.qualifier->find('1') != std::string::npos;
                continue;
            }
            const bool by_port = pair.qualifier == nullptr && pair.of_all_ports;
            const std::size_t values = by_port ? unconnected_.size() : count;
            for (std::size_t at = 0; at < values; ++at) {
                if (pair.qualifier != nullptr && (*pair.qualifier)[at] != '1') {
                    continue;
                }
                // The first value is at the end of the text.
                const std::size_t port = (values - 1 - at) * unconnected_.size() / values;
                if (pair.of_all_ports && unconnected_[port]) {
                    continue;
                }
                const std::size_t width = ours.size() / values;
                pair.compared = true;
                ASSERT_EQ(ours.substr(at * width, width), theirs.substr(at * width, width))
                    << router_ << '.' << pair.name << ", value " << values - 1 - at << " of "
                    << values << ", in cycle " << cycle;
            }
        }
    }
    /// Kinds of units with their pins that meant something at least once.
    void collect(std::set<std::string>& compared) const {
        for (const Pair& pair : pairs_) {
            if (pair.compared) {
                compared.insert(pair.kind);
            }
        }
    }

private:
    struct Pair {
        std::string name;  ///< "vc_buffer_2.flit_i_vc"
        std::string kind;  ///< "vc_buffer.flit_i_vc"
        const std::string* signal;
        const std::string* verilog;
        const std::string* qualifier;
        bool of_all_ports;
        bool compared = false;
    };

    void add_unit(const std::string& unit, const Cursor::Pins& pins) {
        const std::string kind = waves::kind_of_unit(unit);
        ASSERT_EQ(verilog_.count(unit), 1u) << router_ << '.' << unit;
        const Cursor::Pins& twins = verilog_.at(unit);
        for (const auto& [pin, value] : pins) {
            const std::string name = kind + '.' + pin;
            if (!is_pin(pin) || kOnlySignal.count(name) != 0) {
                continue;
            }
            const auto twin = twins.find(pin);
            ASSERT_NE(twin, twins.end()) << "the dump of the Verilog has no " << unit << '.' << pin;
            ASSERT_EQ(twin->second->size(), value->size()) << unit << '.' << pin;
            pairs_.push_back({unit + '.' + pin, name, value, twin->second,
                              qualifier(signal_, unit, pin), unit == kind});
        }
        for (const auto& [pin, value] : twins) {
            const bool known = pins.count(pin) != 0 || kOnlyVerilog.count(kind + '.' + pin) != 0;
            // Not at level signal without UGAL, lookahead, speculation, VC selection at the switch,
            // and priorities.
            const bool of_others =
                pin.find("_detour") != std::string::npos || pin == "priority_i" ||
                port_of(pin) + "_age" == pin || pin.find("ahead_") != std::string::npos ||
                pin.find("neighbour_i") == 0 || pin.find("asking_") == 0 ||
                (kind == "output_unit" && pin.find("sent_i") == 0) ||
                (kind == "vc_allocator" &&
                 (pin.find("active_i") == 0 || pin.find("switch_grant_i") == 0)) ||
                kOfSpeculation.count(kind + '.' + port_of(pin)) != 0;
            ASSERT_TRUE(known || !is_pin(pin) || tb::of_multicasts(pin) || of_others)
                << "the dump of level signal has no " << unit << '.' << pin;
        }
    }

    std::string router_;
    const Cursor::Units& signal_;
    const Cursor::Units& verilog_;
    std::vector<Pair> pairs_;
    std::vector<bool> unconnected_;  ///< input ports; outputs of equal number, too
};

/// Writes the dump of all routers; with a trace, also that of the RTL.
template <typename Make>
void record(const tb::CrosscheckScenario& scenario, const std::string& path, bool rtl,
            const Make& make) {
    const tb::FreshKernel kernel;
    waves::WaveDump dump(path, {}, kFrom, kTo);
    RtlTrace trace(dump, {}, kFrom, kTo);
    rtl::NetworkDescription description = scenario.description();
    description.waves = &dump;
    const std::unique_ptr<rtl::Network> network = make(description, &trace);
    tb::run_scenario(scenario, *network);
    dump.finish(network->now());
    if (rtl) {
        trace.finish();
    }
}

class UnitWaves : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        folder = std::filesystem::path(testing::TempDir()) /
                 ("flitscope_unit_waves_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    const VerilatedNetwork& network() const {
        for (const VerilatedNetwork& each : verilated_networks()) {
            if (each.name == GetParam()) {
                return each;
            }
        }
        throw std::logic_error("no such network");
    }
    void record_both(const tb::CrosscheckScenario& scenario) const {
        record(scenario, folder / "signal.vcd", false, [](const auto& description, RtlTrace*) {
            return rtl::make_signal_network(description);
        });
        record(scenario, folder / "verilog.vcd", true,
               [](const auto& description, RtlTrace* trace) {
                   return make_verilog_network(
                       description, verilog_router_factory(description, traced_sets(), {}, trace),
                       true);
               });
    }

    std::filesystem::path folder;
};

TEST_P(UnitWaves, AreTheSameAtLevelsSignalAndVerilog) {
    std::set<std::string> kinds;
    std::set<std::string> compared;
    for (std::uint64_t i = 0; i < kScenarios; ++i) {
        const tb::CrosscheckScenario scenario = verilog_scenario(network(), kFirstSeed + i);
        record_both(scenario);
        Cursor signal(folder / "signal.vcd");
        Cursor verilog(folder / "verilog.rtl.vcd");
        std::vector<Comparison> routers;
        for (const auto& [router, units] : signal.pins()) {
            routers.emplace_back(router, units, verilog.pins().at(router));
            ASSERT_FALSE(HasFatalFailure()) << scenario.text();
            for (const auto& [unit, pins] : units) {
                kinds.insert(waves::kind_of_unit(unit));
            }
        }
        ASSERT_EQ(routers.size(), static_cast<std::size_t>(scenario.topology->routers()));
        for (rtl::Cycle cycle = kFrom; cycle < kTo; ++cycle) {
            signal.advance_to(cycle * 1000 + 999);
            verilog.advance_to(cycle * 1000 + 999);
            for (Comparison& router : routers) {
                router.compare(cycle);
                ASSERT_FALSE(HasFatalFailure()) << scenario.text();
            }
        }
        for (const Comparison& router : routers) {
            router.collect(compared);
        }
    }
    const std::vector<std::string> all = tb::units_without_multicasts();
    EXPECT_EQ(kinds, std::set<std::string>(all.begin(), all.end()));
    EXPECT_GT(compared.size(), 100u) << "hardly a pin meant something";
}

INSTANTIATE_TEST_SUITE_P(Network, UnitWaves,
                         testing::Values("cube_2", "cube_4", "cube_classes", "mesh_3", "mesh_early",
                                         "mesh_at_switch", "cube_bypass"),
                         [](const auto& network) { return std::string(network.param); });

}  // namespace
}  // namespace flitscope::cosim
