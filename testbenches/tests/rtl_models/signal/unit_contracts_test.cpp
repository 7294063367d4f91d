// Units that break their contract in a network that works otherwise: who is named, and when.
#include "rtl_models/signal/watch/unit_contracts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <optional>

#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using namespace rtl;

/// Sends messages from every node to every other one.
class Everybody : public NetworkClient {
public:
    Cycle next_edge() const override { return offered_ ? kNever : 0; }
    bool at_edge(Cycle edge, Network& network) override {
        offered_ = true;
        MessageId id = 0;
        for (topo::NodeId from = 0; from < 4; ++from) {
            for (topo::NodeId to = 0; to < 4; ++to) {
                Message message;
                message.id = id++;
                message.source = from;
                message.destination = to;
                message.length = length;
                message.generated = edge;
                network.offer(message);
            }
        }
        return true;
    }
    void delivered(const Delivery& /*delivery*/) override { ++delivered_; }
    int delivered_ = 0;
    std::uint32_t length = 3;

private:
    bool offered_ = false;
};

/// The signals around our unit, and a unit of this kind that spoils one of its outputs.
template <typename T>
class Spoiler : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Spoiler);
    Spoiler(const sc_core::sc_module_name& name, std::function<void(T&)> spoil)
        : sc_module(name), spoil_(std::move(spoil)) {
        SC_METHOD(pass);
        sensitive << in;
    }
    sc_core::sc_in<T> in{"in"};
    sc_core::sc_out<T> out{"out"};

private:
    void pass() {
        T value = in.read();
        spoil_(value);
        out.write(value);
    }
    std::function<void(T&)> spoil_;
};

/// A crossbar whose flits are changed on their way.
class BadCrossbar : public sc_core::sc_module {
public:
    sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>> front_i;
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;
    sc_core::sc_in<Selects> select_i{"select_i"};
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;

    BadCrossbar(const sc_core::sc_module_name& name, const Crossbar::Parameters& parameters,
                std::function<void(Flit&)> spoil)
        : sc_module(name),
          front_i("front_i", static_cast<std::size_t>(parameters.ports.inputs())),
          active_i("active_i", front_i.size()),
          grant_i("grant_i", front_i.size()),
          flit_o("flit_o", static_cast<std::size_t>(parameters.ports.outputs())),
          good_("good", parameters),
          between_("between", flit_o.size()) {
        for (std::size_t p = 0; p < front_i.size(); ++p) {
            good_.front_i[p](front_i[p]);
            good_.active_i[p](active_i[p]);
            good_.grant_i[p](grant_i[p]);
        }
        good_.select_i(select_i);
        for (std::size_t o = 0; o < flit_o.size(); ++o) {
            good_.flit_o[o](between_[o]);
            spoilers_.push_back(
                std::make_unique<Spoiler<Flit>>(("spoiler_" + std::to_string(o)).c_str(), spoil));
            spoilers_.back()->in(between_[o]);
            spoilers_.back()->out(flit_o[o]);
        }
    }

private:
    Crossbar good_;
    sc_core::sc_vector<sc_core::sc_signal<Flit>> between_;
    std::vector<std::unique_ptr<Spoiler<Flit>>> spoilers_;
};

/// A switch allocator that grants by a plan of its own whenever a VC has a flit.
class BadSwitchAllocator : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BadSwitchAllocator);
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> filled_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> ready_i;
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;
    sc_core::sc_out<Selects> select_o{"select_o"};

    enum class Fault { before_active, without_select, of_empty, endless, endless_inside, restless };

    BadSwitchAllocator(const sc_core::sc_module_name& name,
                       const SwitchAllocator::Parameters& parameters, Fault fault)
        : sc_module(name),
          active_i("active_i", static_cast<std::size_t>(parameters.ports.inputs())),
          filled_i("filled_i", active_i.size()),
          ready_i("ready_i", static_cast<std::size_t>(parameters.ports.outputs())),
          grant_o("grant_o", active_i.size()),
          fault_(fault) {
        SC_METHOD(allocate);
        for (std::size_t p = 0; p < active_i.size(); ++p) {
            sensitive << active_i[p] << filled_i[p];
        }
        if (fault == Fault::endless) {
            sensitive << select_o;  // its own output: it changes its mind for ever
        }
        if (fault == Fault::endless_inside || fault == Fault::restless) {
            SC_METHOD(change);
            for (std::size_t p = 0; p < filled_i.size(); ++p) {
                sensitive << filled_i[p];
            }
            sensitive << inside_ << again_;
        }
    }

private:
    /// For ever, but at no port.
    void change() {
        const bool some = filled_i[filled_i.size() - 1].read() != 0;
        if (some && fault_ == Fault::endless_inside) {
            inside_.write(!inside_.read());
        } else if (some) {
            again_.notify(sc_core::SC_ZERO_TIME);
        }
    }
    void allocate() {
        const std::size_t p = active_i.size() - 1;  // from the node
        const VcMask active = active_i[p].read().valid;
        const VcMask filled = filled_i[p].read();
        const VcMask grant = fault_ == Fault::before_active    ? filled
                             : fault_ == Fault::without_select ? active & filled
                                                               : active;
        Selects selects(static_cast<int>(ready_i.size()));
        if (fault_ == Fault::of_empty && active != 0) {
            selects[active_i[p].read().of[__builtin_ctzll(active)].port] = InputMask{1} << p;
        }
        if (fault_ == Fault::endless && filled != 0) {
            selects[0] = InputMask{1} << p;
            const bool chosen = select_o.read().size() > 0 && select_o.read()[0] != 0;
            select_o.write(chosen ? Selects(static_cast<int>(ready_i.size())) : selects);
            return;
        }
        grant_o[p].write(grant & -grant);
        select_o.write(selects);
    }
    Fault fault_;
    sc_core::sc_signal<bool> inside_{"inside"};
    sc_core::sc_event again_{"again"};
};

struct Bench {
    explicit Bench(std::shared_ptr<const UnitMakers> units, int pipeline = 3,
                   waves::WaveDump* dump = nullptr, bool bypass = false)
        : topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2, 2}}})),
          routing(topo::make_routing("dimension_order", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.router.virtual_channels = 2;
        description.router.buffer_flits = 2;
        description.router.pipeline = pipeline;
        description.router.bypass = bypass;
        description.waves = dump;
        description.links.resize(topology->link_classes().size());
        std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> all;
        for (topo::NodeId router = 0; router < 4; ++router) {
            all[router] = units;
        }
        network = std::make_unique<SignalNetwork>(description, unit_router_factory(all));
    }
    std::string violation() {
        try {
            network->run(client, 400);
        } catch (const UnitViolation& violation) {
            found = violation;
            return violation.what();
        }
        return "none";
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    NetworkDescription description;
    Everybody client;
    std::optional<UnitViolation> found;
    std::unique_ptr<SignalNetwork> network;
};

std::shared_ptr<UnitMakers> bad_crossbar(const std::function<void(Flit&)>& spoil) {
    auto units = std::make_shared<UnitMakers>();
    units->crossbar = [spoil](const char* name, const Crossbar::Parameters& parameters) {
        return std::make_unique<BadCrossbar>(name, parameters, spoil);
    };
    return units;
}

std::shared_ptr<UnitMakers> bad_switch(BadSwitchAllocator::Fault fault) {
    auto units = std::make_shared<UnitMakers>();
    units->switch_allocator = [fault](const char* name, const SwitchAllocator::Parameters& all) {
        return std::make_unique<BadSwitchAllocator>(name, all, fault);
    };
    return units;
}

class EveryDepth : public testing::TestWithParam<int> {};
TEST_P(EveryDepth, OurUnitsKeepTheirContracts) {
    Bench run(std::make_shared<UnitMakers>(), GetParam());
    EXPECT_EQ(run.violation(), "none");
    EXPECT_EQ(run.client.delivered_, 16);
}
INSTANTIATE_TEST_SUITE_P(UnitContracts, EveryDepth, testing::Range(1, 5));

class EveryDepthWithBypass : public testing::TestWithParam<int> {};
TEST_P(EveryDepthWithBypass, OurUnitsKeepTheirContracts) {
    Bench run(std::make_shared<UnitMakers>(), GetParam(), nullptr, true);
    EXPECT_EQ(run.violation(), "none");
    EXPECT_EQ(run.client.delivered_, 16);
    const NetworkCounters counters = run.network->counters();
    EXPECT_GT(counters.flits_bypassed, 0U);
    EXPECT_LT(counters.flits_bypassed, counters.flit_hops);
}
TEST_P(EveryDepthWithBypass, FlitsThatBypassAreOfTheCrossbar) {
    Bench run(bad_crossbar([](Flit& flit) { flit.message ^= flit.valid() ? 1 : 0; }), GetParam(),
              nullptr, true);
    EXPECT_THAT(run.violation(), HasSubstr(".crossbar: cycle 0: flit_o_"));
}
TEST_P(EveryDepthWithBypass, OtherGrantsAreOfTheSwitchAllocator) {
    Bench run(bad_switch(BadSwitchAllocator::Fault::without_select), GetParam(), nullptr, true);
    EXPECT_THAT(run.violation(), HasSubstr("does not select input 4 alone, whose VC "));
}
INSTANTIATE_TEST_SUITE_P(UnitContracts, EveryDepthWithBypass, testing::Range(2, 5));

TEST(UnitContracts, AModuleThatPassesEverythingOnKeepsThem) {
    Bench run(bad_crossbar([](Flit& /*flit*/) {}));
    EXPECT_EQ(run.violation(), "none");
    EXPECT_EQ(run.client.delivered_, 16);
}

TEST(UnitContracts, ACrossbarMayNotChangeAFlit) {
    Bench run(bad_crossbar([](Flit& flit) { flit.message += flit.index == 2 ? 1 : 0; }));
    EXPECT_THAT(run.violation(), HasSubstr(".crossbar: cycle "));
}

TEST(UnitContracts, ACrossbarMayNotChangeWhatAFlitCarries) {
    Bench run(bad_crossbar([](Flit& flit) {
        if (flit.message == 6 && flit.index == 2) {
            flit.data.set_word(0, flit.data.word(0) ^ 0x4000);
        }
    }));
    EXPECT_THAT(run.violation(), testing::MatchesRegex(
                                     "router_1.crossbar: cycle [0-9]+: flit_o_[0-9]: tail message "
                                     "6 flit 2/3 .*, must be tail message 6 flit 2/3 .*: byte 1 is "
                                     "0x[0-9a-f]+, must be 0x[0-9a-f]+"));
}

TEST(UnitContracts, ACrossbarMayNotLoseAFlit) {
    Bench run(bad_crossbar([](Flit& flit) { flit = flit.index == 1 ? Flit{} : flit; }));
    EXPECT_THAT(run.violation(),
                testing::MatchesRegex("router_[0-3].crossbar: cycle [0-9]+: flit_o_[0-9]: -, must "
                                      "be body message .*"));
}

TEST(UnitContracts, ASwitchAllocatorGrantsVcsThatHoldAnOutputVc) {
    Bench run(bad_switch(BadSwitchAllocator::Fault::before_active));
    EXPECT_THAT(run.violation(), HasSubstr(".switch_allocator: cycle 0: grant_o_4: VC 0 holds no "
                                           "output VC"));
}

TEST(UnitContracts, ASwitchAllocatorSelectsTheInputThatItGrants) {
    Bench run(bad_switch(BadSwitchAllocator::Fault::without_select));
    EXPECT_THAT(run.violation(), HasSubstr("does not select input 4 alone, whose VC 0 is granted"));
}

TEST(UnitContracts, AViolationHasTheWavesOfTheCyclesBefore) {
    const std::string stem = testing::TempDir() + "flitscope_unit_violation_";
    waves::WaveDump dump(stem + "run.vcd", {}, 0, 10000);
    auto bench = std::make_unique<Bench>(
        bad_crossbar([](Flit& flit) { flit = flit.index == 160 ? Flit{} : flit; }), 3, &dump);
    bench->client.length = 200;
    const std::string report = bench->violation();
    ASSERT_TRUE(bench->found);
    const UnitViolation violation = *bench->found;
    dump.finish(violation.cycle());
    bench.reset();  // the waves outlive the network
    const Cycle last = violation.cycle();
    const Cycle first = last - 63;
    ASSERT_GT(first, 20) << "no cycle was forgotten";
    EXPECT_EQ(violation.part(), "crossbar");
    EXPECT_EQ(violation.history()->text(), "ports of " + report.substr(0, report.find(':')) +
                                               " in cycles " + std::to_string(first) + ".." +
                                               std::to_string(last));
    const std::string view = violation.history()->write(stem + "violation.vcd", violation.part());
    EXPECT_EQ(view, stem + "violation.gtkw");
    const GtkwaveSaveFile saved(view);
    EXPECT_EQ(saved.marker(), last * 1000) << "at the cycle of the violation";
    EXPECT_EQ(saved.time_start(), (last - 12) * 1000) << "the marker is in the window";

    const VcdFile kept(stem + "violation.vcd");
    const VcdFile run(stem + "run.vcd");
    EXPECT_EQ(kept.first_time(), first * 1000);
    EXPECT_EQ(kept.last_time(), (last + 1) * 1000);
    const std::string router = report.substr(0, report.find('.'));
    int compared = 0;
    const auto at = [](const VcdFile& file, const std::string& name, Cycle cycle) {
        const auto& changes = file.signal(name).changes;
        auto change = changes.begin();
        while (std::next(change) != changes.end() && std::next(change)->time <= cycle * 1000) {
            ++change;
        }
        return change->bits + ":" + std::to_string(change->value);
    };
    for (const auto& [name, signal] : kept.signals()) {
        ASSERT_TRUE(name == "cycle" || name.rfind(router + ".crossbar.", 0) == 0)
            << name << ", a unit of ours";
        compared += signal.changes.size() > 5 ? 1 : 0;
        for (Cycle cycle = first; cycle < last; ++cycle) {
            ASSERT_EQ(at(kept, name, cycle), at(run, name, cycle)) << name << " cycle " << cycle;
        }
    }
    EXPECT_GT(compared, 10) << "hardly a pin changed";
    // The flit that was taken from its FIFO in the last cycle does not come out.
    EXPECT_NE(kept.value(router + ".crossbar.grant_i", last * 1000), 0U);
    const std::uint64_t outputs = *kept.value(router + ".crossbar.flit_o_valid", last * 1000);
    int selected = 0;
    const std::uint64_t select = *kept.value(router + ".crossbar.select_i", last * 1000);
    for (int output = 0; output < 5; ++output) {
        selected += (select >> 5 * output & 31) != 0 ? 1 : 0;
    }
    EXPECT_EQ(__builtin_popcountll(outputs) + 1, selected);
    // It is what the view shows opened.
    std::ifstream text(view);
    for (std::string line, flags; std::getline(text, line); flags = line) {
        if (line == "-crossbar") {
            EXPECT_EQ(flags, "@800200");
        }
    }
}

TEST(UnitContracts, OfOurUnitsAreWatchedBesideOthersIfAsked) {
    const auto units = bad_crossbar([](Flit& flit) { flit = flit.index == 1 ? Flit{} : flit; });
    units->watch_all = true;
    Bench run(units);
    EXPECT_THAT(run.violation(), HasSubstr(".crossbar: cycle "));
    ASSERT_TRUE(run.found);
    EXPECT_THAT(run.found->history()->text(), HasSubstr("'s units in cycles"));
}

TEST(UnitContracts, HaveNoTwoObjectsOfAName) {
    const Bench run(std::make_shared<UnitMakers>());
    EXPECT_NE(sc_core::sc_find_object("router_0.contracts"), nullptr);
    // SystemC warns of the second one.
    EXPECT_EQ(sc_core::sc_report_handler::get_count(sc_core::SC_WARNING), 0);
}

TEST(UnitContracts, SignalsThatDoNotSettleAreNamed) {
    Bench bench(bad_switch(BadSwitchAllocator::Fault::endless));
    EXPECT_THAT(bench.violation(),
                testing::MatchesRegex("router_[0-3]: cycle 0: signals do not settle in 10000 delta "
                                      "cycles: router_[0-3].switch_select"));
}

TEST(UnitContracts, SignalsThatDoNotSettleInsideAUnitAreNamed) {
    Bench bench(bad_switch(BadSwitchAllocator::Fault::endless_inside));
    EXPECT_THAT(bench.violation(),
                testing::MatchesRegex("cycle 0: signals do not settle in 11000 delta cycles:"
                                      "( router_[0-3].switch_allocator.inside)+"));
}

TEST(UnitContracts, ProcessesThatNotifyEachOtherForEverEndTheRun) {
    Bench bench(bad_switch(BadSwitchAllocator::Fault::restless));
    EXPECT_THAT(bench.violation(),
                HasSubstr("11000 delta cycles: none, processes notify each other"));
}

TEST(UnitContracts, ASwitchAllocatorGrantsVcsWithAFlit) {
    Bench run(bad_switch(BadSwitchAllocator::Fault::of_empty));
    EXPECT_THAT(run.violation(), HasSubstr(".switch_allocator: cycle "));
}

}  // namespace
}  // namespace flitscope::tb
