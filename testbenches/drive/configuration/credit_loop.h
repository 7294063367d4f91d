#pragma once

#include <cstdint>
#include <string>

#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// Cycles from the one in which a flit leaves for a link to the first in which its slot can be
/// reused, if the flit never waits (docs/router.md, section 9).
int credit_loop_cycles(const rtl::RouterParameters& router, const rtl::LinkParameters& link);

/// The flits that a VC buffer must hold so that one VC keeps a link busy: one for each flit that
/// crosses the link in that time.
int full_rate_depth(const rtl::RouterParameters& router, const rtl::LinkParameters& link);

/// The warning that `router.buffer_flits` throttles links. Empty: it does not, or not noticeably:
/// messages of at most `longest` flits fit into a buffer, and the VCs of a link together keep it
/// busy.
std::string shallow_buffer_warning(const topo::Topology& topology, const ExperimentConfig& config,
                                   std::int64_t longest);

}  // namespace flitscope::tb
