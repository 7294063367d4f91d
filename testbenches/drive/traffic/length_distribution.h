#pragma once

#include <cstdint>

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

}  // namespace flitscope::tb
