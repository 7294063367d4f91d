#include "rtl_models/waves/wave_recorder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "testbenches/tests/rtl_models/waves/fake_unit_pins.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::waves {
namespace {

/// A recorder of one variable per kind of source, and the file it leaves.
class WaveRecorderTest : public testing::Test {
protected:
    enum class State : std::uint8_t { idle, active };

    int twice(int argument) const { return 2 * argument + word; }

    void record(Cycle from, Cycle to) {
        writer = std::make_unique<VcdWriter>(path);
        recorder = std::make_unique<WaveRecorder>(*writer, from, to);
        recorder->add_register("router_0", "flag", 1, SignalSource::value(flag));
        recorder->add_register("router_0", "state", 2, SignalSource::value(state));
        recorder->add_register("router_0", "half", 4, SignalSource::value(half));
        recorder->add_register("router_0", "word", 32, SignalSource::value(word));
        recorder->add_register("router_0", "wide", 64, SignalSource::value(wide));
        recorder->add_register("router_0", "twice", 16,
                               SignalSource::call<&WaveRecorderTest::twice>(*this, 10));
        recorder->add_flit_wire("router_0", "flit_i", flit);
        recorder->add_flit_wire("router_0", "carrying", flit, 8);
    }
    /// Works off one cycle the way a network does: `at_edge` in its state phase, `later` after it.
    template <typename AtEdge, typename Later>
    void cycle(Cycle t, AtEdge at_edge, Later later) {
        recorder->before_cycle(t);
        at_edge();
        recorder->sample_registers(t);
        later();
        recorder->sample_wires(t);
    }
    template <typename Change>
    void cycle(Cycle t, Change at_edge) {
        cycle(t, at_edge, [] {});
    }
    tb::VcdFile finish(Cycle end) {
        recorder->finish(end);
        return tb::VcdFile(path);
    }
    static std::uint64_t at(const tb::VcdFile& file, const std::string& name, Cycle t) {
        return file.value("router_0." + name, t * 1000 + 500).value();
    }

    std::string path = testing::TempDir() + "flitscope_" +
                       testing::UnitTest::GetInstance()->current_test_info()->name() +
                       "_recorder.vcd";
    bool flag = false;
    State state = State::idle;
    std::int16_t half = -1;
    int word = 0;
    std::uint64_t wide = 0;
    rtl::Flit flit;
    std::unique_ptr<VcdWriter> writer;
    std::unique_ptr<WaveRecorder> recorder;
};

TEST_F(WaveRecorderTest, RecordsEveryKindOfSource) {
    record(0, 100);
    cycle(0, [] {});
    cycle(2, [&] { flag = true; });
    cycle(3, [&] { state = State::active; });
    cycle(4, [&] { half = 5; });
    cycle(5, [&] { word = 7; });
    cycle(6, [&] { wide = ~std::uint64_t{0}; });
    const tb::VcdFile file = finish(8);
    EXPECT_EQ(at(file, "flag", 1), 0U);
    EXPECT_EQ(at(file, "flag", 2), 1U);
    EXPECT_EQ(at(file, "state", 2), 0U);
    EXPECT_EQ(at(file, "state", 3), 1U);
    EXPECT_EQ(at(file, "half", 3), 15U);  // -1 in 4 bits
    EXPECT_EQ(at(file, "half", 4), 5U);
    EXPECT_EQ(at(file, "twice", 4), 20U);
    EXPECT_EQ(at(file, "twice", 5), 27U);
    EXPECT_EQ(at(file, "word", 5), 7U);
    EXPECT_EQ(at(file, "wide", 6), ~std::uint64_t{0});
    EXPECT_EQ(file.changes(), 6U);
    EXPECT_EQ(file.last_time(), 8000);
}

TEST_F(WaveRecorderTest, RecordsTheFieldsOfAFlitThatChange) {
    record(0, 100);
    cycle(0, [] {});
    cycle(1, [&] {
        flit = {};
        flit.kind = rtl::FlitKind::head;
        flit.message = 17;
        flit.length = 3;
        flit.source = 4;
        flit.destination = 9;
        flit.vc = 2;
        flit.data.set_word(0, 0xFEDCBA9876543210);
    });
    cycle(2, [&] {
        flit.kind = rtl::FlitKind::body;
        flit.index = 1;
    });
    cycle(3, [&] { flit = {}; });
    const tb::VcdFile file = finish(5);
    EXPECT_EQ(at(file, "flit_i_valid", 0), 0U);
    EXPECT_EQ(at(file, "flit_i_valid", 1), 1U);
    EXPECT_EQ(at(file, "flit_i_kind", 1), 1U);
    EXPECT_EQ(at(file, "flit_i_message", 1), 17U);
    EXPECT_EQ(at(file, "flit_i_length", 1), 3U);
    EXPECT_EQ(at(file, "flit_i_source", 1), 4U);
    EXPECT_EQ(at(file, "flit_i_destination", 1), 9U);
    EXPECT_EQ(at(file, "flit_i_vc", 1), 2U);
    EXPECT_EQ(at(file, "carrying_vc", 1), 2U);
    EXPECT_EQ(at(file, "carrying_data", 1), 0xFEDCBA9876543210);
    EXPECT_EQ(at(file, "carrying_data", 3), 0U);
    EXPECT_EQ(file.signal("router_0.carrying_data").changes.size(), 3U);
    EXPECT_EQ(file.signals().count("router_0.flit_i_data"), 0U) << "where flits carry nothing";
    EXPECT_EQ(at(file, "flit_i_index", 1), 0U);
    EXPECT_EQ(at(file, "flit_i_kind", 2), 2U);
    EXPECT_EQ(at(file, "flit_i_index", 2), 1U);
    EXPECT_EQ(at(file, "flit_i_valid", 3), 0U);
    EXPECT_EQ(file.signal("router_0.flit_i_valid").changes.size(), 3U);
    EXPECT_EQ(file.signal("router_0.flit_i_message").changes.size(), 3U);
    EXPECT_EQ(file.signal("router_0.flit_i_index").changes.size(), 3U);
}

TEST_F(WaveRecorderTest, ChangesNothingOutsideTheWindowButTheInitialValues) {
    record(10, 20);
    for (Cycle t = 0; t < 30; ++t) {
        cycle(t, [&] { word = static_cast<int>(t); });
    }
    const tb::VcdFile file = finish(30);
    EXPECT_EQ(file.first_time(), 10000);
    EXPECT_EQ(file.last_time(), 20000);
    const auto& changes = file.signal("router_0.word").changes;
    ASSERT_EQ(changes.size(), 10U);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_EQ(changes[i].time, static_cast<std::int64_t>(10 + i) * 1000);
        EXPECT_EQ(changes[i].value, 10 + i);
    }
}

TEST_F(WaveRecorderTest, TakesTheInitialValuesFromBeforeAJumpOverTheWindowsBegin) {
    record(10, 100);
    cycle(4, [&] { word = 4; });
    cycle(15, [&] { word = 15; });  // idle from 5 to 14
    const tb::VcdFile file = finish(40);
    EXPECT_EQ(file.first_time(), 10000);
    EXPECT_EQ(at(file, "word", 10), 4U);
    EXPECT_EQ(at(file, "word", 14), 4U);
    EXPECT_EQ(at(file, "word", 15), 15U);
    EXPECT_EQ(file.last_time(), 40000);
}

TEST_F(WaveRecorderTest, LeavesAReadableDumpOfARunThatEndsBeforeTheWindow) {
    record(10, 20);
    cycle(4, [&] { word = 4; });
    const tb::VcdFile file = finish(6);
    EXPECT_EQ(at(file, "word", 10), 4U);
    EXPECT_EQ(file.changes(), 0U);
    EXPECT_EQ(file.last_time(), 10000);
}

TEST_F(WaveRecorderTest, ShowsARegisterOnlyAfterTheEdgeAndAWireAtOnce) {
    record(0, 100);
    cycle(0, [] {});
    cycle(
        1, [] {},
        [&] {
            word = 3;  // decided in cycle 1: in the register after edge 2
            flit.message = 8;
        });
    cycle(2, [] {});
    const tb::VcdFile file = finish(5);
    EXPECT_EQ(at(file, "word", 1), 0U);
    EXPECT_EQ(at(file, "word", 2), 3U);
    EXPECT_EQ(at(file, "flit_i_message", 0), 0U);
    EXPECT_EQ(at(file, "flit_i_message", 1), 8U);
}

TEST_F(WaveRecorderTest, ShowsTheLastCyclesRegistersAfterItsEdgeWhenTheNetworkFallsIdle) {
    record(0, 100);
    cycle(0, [] {});
    cycle(
        1, [] {}, [&] { word = 3; });
    cycle(
        40, [] {}, [&] { word = 4; });  // idle from 2 to 39
    const tb::VcdFile file = finish(60);
    const auto& changes = file.signal("router_0.word").changes;
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[1].time, 2000);
    EXPECT_EQ(changes[2].time, 41000);
}

TEST_F(WaveRecorderTest, TakesTheInitialValuesOfAWindowFromAfterItsFirstEdge) {
    record(5, 100);
    cycle(
        4, [] {}, [&] { word = 4; });
    cycle(
        5, [&] { half = 6; },
        [&] {
            word = 5;
            flit.message = 9;
        });
    cycle(6, [] {});
    const tb::VcdFile file = finish(8);
    EXPECT_EQ(at(file, "word", 5), 4U);
    EXPECT_EQ(at(file, "half", 5), 6U);
    EXPECT_EQ(at(file, "flit_i_message", 5), 9U);
    EXPECT_EQ(at(file, "word", 6), 5U);
}

TEST_F(WaveRecorderTest, WritesNothingWhileNothingChanges) {
    record(0, 1000);
    for (Cycle t = 0; t < 1000; ++t) {
        cycle(t, [] {});
    }
    EXPECT_EQ(finish(1000).changes(), 0U);
}

/// "lower:higher half" of crossbar.front_i_index.
std::string both(const tb::VcdFile& file, Cycle t) {
    const auto& changes = file.signal("router_0.crossbar.front_i_index").changes;
    std::string bits;
    for (const auto& change : changes) {
        bits = change.time <= t * 1000 ? change.bits : bits;
    }
    bits.insert(0, 80 - bits.size(), '0');
    return std::to_string(std::stoull(bits.substr(40), nullptr, 2)) + ":" +
           std::to_string(std::stoull(bits.substr(0, 40), nullptr, 2));
}

TEST_F(WaveRecorderTest, RecordsPinsOfUnitsUnderAllTheirNames) {
    const auto pins = std::make_shared<FakeUnitPins>();
    record(2, 100);
    recorder->add_unit_pins("router_0", pins);
    cycle(0, [] {});
    cycle(1, [&] { pins->inside = 4; });
    cycle(5, [&] { pins->outside = 6; });
    cycle(6, [&] { pins->outside = pins->inside = (std::uint64_t{1} << 40) - 1; });
    cycle(7, [] {});
    const tb::VcdFile file = finish(9);
    EXPECT_EQ(both(file, 4), "4:0");
    EXPECT_EQ(both(file, 5), "4:6");
    EXPECT_EQ(both(file, 7), "1099511627775:1099511627775");
    EXPECT_EQ(at(file, "vc_buffer_10.flit_i_message", 5), 6U);
    EXPECT_EQ(at(file, "vc_buffer_2.front_o_index", 5), 4U);
    EXPECT_EQ(at(file, "vc_buffer_10.front_o_index", 5), 4U);
    EXPECT_EQ(file.changes(), 5U) << "two wires in cycle 5, three in 6";
}

TEST_F(WaveRecorderTest, ShowsWiresFromOutsideOnlyFromTheCycleOnInWhichTheyWokeTheNetwork) {
    const auto pins = std::make_shared<FakeUnitPins>();
    record(2, 100);
    recorder->add_unit_pins("router_0", pins);
    pins->outside = 8;
    recorder->woken(5);
    recorder->sample_wires(5);
    const tb::VcdFile file = finish(9);
    EXPECT_EQ(both(file, 2), "3:0");
    EXPECT_EQ(both(file, 4), "3:0");
    EXPECT_EQ(both(file, 5), "3:8");
}

/// Two units that share the network's clock, and a wire.
class ClockedPins final : public UnitPins {
public:
    ClockedPins() : wire_(add_vector(4)) {
        add_clock("vc_buffer_2");
        add_pin({"vc_buffer_2", "filled_o", 4, wire_});
        add_clock("route_unit_2");
    }
    void look(Look /*where*/) override { write(wire_, 0, 4, wire); }

    std::uint64_t wire = 0;

private:
    std::size_t wire_;
};

/// "0r 1000f ...": when the clock rises and falls, or, at first, what it is.
std::string ticks(const tb::VcdFile& file, const std::string& name) {
    std::string text;
    for (const auto& change : file.signal(name).changes) {
        text += (text.empty() ? "" : " ") + std::to_string(change.time) +
                (change.value != 0 ? "r" : "f");
    }
    return text;
}

TEST_F(WaveRecorderTest, LetsOneClockTickInAllUnits) {
    const auto pins = std::make_shared<ClockedPins>();
    record(2, 6);
    recorder->add_unit_pins("router_0", pins);
    for (const Cycle t : {0, 1, 2, 3, 7, 8}) {  // idle in 4 to 6
        cycle(t, [&] { pins->wire = static_cast<std::uint64_t>(t); });
    }
    const tb::VcdFile file = finish(12);
    for (const char* const unit : {"vc_buffer_2", "route_unit_2"}) {
        EXPECT_EQ(ticks(file, std::string("router_0.") + unit + ".clk_i"),
                  "2000r 2500f 3000r 3500f 4000r 4500f 5000r 5500f");
    }
    EXPECT_EQ(at(file, "vc_buffer_2.filled_o", 3), 3U);
}

TEST_F(WaveRecorderTest, StopsTheClockWhereNothingChangesForLong) {
    const auto pins = std::make_shared<ClockedPins>();
    record(0, 100000);
    recorder->add_unit_pins("router_0", pins);
    cycle(0, [] {});
    cycle(50000, [&] { pins->wire = 1; });
    const tb::VcdFile file = finish(50001);
    const auto& changes = file.signal("router_0.vc_buffer_2.clk_i").changes;
    ASSERT_EQ(changes.size(), 2U * (kMostTicks + 1));
    EXPECT_EQ(changes[2 * kMostTicks - 1].time, kMostTicks * 1000 - 500);
    EXPECT_EQ(changes[2 * kMostTicks].time, 50000000);
    EXPECT_EQ(changes[2 * kMostTicks].value, 1U);
}

TEST_F(WaveRecorderTest, TicksOnceWhereACycleIsSampledTwice) {
    const auto pins = std::make_shared<ClockedPins>();
    record(0, 9);
    recorder->add_unit_pins("router_0", pins);
    cycle(0, [] {});
    recorder->woken(1);
    recorder->sample_wires(1);
    pins->wire = 5;
    recorder->sample_wires(1);
    const tb::VcdFile file = finish(3);
    EXPECT_EQ(ticks(file, "router_0.vc_buffer_2.clk_i"), "0r 500f 1000r 1500f 2000r 2500f");
    EXPECT_EQ(at(file, "vc_buffer_2.filled_o", 1), 5U);
}

TEST_F(WaveRecorderTest, LeavesOutAbsentSources) {
    record(0, 10);
    EXPECT_FALSE(recorder->add_wire("router_0", "absent", 4, SignalSource()));
    cycle(0, [] {});
    EXPECT_EQ(finish(1).signals().count("router_0.absent"), 0U);
}

TEST_F(WaveRecorderTest, RefusesAWindowThatEndsBeforeItBegins) {
    VcdWriter other(path);
    EXPECT_THROW(WaveRecorder(other, 5, 4), std::invalid_argument);
    EXPECT_THROW(WaveRecorder(other, -1, 4), std::invalid_argument);
}

}  // namespace
}  // namespace flitscope::waves
