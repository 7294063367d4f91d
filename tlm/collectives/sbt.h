#pragma once

#include <cstdint>
#include <string>

#include "topologies/topology.h"

namespace flitscope::tl {

/// How a node chooses the base of its broadcasts by algorithm `sbt`.
enum class SbtBase {
    fixed,     ///< always 0
    rotating,  ///< 0 first, then one more each time, modulo n
    random     ///< uniform
};

/// The base, 0..dimensions-1, of broadcast number `count` (0, 1, ...) of `source`. A random one is
/// floor(n * h / 2^32), h the upper half of mix64(mix64(seed + g*(source + 1)) + g*(count + 1))
/// with g = 0x9E3779B97F4A7C15 (own choice, of the kind of docs/router.md, section 12).
int sbt_base(SbtBase choice, int dimensions, topo::NodeId source, std::uint64_t count,
             std::uint64_t seed);

/// A choice, or a dimension for all.
struct SbtBaseRule {
    SbtBase choice = SbtBase::fixed;
    int dimension = 0;  ///< of `fixed`

    /// As sbt_base.
    int base(int dimensions, topo::NodeId source, std::uint64_t count, std::uint64_t seed) const {
        return choice == SbtBase::fixed ? dimension
                                        : sbt_base(choice, dimensions, source, count, seed);
    }
};

/// `text`: "fixed", "rotating", "random" or the number of a dimension of a cube with so many.
/// Throws OptionError (`key`).
SbtBaseRule parse_sbt_base(const std::string& text, int dimensions, const std::string& key);

}  // namespace flitscope::tl
