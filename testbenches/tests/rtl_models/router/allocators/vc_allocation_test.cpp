#include "rtl_models/router/allocators/vc_allocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"
#include "testbenches/tests/support/vc_allocators.h"

namespace flitscope::rtl {
namespace {

struct Kind {
    VcAllocatorKind allocator;
    ArbiterKind arbiter;
};
/// All there are.
std::vector<Kind> every_kind() {
    std::vector<Kind> all;
    for (const auto& allocator : vc_allocators()) {
        for (const auto& arbiter : kinds<ArbiterKind>()) {
            all.push_back({allocator.value, arbiter.value});
        }
    }
    return all;
}

/// One VC per port: as many requesters as inputs.
std::unique_ptr<VcAllocation> make(Kind kind, int requesters, int output_vcs) {
    return make_vc_allocation(kind.allocator,
                              {requesters, output_vcs, 1, arbiter_maker(kind.arbiter)});
}

reference::VcPairs as_pairs(const std::vector<VcRequest>& list) {
    reference::VcPairs pairs;
    for (const VcRequest& entry : list) {
        EXPECT_TRUE(pairs.insert({entry.requester, entry.output_vc}).second) << "listed twice";
    }
    return pairs;
}

/// Heads with one wanted VC each, some with two.
std::vector<VcRequest> random_requests(std::mt19937_64& random, int requesters, int output_vcs,
                                       unsigned percent, bool branches) {
    std::vector<VcRequest> requests;
    const auto any_vc = [&] {
        return static_cast<int>(random() % static_cast<unsigned>(output_vcs));
    };
    for (int r = 0; r < requesters; ++r) {
        if (random() % 100 >= percent) {
            continue;
        }
        requests.push_back({r, any_vc(), nullptr});
        if (const int other = any_vc();
            branches && random() % 3 == 0 && other != requests.back().output_vc) {
            requests.push_back({r, other, nullptr});
        }
    }
    std::shuffle(requests.begin(), requests.end(), random);
    return requests;
}

TEST(VcAllocation, AgreesWithTheReferenceOnEverySmallRequestMatrix) {
    for (const Kind kind : every_kind()) {
        const auto allocator = make(kind, 5, 4);
        reference::VcAllocator expected(kind.allocator, kind.arbiter, 5, 4);
        std::vector<VcRequest> grants;
        std::vector<unsigned> codes;
        for (unsigned code = 0; code < 5U * 5 * 5 * 5 * 5; ++code) {
            codes.push_back(code);
        }
        std::mt19937_64 random(2);
        std::shuffle(codes.begin(), codes.end(), random);
        for (const unsigned code : codes) {
            std::vector<VcRequest> requests;  // digit 4: the head requests nothing
            unsigned rest = code;
            for (int r = 0; r < 5; ++r, rest /= 5) {
                if (rest % 5 != 4) {
                    requests.push_back({r, static_cast<int>(rest % 5), nullptr});
                }
            }
            allocator->allocate(requests, grants);
            ASSERT_EQ(as_pairs(grants), expected.allocate(as_pairs(requests))) << "code " << code;
        }
    }
}

TEST(VcAllocation, AgreesWithTheReferenceOnLargeRouters) {
    struct Size {
        int requesters, output_vcs;
    };
    for (const Kind kind : every_kind()) {
        for (const Size size : {Size{20, 20}, {40, 20}, {20, 40}, {64, 65}, {168, 168}}) {
            const unsigned seed = 40U + static_cast<unsigned>(size.requesters);
            std::mt19937_64 random(seed);
            const auto allocator = make(kind, size.requesters, size.output_vcs);
            reference::VcAllocator expected(kind.allocator, kind.arbiter, size.requesters,
                                            size.output_vcs);
            std::vector<VcRequest> grants;
            for (int step = 0; step < 60; ++step) {
                const auto percent = static_cast<unsigned>(random() % 60);
                const auto requests = random_requests(random, size.requesters, size.output_vcs,
                                                      percent, step % 2 == 1);
                allocator->allocate(requests, grants);
                ASSERT_EQ(as_pairs(grants), expected.allocate(as_pairs(requests)))
                    << size.requesters << " requesters, seed " << seed << " step " << step;
            }
        }
    }
}

TEST(VcAllocation, IsSpecifiedInAllItsForms) {
    for (const Kind kind : every_kind()) {
        EXPECT_TRUE(reference::specified(kind.allocator)) << listed(kind.allocator).name;
    }
}

TEST(VcAllocation, PicksAgainAndAgainWithoutMoving) {
    std::mt19937_64 random(13);
    for (const Kind kind : every_kind()) {
        const auto once = make(kind, 20, 15);
        const auto often = make(kind, 20, 15);
        std::vector<VcRequest> first;
        std::vector<VcRequest> second;
        for (int step = 0; step < 200; ++step) {
            const auto requests = random_requests(random, 20, 15, 40, true);
            often->pick(random_requests(random, 20, 15, 60, true), second);
            often->pick(requests, second);
            often->update(second);
            once->allocate(requests, first);
            ASSERT_EQ(as_pairs(first), as_pairs(second)) << "step " << step;
        }
    }
}

TEST(VcAllocation, GrantsEveryRequestedVcToOneOfItsRequesters) {
    std::mt19937_64 random(9);
    for (const Kind kind : every_kind()) {
        const auto allocator = make(kind, 30, 24);
        std::vector<VcRequest> grants;
        for (int step = 0; step < 500; ++step) {
            // One VC per head: a matching that leaves a requested VC idle would waste it.
            const auto requests = random_requests(random, 30, 24, 30, false);
            allocator->allocate(requests, grants);
            std::set<int> wanted;
            std::set<int> given;
            for (const VcRequest& request : requests) {
                wanted.insert(request.output_vc);
            }
            for (const VcRequest& grant : grants) {
                EXPECT_NE(std::find(requests.begin(), requests.end(), grant), requests.end());
                EXPECT_TRUE(given.insert(grant.output_vc).second);
            }
            ASSERT_EQ(given, wanted);
        }
    }
}

TEST(VcAllocation, StarvesNoPersistentHead) {
    std::mt19937_64 random(4);
    for (const Kind kind : every_kind()) {
        const int n = 12;
        const auto allocator = make(kind, n, n);
        std::vector<VcRequest> grants;
        int waited = 0;
        for (int step = 0; step < 3000; ++step) {
            std::vector<VcRequest> requests{{5, 3, nullptr}};
            for (int r = 0; r < n; ++r) {
                if (r != 5 && random() % 2 == 0) {
                    requests.push_back({r, 3, nullptr});
                }
            }
            allocator->allocate(requests, grants);
            waited =
                std::find(grants.begin(), grants.end(), VcRequest{5, 3, nullptr}) != grants.end()
                    ? 0
                    : waited + 1;
            ASSERT_LT(waited, n);
        }
    }
}

}  // namespace
}  // namespace flitscope::rtl
