#include "topologies/routing/dateline_order.h"

namespace flitscope::topo {

RouteCandidate DatelineOrder::only_candidate(const RouteQuery& query) const {
    for (const int dimension : order_) {
        const int here = torus_.coordinate(query.here, dimension);
        const int there = torus_.coordinate(query.destination, dimension);
        if (here == there) {
            continue;
        }
        const int size = torus_.size(dimension);
        const int upwards = (there - here + size) % size;
        const bool up = 2 * upwards == size ? here % 2 == 0 : 2 * upwards < size;
        const bool wraps = up ? there < here : there > here;
        return {2 * dimension + (up ? 0 : 1), wraps ? 0 : 1};
    }
    return {-1, 0};  // already there: the router ejects and does not ask
}

}  // namespace flitscope::topo
