#include "rtl_models/waves/event_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>

#include "testbenches/tests/support/wave_files/event_log_reader.h"

namespace flitscope::waves {
namespace {

std::string log_path() {
    return testing::TempDir() + "flitscope_" +
           testing::UnitTest::GetInstance()->current_test_info()->name() + ".log";
}

rtl::Flit flit(std::uint32_t message, std::uint32_t index, int vc) {
    rtl::Flit result;
    result.message = message;
    result.index = index;
    result.kind = rtl::FlitKind::body;
    result.vc = static_cast<std::uint8_t>(vc);
    return result;
}

TEST(EventLog, WritesALinePerFlitAndWireWithTheScopeOfTheDump) {
    EventLog log(log_path(), {});
    log.flit_written(13, 5, 2, flit(17, 1, 3));
    log.switch_granted(15, 5, 2, flit(17, 1, 3), 0, 1);
    log.finish();
    std::ostringstream text;
    text << std::ifstream(log_path()).rdbuf();
    EXPECT_EQ(text.str(),
              "cycle router port vc message flit event scope\n"
              "12 5 2 3 17 1 in router_5.input_2.flit_i\n"
              "15 5 0 1 17 1 out router_5.output_0.flit_o\n");
}

TEST(EventLog, PutsTheFlitOnTheOutputWireOneCycleLaterAtDepthFour) {
    rtl::PipelineStages depth_4;
    depth_4.traversal = 1;
    EventLog log(log_path(), depth_4);
    log.switch_granted(15, 5, 2, flit(17, 1, 3), 0, 1);
    log.finish();
    EXPECT_EQ(tb::read_event_log(log_path()).at(0).cycle, 16);
}

TEST(EventLog, IsTheSameWhateverTheOrderWithinACycle) {
    const unsigned seed = 8;
    std::mt19937 random(seed);
    std::vector<tb::LoggedEvent> events[2];
    struct Observation {
        int router, port, vc;
        bool out;
    };
    std::vector<std::vector<Observation>> cycles(2000);
    for (auto& observations : cycles) {
        for (int r = 0; r < 40; ++r) {
            observations.push_back({r, static_cast<int>(random() % 5),
                                    static_cast<int>(random() % 4), random() % 2 == 0});
        }
    }
    for (auto& result : events) {
        EventLog log(log_path(), {});
        for (std::size_t c = 0; c < cycles.size(); ++c) {
            std::shuffle(cycles[c].begin(), cycles[c].end(), random);
            for (const Observation& o : cycles[c]) {
                const auto cycle = static_cast<rtl::Cycle>(c);
                const auto message = static_cast<std::uint32_t>(c);
                if (o.out) {
                    log.switch_granted(cycle, o.router, 0, flit(message, 0, 0), o.port, o.vc);
                } else {  // some networks report the write at the end of the cycle before
                    log.flit_written(cycle + 1, o.router, o.port, flit(message, 0, o.vc));
                }
            }
        }
        log.finish();
        result = tb::read_event_log(log_path());
    }
    ASSERT_EQ(events[0].size(), 80000U);
    const auto key = [](const tb::LoggedEvent& e) {
        return std::tuple(e.cycle, e.router, e.event, e.port, e.vc);
    };
    for (std::size_t i = 0; i < events[0].size(); ++i) {
        ASSERT_EQ(key(events[0][i]), key(events[1][i])) << "line " << i << " seed " << seed;
        ASSERT_TRUE(i == 0 || key(events[0][i - 1]) < key(events[0][i])) << "line " << i;
    }
}

TEST(EventLog, ReportsAFullDisk) {
    EventLog log("/dev/full", {});
    log.flit_written(13, 5, 2, flit(17, 1, 3));
    EXPECT_THROW(log.finish(), std::runtime_error);
}

TEST(EventLog, NamesTheFileThatCannotBeOpened) {
    EXPECT_THROW(EventLog("/no/such/folder/events.log", {}), std::runtime_error);
}

}  // namespace
}  // namespace flitscope::waves
