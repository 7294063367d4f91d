#include "testbenches/embedding/kernel_lease.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "testbenches/program/console/exit_code.h"

namespace {

bool next_allocation_fails = false;

}  // namespace

void* operator new(std::size_t size) {
    if (next_allocation_fails) {
        next_allocation_fails = false;
        throw std::bad_alloc();
    }
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}

namespace flitscope::tb {
namespace {

TEST(KernelLease, IsFreeAgainWhereNoKernelCouldBeMade) {
    sc_core::sc_simcontext* const before = sc_core::sc_curr_simcontext;
    const auto lease_without_memory = [] {
        next_allocation_fails = true;
        const KernelLease lease;
    };
    EXPECT_THROW(lease_without_memory(), std::bad_alloc);
    EXPECT_EQ(sc_core::sc_curr_simcontext, before);
    const KernelLease lease;
    EXPECT_THROW(KernelLease(), UsageError) << "somebody has it";
}

}  // namespace
}  // namespace flitscope::tb
