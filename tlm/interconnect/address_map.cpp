#include "tlm/interconnect/address_map.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace flitscope::tl {

namespace {

std::string text(const AddressRange& range) {
    std::ostringstream out;
    out << "range 0x" << std::hex << range.base << ", 0x" << range.size << " bytes, node "
        << std::dec << range.node;
    return out.str();
}

std::uint64_t last(const AddressRange& range) { return range.base + (range.size - 1); }

/// Whether `bytes` (>= 1) from an offset on lie in the range.
bool holds(const AddressRange& range, std::uint64_t offset, std::uint64_t bytes) {
    return offset < range.size && bytes <= range.size - offset;
}

}  // namespace

AddressMap::AddressMap(std::vector<AddressRange> ranges) : ranges_(std::move(ranges)) {
    std::sort(ranges_.begin(), ranges_.end(),
              [](const AddressRange& a, const AddressRange& b) { return a.base < b.base; });
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        const AddressRange& range = ranges_[i];
        if (range.size == 0) {
            throw std::invalid_argument("address map: " + text(range) + ": is empty");
        }
        if (last(range) < range.base || range.local_base + (range.size - 1) < range.local_base) {
            throw std::invalid_argument("address map: " + text(range) + ": exceeds 64 bits");
        }
        if (i > 0 && last(ranges_[i - 1]) >= range.base) {
            throw std::invalid_argument("address map: " + text(ranges_[i - 1]) + " and " +
                                        text(range) + ": overlap");
        }
    }
}

const AddressRange* AddressMap::find(std::uint64_t address, std::uint64_t bytes) const {
    const auto above = std::upper_bound(
        ranges_.begin(), ranges_.end(), address,
        [](std::uint64_t wanted, const AddressRange& range) { return wanted < range.base; });
    if (above == ranges_.begin()) {
        return nullptr;
    }
    const AddressRange& range = *(above - 1);
    return holds(range, address - range.base, bytes) ? &range : nullptr;
}

const AddressRange* AddressMap::find_local(topo::NodeId node, std::uint64_t address,
                                           std::uint64_t bytes) const {
    const auto found = std::find_if(ranges_.begin(), ranges_.end(), [&](const AddressRange& range) {
        return range.node == node && holds(range, address - range.local_base, bytes);
    });
    return found != ranges_.end() ? &*found : nullptr;
}

}  // namespace flitscope::tl
