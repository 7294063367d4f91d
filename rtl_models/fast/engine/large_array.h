#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace flitscope::tl {

/// Requests large pages for the arrays that fill some: in a network with thousands of routers the
/// data of a flit are never in the cache, and with pages of 4 KiB neither are its address
/// translations.
template <typename T>
struct LargePageAllocator {
    using value_type = T;

    LargePageAllocator() = default;
    template <typename U>
    LargePageAllocator(const LargePageAllocator<U>& /*other*/) {}  // NOLINT: as allocators are

    T* allocate(std::size_t n) {
        const std::size_t bytes = n * sizeof(T);
        if (large_pages(bytes) == 0) {
            return std::allocator<T>().allocate(n);
        }
        void* const memory = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
#ifdef MADV_HUGEPAGE
        // Only a hint: everything works without such pages, too.
        static_cast<void>(madvise(memory, large_pages(bytes) * kPage, MADV_HUGEPAGE));
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t n) {
        if (large_pages(n * sizeof(T)) == 0) {
            std::allocator<T>().deallocate(memory, n);
        } else {
            std::free(memory);
        }
    }

    friend bool operator==(const LargePageAllocator& /*a*/, const LargePageAllocator& /*b*/) {
        return true;
    }
    friend bool operator!=(const LargePageAllocator& /*a*/, const LargePageAllocator& /*b*/) {
        return false;
    }

private:
    static constexpr std::size_t kPage = std::size_t{2} << 20;
    /// Full ones, and the last one if three quarters of it are used.
    static std::size_t large_pages(std::size_t bytes) { return (bytes + kPage / 4) / kPage; }
};

/// A vector with an entry for every VC, output or message.
template <typename T>
using LargeArray = std::vector<T, LargePageAllocator<T>>;

}  // namespace flitscope::tl
