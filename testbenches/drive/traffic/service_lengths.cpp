#include "testbenches/drive/traffic/service_lengths.h"

namespace flitscope::tb {

std::shared_ptr<const std::vector<std::uint32_t>> service_flits(const LengthDistribution& lengths) {
    constexpr std::uint64_t kHashes = 65536;
    auto flits = std::make_shared<std::vector<std::uint32_t>>();
    flits->reserve(kHashes);
    for (std::uint64_t hash = 0; hash < kHashes; ++hash) {
        flits->push_back(lengths.length((hash << 48U) + (std::uint64_t{1} << 47U)));
    }
    return flits;
}

}  // namespace flitscope::tb
