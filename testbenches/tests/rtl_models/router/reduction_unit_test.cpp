#include "rtl_models/router/reduction_unit.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace flitscope::rtl {
namespace {

/// Node 0 is the root of 1, which has the leaves 2 and 3.
ReductionSetup small_tree(Reduction operation, bool back) {
    ReductionSetup setup;
    setup.entries = 2;
    setup.operation = operation;
    setup.back = back;
    setup.parents = {topo::kNoNode, 0, 1, 1};
    setup.children = {1, 2, 0, 0};
    return setup;
}

using Elements = std::vector<std::uint64_t>;

TEST(ReductionUnit, CombinesEachElementOfAllOperands) {
    const Elements a = {6, UINT64_MAX, 1};
    const Elements b = {3, 2, 1};
    const Elements c = {12, 7, 1};
    struct Row {
        Reduction operation;
        Elements result;
    };
    for (const Row& row :
         {Row{Reduction::sum, {21, 8, 3}}, Row{Reduction::min, {3, 2, 1}},
          Row{Reduction::max, {12, UINT64_MAX, 1}}, Row{Reduction::bit_and, {0, 2, 1}},
          Row{Reduction::bit_or, {15, UINT64_MAX, 1}},
          Row{Reduction::bit_xor, {9, UINT64_MAX ^ 5, 1}}}) {
        const ReductionSetup setup = small_tree(row.operation, false);
        ReductionUnit unit(setup, 1);
        unit.operand(1, b);
        for (std::size_t i = 0; i < 3; ++i) {  // two at a time
            unit.element(1, i, c[i]);
            unit.element(1, i, a[i]);
        }
        unit.operand_ends(1, 3);
        EXPECT_FALSE(unit.complete(1));
        unit.operand_ends(1, 3);
        ASSERT_TRUE(unit.complete(1));
        EXPECT_FALSE(unit.complete(0));
        EXPECT_EQ(*unit.result(1).elements, row.result);
        EXPECT_FALSE(unit.result(1).back);
    }
}

TEST(ReductionUnit, WaitsForTheResultFromItsParentButNotAtTheRoot) {
    for (const bool back : {false, true}) {
        for (const topo::NodeId node : {0, 2}) {
            SCOPED_TRACE(std::to_string(node) + (back ? " back" : ""));
            const ReductionSetup setup = small_tree(Reduction::sum, back);
            ReductionUnit unit(setup, node);
            const auto complete_after = [&](int operands) {
                for (; operands > 0; --operands) {
                    EXPECT_FALSE(unit.complete(0));
                    unit.operand(0, {5});
                }
                return unit.complete(0);
            };
            for (int operation = 0; operation < 2; ++operation) {
                ASSERT_TRUE(complete_after(node == 0 ? 2 : 1));
                EXPECT_EQ(*unit.result(0).elements, Elements{node == 0 ? 10U : 5U});
                unit.empty(0);
                if (back && node != 0) {
                    ASSERT_TRUE(complete_after(1));
                    EXPECT_TRUE(unit.result(0).back);
                    EXPECT_EQ(*unit.result(0).elements, Elements{5});
                    unit.empty(0);
                }
            }
        }
    }
}

TEST(ReductionUnit, RefusesWhatNoTreeSends) {
    const ReductionSetup setup = small_tree(Reduction::sum, false);
    ReductionUnit leaf(setup, 3);
    leaf.operand(0, {1, 2});
    EXPECT_THROW(leaf.operand(0, {1, 2}), std::logic_error);
    ReductionUnit inner(setup, 1);
    inner.operand(0, {1, 2});
    EXPECT_THROW(inner.operand(0, {1}), std::logic_error);
    EXPECT_THROW(inner.element(1, 1, 7), std::logic_error);
    EXPECT_THROW(inner.element(2, 0, 7), std::out_of_range);
}

TEST(CombiningCore, SaysWhichEntriesAreCompleteForOneEdge) {
    const ReductionSetup setup = small_tree(Reduction::sum, false);
    const auto core = make_combining_core(setup, 0, 1);
    const auto own = std::make_shared<const Elements>(Elements{1});
    CombiningFlit flit;
    flit.head = flit.tail = true;
    flit.element = 41;
    EXPECT_EQ(core->edge({}, {{0, own}, {1, own}}), 0U);
    EXPECT_EQ(core->edge({flit}, {}), 1U);
    EXPECT_EQ(*core->result(0).elements, Elements{42});
    EXPECT_EQ(core->edge({}, {}), 0U);
}

}  // namespace
}  // namespace flitscope::rtl
