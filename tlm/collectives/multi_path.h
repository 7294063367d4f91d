#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Multi-path multicast on two-dimensional meshes (Lin, McKinley and Ni, 1994, as described by
/// later papers): up to four messages, each through a separate port of the source.
///
/// The source has up to two neighbours with higher labels, v in its row and w in its column. With
/// both, the destinations on v's side (x up to v's, seen from there) go over v, the others over w;
/// otherwise all go over the existing one. After that hop they follow `hamiltonian` routing. Lower
/// labels are handled likewise.
CollectiveEntry multi_path_entry();

}  // namespace flitscope::tl
