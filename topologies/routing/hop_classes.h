#pragma once

#include <algorithm>
#include <string>

#include "common/options.h"

namespace flitscope::topo {

/// How the hops of a path are counted. With this number as the VC class there is no cycle of
/// dependencies, whatever path is taken (Gopal 1985).
///
/// positive   all of them: the number rises at every hop
/// negative   those out of odd nodes, where the nodes have two colours, even and odd, so that every
///            link joins different ones. The number never falls, and within one number a hop out of
///            an even node is followed at most by one out of an odd node. Half as many classes
enum class HopClasses { negative, positive };

/// Class of the next hop after `hops`, at a node of this parity.
inline int hop_class(HopClasses kind, int parity_here, int hops) {
    const int source_parity = (parity_here + hops) % 2;
    return kind == HopClasses::positive ? hops : (hops + source_parity) / 2;
}

/// VC classes that paths of up to `longest` hops need; at least one.
inline int hop_class_count(HopClasses kind, int longest) {
    return kind == HopClasses::positive ? std::max(longest, 1) : longest / 2 + 1;
}

/// The option of the routing functions that count hops.
inline OptionSpec hop_classes_option() {
    return one_of("hop_classes", {"negative", "positive"},
                  "hops that make the VC class: those out of nodes of odd parity, or all");
}
inline HopClasses hop_classes_of(const Options& options) {
    return options.text("hop_classes", "negative") == "positive" ? HopClasses::positive
                                                                 : HopClasses::negative;
}

}  // namespace flitscope::topo
