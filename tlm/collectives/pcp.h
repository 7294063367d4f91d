#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast PCP on two-dimensional meshes of at least 2 x 2 nodes by coded paths (Al-Dubai,
/// Ould-Khaoua and Mackenzie: Towards a scalable broadcast in wormhole-switched mesh networks): two
/// steps from every source.
///
/// In step 1 the source sends two messages that each go to a corner without copying and then along
/// one of two opposite sides, copying at every node; in step 2 every node of the two sides sends a
/// copying message into its half of the line between them. The paper does not cover odd sizes,
/// sources on sides, and how the source's own line avoids the source. Our choices are:
///
/// - The sides are columns where the source is a corner, lies on a row of the border, or lies at
///   least as near to a column of it as to a row; else rows. Messages go along the sides first:
///   y before x with columns, x before y with rows.
/// - A source on the border sends both messages along its border line and then round its ends; a
///   corner sends one of them straight along its side. Any other source sends one to the nearest
///   corner (lower coordinates where two are alike) and one to the opposite corner.
/// - The line of N nodes is split behind its first ceil(N/2) nodes; the source's own at the source.
///
/// Simultaneous broadcasts are free of deadlock if each orientation has separate VCs and two
/// ejection classes: routing number 0 with columns, 1 with rows (own choice).
CollectiveEntry pcp_entry();

}  // namespace flitscope::tl
