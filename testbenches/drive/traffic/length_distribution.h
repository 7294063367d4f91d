#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace flitscope::tb {

/// How many flits a message has, head included.
class LengthDistribution {
public:
    virtual ~LengthDistribution() = default;

    /// 1..longest(). random_bits: 64 uniform bits, drawn per message.
    virtual std::uint32_t length(std::uint64_t random_bits) const = 0;
    virtual double mean() const = 0;                      ///< flits
    virtual std::uint32_t longest() const = 0;            ///< flits; no message is longer
    virtual std::uint32_t shortest() const { return 1; }  ///< flits; no message is shorter
};

/// Redrawn service lengths (docs/router.md, section 10): in flits, by the 2^16 hashes of a choice;
/// each hash uses the middle of its share of the 64-bit numbers from which lengths are drawn.
std::shared_ptr<const std::vector<std::uint32_t>> service_flits(const LengthDistribution& lengths);

}  // namespace flitscope::tb
