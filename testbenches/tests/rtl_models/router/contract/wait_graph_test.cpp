#include "rtl_models/router/contract/wait_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "topologies/ring.h"

namespace flitscope::rtl {
namespace {

using topo::Ring;

// Ports of a ring's router: 0 leads to the next router's port 1; 2 is injection and ejection.
constexpr int kClockwise = 0;
constexpr int kFromBehind = 1;
constexpr int kLocal = 2;

/// VC `vc` of the clockwise input of `router` waits for VCs first..first+count-1 of the clockwise
/// output.
VcWait waiting(topo::NodeId router, int vc, int first, int count) {
    VcWait wait;
    wait.router = router;
    wait.port = kFromBehind;
    wait.vc = vc;
    wait.message = 100 + static_cast<MessageId>(router);
    wait.output_port = kClockwise;
    wait.wanted = {first, count};
    return wait;
}

/// ... holds output VC `output_vc`, without credit.
VcWait holding(topo::NodeId router, int vc, int output_vc) {
    VcWait wait = waiting(router, vc, output_vc, 1);
    wait.output_vc = output_vc;
    return wait;
}

std::vector<topo::NodeId> routers(const std::vector<VcWait>& waits) {
    std::vector<topo::NodeId> result;
    result.reserve(waits.size());
    for (const VcWait& wait : waits) {
        result.push_back(wait.router);
    }
    return result;
}

std::vector<VcWait> full_ring(topo::NodeId nodes) {
    std::vector<VcWait> waits;
    waits.reserve(static_cast<std::size_t>(nodes));
    for (topo::NodeId n = 0; n < nodes; ++n) {
        waits.push_back(holding(n, 0, 0));
    }
    return waits;
}

TEST(WaitGraph, NothingWaitsInAnEmptyNetwork) { EXPECT_FALSE(find_deadlock({}, Ring(4)).found()); }

TEST(WaitGraph, FindsTheRingInWhichEveryWormWaitsForACreditOfTheNext) {
    const Deadlock deadlock = find_deadlock(full_ring(4), Ring(4));
    ASSERT_TRUE(deadlock.found());
    EXPECT_EQ(routers(deadlock.cycle), (std::vector<topo::NodeId>{0, 1, 2, 3}));
    EXPECT_EQ(deadlock.vcs.size(), 4U);
}

TEST(WaitGraph, OneMovableVcSetsTheWholeRingFree) {
    for (std::size_t free = 0; free < 4; ++free) {
        std::vector<VcWait> waits = full_ring(4);
        waits[free].movable = true;
        EXPECT_FALSE(find_deadlock(waits, Ring(4)).found()) << free;
    }
}

TEST(WaitGraph, AWormThatEjectsSetsTheRingFree) {
    std::vector<VcWait> waits = full_ring(4);
    waits[2].output_port = kLocal;
    EXPECT_FALSE(find_deadlock(waits, Ring(4)).found());
}

TEST(WaitGraph, AHeadThatIsNotRoutedYetSetsTheRingFree) {
    std::vector<VcWait> waits = full_ring(4);
    waits[1].output_port = -1;
    waits[1].output_vc = -1;
    EXPECT_FALSE(find_deadlock(waits, Ring(4)).found());
}

TEST(WaitGraph, AnEmptyBufferSetsTheRingFree) {
    std::vector<VcWait> waits = full_ring(4);
    waits.erase(waits.begin() + 3);
    EXPECT_FALSE(find_deadlock(waits, Ring(4)).found());
}

TEST(WaitGraph, HeadsThatWaitForVcsHeldInTheRingAreDeadlockedToo) {
    // VC 0 is the deadlocked ring; a head injected at router 1 wants VC 0 of the same output.
    std::vector<VcWait> waits = full_ring(4);
    VcWait head = waiting(1, 0, 0, 1);
    head.port = kLocal;
    waits.insert(waits.begin(), head);
    const Deadlock deadlock = find_deadlock(waits, Ring(4));
    EXPECT_EQ(deadlock.vcs.size(), 5U);
    EXPECT_EQ(deadlock.cycle.size(), 4U);  // the head waits for the ring, nobody for the head
    for (const VcWait& wait : deadlock.cycle) {
        EXPECT_EQ(wait.port, kFromBehind);
    }
}

TEST(WaitGraph, AHeadIsLiveIfOneOfItsVcsIsFree) {
    std::vector<VcWait> waits = full_ring(4);
    VcWait head = waiting(1, 0, 0, 2);  // VC 1 is held by nobody
    head.port = kLocal;
    waits.push_back(head);
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 4U);
}

TEST(WaitGraph, AHeadIsLiveIfOneOfItsVcsIsHeldByALiveWorm) {
    std::vector<VcWait> waits = full_ring(4);
    VcWait worm = holding(1, 1, 1);
    worm.movable = true;
    waits.push_back(worm);
    VcWait head = waiting(1, 0, 0, 2);
    head.port = kLocal;
    waits.push_back(head);
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 4U);
}

TEST(WaitGraph, AFreeVcWhoseBufferIsStuckHelpsNobody) {
    // Cut-through: nobody holds the output VCs, but there is no room for a message in any buffer.
    std::vector<VcWait> waits;
    waits.reserve(5);
    for (topo::NodeId n = 0; n < 5; ++n) {
        waits.push_back(waiting(n, 0, 0, 1));
    }
    const Deadlock deadlock = find_deadlock(waits, Ring(5));
    EXPECT_EQ(routers(deadlock.cycle), (std::vector<topo::NodeId>{0, 1, 2, 3, 4}));
}

TEST(WaitGraph, RoomBehindAStuckFrontIsRoomToMove) {
    for (const int room : {0, 4, 5, kUnbounded}) {
        std::vector<VcWait> waits = full_ring(4);
        waits[2].output_vc = -1;  // its head waits for a VC that nobody holds
        waits[2].needs = 5;
        waits[3].room = room;
        EXPECT_EQ(find_deadlock(waits, Ring(4)).found(), room == 0 || room == 4) << room;
        waits[2].needs = VcWait::kEmptyBuffer;
        EXPECT_TRUE(find_deadlock(waits, Ring(4)).found()) << room;
        waits[2].output_vc = 0;  // a credit is on its way if there is room for one flit
        EXPECT_EQ(find_deadlock(waits, Ring(4)).found(), room == 0) << room;
    }
}

TEST(WaitGraph, RoomIsOfNoUseBehindAVcThatADeadlockedWormHolds) {
    std::vector<VcWait> waits = full_ring(4);
    VcWait worm = holding(1, 1, 1);  // holds VC 1, as everything waits for VC 0 of the ring
    VcWait beyond = waiting(2, 1, 0, 1);
    VcWait head = waiting(1, 0, 1, 1);
    head.port = kLocal;
    beyond.room = 0;
    waits.insert(waits.end(), {worm, beyond, head});
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 7U);
    waits[5].room = 1;  // the worm gets on, and the head behind it
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 5U);
}

/// The VCs of an input share two slots, which the first takes and which the second would need.
TEST(WaitGraph, ASharedSlotThatALiveVcLeavesIsForAllOfItsInput) {
    std::vector<VcWait> waits = full_ring(4);
    for (VcWait& wait : waits) {
        wait.shared_slots = 2;
    }
    VcWait taker = holding(2, 1, 1);
    taker.shared_slots = taker.taken_slots = 2;
    taker.output_port = kLocal;
    taker.movable = true;
    waits.push_back(taker);
    EXPECT_FALSE(find_deadlock(waits, Ring(4)).found()) << "it leaves, and router 1 gets on";
    waits[4].taken_slots = 0;
    for (VcWait& wait : waits) {
        wait.shared_slots = 0;
    }
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 4U);
}

TEST(WaitGraph, AFreeSharedSlotIsRoomForAllOfItsInput) {
    std::vector<VcWait> waits = full_ring(4);
    for (VcWait& wait : waits) {
        wait.shared_slots = 3;
        wait.taken_slots = 3;
    }
    EXPECT_EQ(find_deadlock(waits, Ring(4)).vcs.size(), 4U);
    waits[2].taken_slots = 2;
    EXPECT_FALSE(find_deadlock(waits, Ring(4)).found());
}

TEST(WaitGraph, TellsTheRoomByTheRulesOfTheRouter) {
    RouterParameters parameters;
    parameters.buffer_flits = 8;
    VcWait wait;
    tell_room(wait, parameters, 3, 6);
    EXPECT_EQ(wait.room, 5);
    EXPECT_EQ(wait.needs, 1);
    parameters.switching = Switching::virtual_cut_through;
    tell_room(wait, parameters, 3, 6);
    EXPECT_EQ(wait.needs, 6);
    parameters.vc_reuse = VcReuse::buffer_empty;
    parameters.buffer_flits = kUnbounded;
    tell_room(wait, parameters, 3, 6);
    EXPECT_EQ(wait.room, kUnbounded);
    EXPECT_EQ(wait.needs, VcWait::kEmptyBuffer);
}

TEST(WaitGraph, TellsTheSlotsOfSharedBuffers) {
    RouterParameters parameters;  // 4 VCs of 8 flits
    parameters.buffers = Buffers::shared;
    parameters.reserved = 5;
    VcWait wait;
    tell_room(wait, parameters, 3, 1);
    EXPECT_EQ(wait.room, 2);
    EXPECT_EQ(wait.taken_slots, 0);
    EXPECT_EQ(wait.shared_slots, 12);
    tell_room(wait, parameters, 9, 1);
    EXPECT_EQ(wait.room, 0);
    EXPECT_EQ(wait.taken_slots, 4);
}

TEST(WaitGraph, CyclesMayRunThroughHoldersAndBuffers) {
    // Router 0: the worm in VC 0 holds output VC 1 and waits for router 1, VC 1; that one waits for
    // output VC 0 of router 1, held by VC 0 of router 1, which waits for router 2, VC 0, which
    // waits for the output VC 1 of router 2; held by VC 1 of router 2; ... until router 0 again.
    std::vector<VcWait> waits;
    for (topo::NodeId n = 0; n < 3; ++n) {
        waits.push_back(holding(n, 0, n == 2 ? 1 : 0));
        waits.push_back(waiting(n, 1, n == 2 ? 1 : 0, 1));
    }
    waits[4].output_vc = 1;
    const Deadlock deadlock = find_deadlock(waits, Ring(3));
    ASSERT_TRUE(deadlock.found());
    for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
        const VcWait& wait = deadlock.cycle[i];
        const VcWait& next = deadlock.cycle[(i + 1) % deadlock.cycle.size()];
        const bool holder = wait.output_vc < 0 && next.router == wait.router;
        const bool buffer = next.router == (wait.router + 1) % 3;
        EXPECT_TRUE(holder || buffer) << describe_wait(wait, Ring(3));
    }
}

TEST(WaitGraph, AHeadThatMayUseNoVcIsACycleOfOne) {
    const Deadlock deadlock = find_deadlock({waiting(2, 0, 0, 0)}, Ring(4));
    EXPECT_EQ(routers(deadlock.cycle), (std::vector<topo::NodeId>{2}));
}

/// The definition, evaluated again and again over all VCs until nothing changes.
std::size_t naive_deadlocked(const std::vector<VcWait>& waits, topo::NodeId nodes) {
    std::vector<bool> live(waits.size(), false);
    const auto live_or_absent = [&](auto matches) {
        for (std::size_t i = 0; i < waits.size(); ++i) {
            if (matches(waits[i]) && !live[i]) {
                return false;
            }
        }
        return true;
    };
    for (std::size_t round = 0; round <= waits.size(); ++round) {
        for (std::size_t i = 0; i < waits.size(); ++i) {
            const VcWait& w = waits[i];
            bool can = w.movable || w.output_port < 0;
            const int first = w.output_vc >= 0 ? w.output_vc : w.wanted.first;
            const int count = w.output_vc >= 0 ? 1 : w.wanted.count;
            for (int vc = first; !can && vc < first + count; ++vc) {
                const bool holder = w.output_vc >= 0 || live_or_absent([&](const VcWait& other) {
                                        return other.router == w.router && other.output_vc == vc &&
                                               other.output_port == w.output_port;
                                    });
                const int needs = w.output_vc >= 0 ? 1 : w.needs;
                const bool buffer =
                    w.output_port == kLocal || live_or_absent([&](const VcWait& other) {
                        return other.router == (w.router + 1) % nodes &&
                               other.port == kFromBehind && other.vc == vc &&
                               (needs == VcWait::kEmptyBuffer || other.room < needs);
                    });
                can = holder && buffer;
            }
            live[i] = live[i] || can;
        }
    }
    return static_cast<std::size_t>(std::count(live.begin(), live.end(), false));
}

TEST(WaitGraph, AgreesWithTheDefinitionOnRandomRings) {
    std::size_t deadlocks = 0;
    for (unsigned seed = 0; seed < 2000; ++seed) {
        std::mt19937 random(seed);
        const auto nodes = static_cast<topo::NodeId>(3 + random() % 3);
        const int vcs = 1 + static_cast<int>(random() % 2);
        std::vector<VcWait> waits;
        for (topo::NodeId n = 0; n < nodes; ++n) {
            std::vector<bool> held(2, false);
            for (int vc = 0; vc < vcs; ++vc) {
                VcWait wait = waiting(n, vc, 0, vcs);
                const int own = static_cast<int>(random() % static_cast<unsigned>(vcs));
                if (random() % 2 == 0 && !held[static_cast<std::size_t>(own)]) {
                    held[static_cast<std::size_t>(own)] = true;
                    wait.output_vc = own;
                }
                wait.wanted = random() % 2 == 0 ? VcRange{own, 1} : VcRange{0, vcs};
                wait.movable = random() % 16 == 0;
                wait.room = random() % 4 == 0 ? static_cast<int>(random() % 4) : 0;
                wait.needs =
                    random() % 4 == 0 ? VcWait::kEmptyBuffer : 1 + static_cast<int>(random() % 4);
                if (random() % 24 != 0) {
                    waits.push_back(wait);
                }
            }
        }
        const Deadlock deadlock = find_deadlock(waits, Ring(nodes));
        ASSERT_EQ(deadlock.vcs.size(), naive_deadlocked(waits, nodes)) << "seed " << seed;
        ASSERT_EQ(deadlock.found(), !deadlock.vcs.empty()) << "seed " << seed;
        deadlocks += deadlock.found() ? 1U : 0U;
    }
    EXPECT_GT(deadlocks, 200U);
    EXPECT_LT(deadlocks, 1800U);
}

TEST(WaitGraph, PrintsALineForEveryVcOfTheCycle) {
    std::vector<VcWait> waits = full_ring(3);
    waits[1].output_vc = -1;
    waits[1].wanted = {0, 1};
    std::ostringstream out;
    print_deadlock(out, find_deadlock(waits, Ring(3)), Ring(3));
    EXPECT_EQ(out.str(),
              "deadlock: 3 virtual channels can never move again; 3 of them wait for each other in "
              "a cycle:\n"
              "  router_0.input_1.vc_0: message 100 waits for a credit of router_0.output_0.vc_0 "
              "into router_1.input_1\n"
              "  router_1.input_1.vc_0: message 101 waits for router_1.output_0.vc_0 into "
              "router_2.input_1\n"
              "  router_2.input_1.vc_0: message 102 waits for a credit of router_2.output_0.vc_0 "
              "into router_0.input_1\n");
    EXPECT_EQ(describe_wait(waiting(1, 0, 1, 3), Ring(3)),
              "router_1.input_1.vc_0: message 101 waits for router_1.output_0.vc_1..vc_3 into "
              "router_2.input_1");
}

}  // namespace
}  // namespace flitscope::rtl
