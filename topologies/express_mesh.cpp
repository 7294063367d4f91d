#include "topologies/express_mesh.h"

#include <cstdlib>

#include "topologies/concentration.h"

namespace flitscope::topo {
namespace {

constexpr int kExpress = 2;  ///< link class

/// The other end of the express link of this position of a border; itself: it has none.
int express_end(int position, int size) {
    const int span = size - size / 2;
    return position < size / 2 ? position + span : position >= span ? position - span : position;
}

}  // namespace

ExpressMesh::ExpressMesh(const std::vector<std::int64_t>& size, std::int64_t concentration)
    : SteppedGrid("concentrated_mesh", size, 3) {
    if (dimensions() != 2) {
        throw OptionError("size", "concentrated_mesh: " + std::to_string(dimensions()) +
                                      " sizes, must be 2 with express channels");
    }
    const int each =
        checked_concentration("concentrated_mesh", concentration, routers(), kMaxNodes);
    if (each > 1) {
        place_nodes(NodePlacement(each, routers()));
    }
}

bool ExpressMesh::outward(RouterId router, PortId port) const {
    const int position = coordinate(router, port / 2);
    return port % 2 == 0 ? position + 1 == size(port / 2) : position == 0;
}

PortPeer ExpressMesh::peer(RouterId router, PortId port) const {
    if (!outward(router, port)) {
        const int stride = axis(port / 2).stride;
        return port % 2 == 0 ? PortPeer{router + stride, port + 1}
                             : PortPeer{router - stride, port - 1};
    }
    const int along = 1 - port / 2;
    const int here = coordinate(router, along);
    const int there = express_end(here, size(along));
    return here == there ? PortPeer{}
                         : PortPeer{router + (there - here) * axis(along).stride, port};
}

std::vector<std::string> ExpressMesh::link_classes() const {
    return {"dimension 0", "dimension 1", "express"};
}

int ExpressMesh::link_class(RouterId router, PortId port) const {
    return outward(router, port) ? kExpress : port / 2;
}

PortId ExpressMesh::towards(RouterId here, int from, int to, int dimension) const {
    const int behind = express_end(from, size(dimension));
    if (1 + std::abs(to - behind) < std::abs(to - from)) {
        for (const PortId port : {2 * (1 - dimension), 2 * (1 - dimension) + 1}) {
            if (outward(here, port)) {
                return port;
            }
        }
    }
    return 2 * dimension + (to < from ? 1 : 0);
}

}  // namespace flitscope::topo
