#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Multi-path multicast on two-dimensional meshes (Lin, McKinley and Ni, 1994, after what later
/// papers tell of it): up to four messages, each over a port of the source of its own.
///
/// The source has up to two neighbours with higher labels, v in its row and w in its column. With
/// both, the destinations on v's side (x up to v's, seen from there) go over v, the others over w;
/// else all over the one there is. Behind that hop `hamiltonian` routing. Likewise with lower
/// labels.
CollectiveEntry multi_path_entry();

}  // namespace flitscope::tl
