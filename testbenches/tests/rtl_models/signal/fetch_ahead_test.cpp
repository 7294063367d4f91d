// The lists of what is fetched into the cache must be in the order in which the kernel works.
#include "rtl_models/signal/clocking/fetch_ahead.h"

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

namespace flitscope::rtl {
namespace {

/// Compares what is updated with what its predecessor was told.
class Channel : public sc_core::sc_prim_channel {
public:
    struct Lists {
        LastFirst<Channel> asked;
        const Channel* next = nullptr;
        int rightly_foreseen = 0, updated = 0;
    };
    Channel(const char* name, Lists& lists) : sc_prim_channel(name), lists_(lists) {}

    void ask() {
        lists_.asked.add(this);
        request_update();
    }

private:
    void update() override {
        lists_.rightly_foreseen += lists_.next == this ? 1 : 0;
        ++lists_.updated;
        lists_.next = lists_.asked.take(1);
    }

    Lists& lists_;
};

/// Runs at an edge, then once more in the next delta, as units do.
class Unit : public sc_core::sc_module {
public:
    struct Lists {
        FirstFirst<Unit> at_edge;
        LastFirst<Unit> to_compute;
        const Unit* next = nullptr;
        int rightly_foreseen = 0, runs = 0;
    };
    SC_HAS_PROCESS(Unit);
    Unit(const sc_core::sc_module_name& name, Lists& lists) : sc_module(name), lists_(lists) {
        SC_METHOD(run);
        dont_initialize();
        sensitive << event_;
    }

    void begin() {
        lists_.at_edge.add(this);
        event_.notify();
    }

private:
    void run() {
        lists_.rightly_foreseen += lists_.next == this ? 1 : 0;
        ++lists_.runs;
        if (at_edge_) {
            lists_.next = lists_.at_edge.take(1);
            lists_.to_compute.add(this);
            event_.notify(sc_core::SC_ZERO_TIME);
        } else {
            lists_.next = lists_.to_compute.take(1);
        }
        at_edge_ = !at_edge_;
    }

    Lists& lists_;
    sc_core::sc_event event_;
    bool at_edge_ = true;
};

/// Starts everybody.
class Starter : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Starter);
    explicit Starter(const sc_core::sc_module_name& name) : sc_module(name) {
        for (int i = 0; i < 5; ++i) {
            channels_.push_back(std::make_unique<Channel>("channel", channel_lists));
            units_.push_back(std::make_unique<Unit>("unit", unit_lists));
        }
        SC_METHOD(start);
    }

    Channel::Lists channel_lists;
    Unit::Lists unit_lists;

private:
    void start() {
        for (const int i : {2, 0, 4, 1, 3}) {
            channels_[static_cast<std::size_t>(i)]->ask();
            units_[static_cast<std::size_t>(i)]->begin();
        }
    }

    std::vector<std::unique_ptr<Channel>> channels_;
    std::vector<std::unique_ptr<Unit>> units_;
};

TEST(FetchAhead, ForeseesTheOrderOfTheKernel) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    Starter starter("starter");
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
    // Of the first of each list nobody has said anything.
    EXPECT_EQ(starter.channel_lists.updated, 5);
    EXPECT_EQ(starter.channel_lists.rightly_foreseen, 4);
    EXPECT_EQ(starter.unit_lists.runs, 10);
    EXPECT_EQ(starter.unit_lists.rightly_foreseen, 8);
}

TEST(FetchAhead, FetchesWhateverItIsGiven) {
    fetch_lines(nullptr, -4, 4);
    int alone = 0;
    fetch_lines(&alone, -1000000, -999990);
}

}  // namespace
}  // namespace flitscope::rtl
