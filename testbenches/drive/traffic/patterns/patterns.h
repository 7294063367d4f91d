#pragma once

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// Has a separate source, RequestReplySource.
constexpr const char* kRequestReply = "request_reply";
/// Flits, as its options say.
struct RequestReplyLengths {
    std::int64_t request, reply;
};
RequestReplyLengths request_reply_lengths(const Options& options);

/// The entries of the list of patterns, one per file of this folder. With b address bits, bit i of
/// the source s is s[i], of the destination d[i].
PatternEntry uniform_entry();         ///< every other node alike, never the node itself
PatternEntry bit_complement_entry();  ///< nodes - 1 - s: d[i] = not s[i]; any number of nodes
PatternEntry bit_reverse_entry();     ///< d[i] = s[b-1-i]; 2^b nodes
PatternEntry transpose_entry();       ///< (x,y) to (y,x) on a square grid, else d[i] = s[i + b/2]
PatternEntry shuffle_entry();         ///< d[i] = s[i-1], indices mod b; 2^b nodes
PatternEntry tornado_entry();         ///< x_i + ceil(N_i/2) - 1 mod N_i in every dimension
PatternEntry neighbor_entry();        ///< x_i + 1 mod N_i in every dimension
PatternEntry hotspot_entry();         ///< with probability `fraction` one of `nodes`, else uniform
PatternEntry hop_distribution_entry();  ///< 1, 2, ... hops with probabilities `p`; cubes only
PatternEntry spherical_entry();         ///< hop_distribution with all distances alike
PatternEntry cluster_local_entry();     ///< with probability `alpha` inside the own cluster
PatternEntry request_reply_entry();     ///< requests as uniform, each causes a reply
PatternEntry none_entry();              ///< no node sends

}  // namespace flitscope::tb
