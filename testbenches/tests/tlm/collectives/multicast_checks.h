#pragma once

#include <string>
#include <vector>

#include "testbenches/tests/tlm/collectives/path_reference.h"
#include "testbenches/tests/tlm/collectives/plan_checks.h"
#include "topologies/mesh.h"

namespace flitscope::tl {

/// A multicast whose nodes are given by their Hamiltonian labels.
PlanRequest by_labels(const topo::Mesh& mesh, int source, const std::vector<int>& destinations);

/// The 21 destinations of the example of El-Obaid and Zuo, from label 25 of a 4x4x4 mesh.
const std::vector<int>& paper_destinations();

/// The figures of `flitscope plan`.
std::string figures(const topo::Topology& topology, const Plan& plan, CollectiveGoal goal);

using Reference =
    std::vector<PathReference::Message> (PathReference::*)(int, const std::vector<int>&) const;

struct ReferenceRange {
    bool flat = false;     ///< meshes of two dimensions only
    bool by_label = true;  ///< labels rise or fall along every path
    bool one_per_port = false;
};
/// Over drawn meshes, sources and destinations the plans are those of the reference, message by
/// message, and deliver as a multicast must.
void expect_like_reference(const std::string& algorithm, Reference reference,
                           const ReferenceRange& range);

}  // namespace flitscope::tl
