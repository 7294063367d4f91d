#include "testbenches/tests/tlm/collectives/path_reference.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>

namespace flitscope::tl {

PathReference::PathReference(int columns, int rows, int layers)
    : columns_(columns), rows_(rows), layers_(layers) {
    // Along x to and fro, a step in z at each end; along z to and fro, a step in y at each end.
    Place here{0, 0, 0};
    int along_x = 1;
    int along_z = 1;
    const auto inside = [](int position, int size) { return position >= 0 && position < size; };
    while (true) {
        places_.push_back(here);
        if (inside(here.x + along_x, columns)) {
            here.x += along_x;
        } else if (along_x = -along_x; inside(here.z + along_z, layers)) {
            here.z += along_z;
        } else if (along_z = -along_z; here.y + 1 < rows) {
            ++here.y;
        } else {
            return;
        }
    }
}

topo::NodeId PathReference::id(int label) const {
    return at(label).x + columns_ * (at(label).y + rows_ * at(label).z);
}

bool PathReference::linked(int a, int b) const {
    return std::abs(at(a).x - at(b).x) + std::abs(at(a).y - at(b).y) +
               std::abs(at(a).z - at(b).z) ==
           1;
}

int PathReference::next(int here, int there) const {
    const int direction = there > here ? 1 : -1;
    for (int label = there; label != here; label -= direction) {
        if (linked(here, label)) {
            return label;
        }
    }
    throw std::logic_error("no way on");
}

std::vector<PathReference::Message> PathReference::along_labels(
    int source, const std::vector<std::vector<int>>& lists,
    const std::vector<int>& first_hops) const {
    std::vector<Message> messages;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (lists[i].empty()) {
            continue;
        }
        Message message{lists[i], {source}};
        if (!first_hops.empty()) {
            message.path.push_back(first_hops[i]);
        }
        for (const int label : lists[i]) {
            while (message.path.back() != label) {
                message.path.push_back(next(message.path.back(), label));
            }
        }
        messages.push_back(message);
    }
    return messages;
}

std::vector<int> PathReference::above(int source, std::vector<int> destinations) const {
    std::sort(destinations.begin(), destinations.end());
    destinations.erase(destinations.begin(),
                       std::upper_bound(destinations.begin(), destinations.end(), source));
    return destinations;
}

std::vector<int> PathReference::below(int source, std::vector<int> destinations) const {
    std::sort(destinations.begin(), destinations.end());
    destinations.erase(std::lower_bound(destinations.begin(), destinations.end(), source),
                       destinations.end());
    std::reverse(destinations.begin(), destinations.end());
    return destinations;
}

namespace {

using Rule = std::function<bool(int)>;
std::vector<int> where(const std::vector<int>& labels, const Rule& rule) {
    std::vector<int> chosen;
    std::copy_if(labels.begin(), labels.end(), std::back_inserter(chosen), rule);
    return chosen;
}

}  // namespace

std::vector<PathReference::Message> PathReference::two_phase(
    int source, const std::vector<int>& destinations) const {
    return along_labels(source, {above(source, destinations), below(source, destinations)});
}

std::vector<PathReference::Message> PathReference::six_phase(
    int source, const std::vector<int>& destinations) const {
    std::vector<std::vector<int>> lists;
    for (const auto& half : {above(source, destinations), below(source, destinations)}) {
        const int x = at(source).x;
        lists.push_back(where(half, [&](int label) { return at(label).x > x; }));
        lists.push_back(where(half, [&](int label) { return at(label).x < x; }));
        lists.push_back(where(half, [&](int label) { return at(label).x == x; }));
    }
    return along_labels(source, lists);
}

std::vector<PathReference::Message> PathReference::multi_path(
    int source, const std::vector<int>& destinations) const {
    std::vector<std::vector<int>> lists;
    std::vector<int> first_hops;
    for (const int direction : {1, -1}) {
        const auto half = direction > 0 ? above(source, destinations) : below(source, destinations);
        int same_row = -1;
        int same_column = -1;
        for (int label = 0; label < nodes(); ++label) {
            if (linked(source, label) && (label - source) * direction > 0) {
                (at(label).y == at(source).y ? same_row : same_column) = label;
            }
        }
        if (same_row >= 0 && same_column >= 0) {
            const int x = at(same_row).x;
            const bool rising = x > at(source).x;
            const Rule first = [=](int label) {
                return rising ? at(label).x >= x : at(label).x <= x;
            };
            lists.push_back(where(half, first));
            lists.push_back(where(half, std::not_fn(first)));
            first_hops.push_back(same_row);
            first_hops.push_back(same_column);
        } else {
            lists.push_back(half);
            first_hops.push_back(std::max(same_row, same_column));
        }
    }
    return along_labels(source, lists, first_hops);
}

std::vector<PathReference::Message> PathReference::column_path(
    int source, const std::vector<int>& destinations) const {
    std::vector<Message> messages;
    const Place from = at(source);
    const auto label_at = [&](int x, int y) {
        int label = 0;
        while (at(label).x != x || at(label).y != y) {
            ++label;
        }
        return label;
    };
    for (int x = 0; x < columns_; ++x) {
        for (const int direction : {1, -1}) {
            const auto has = [&](int y) {
                return std::count(destinations.begin(), destinations.end(), label_at(x, y)) > 0;
            };
            Message message;
            int other_side = 0;
            for (int y = from.y + direction; y >= 0 && y < rows_; y += direction) {
                if (has(y)) {
                    message.list.push_back(label_at(x, y));
                }
            }
            for (int y = from.y - direction; y >= 0 && y < rows_; y -= direction) {
                other_side += has(y) ? 1 : 0;
            }
            const bool carries_the_row =
                has(from.y) && (direction > 0 ? !message.list.empty() || other_side == 0
                                              : other_side == 0 && !message.list.empty());
            if (carries_the_row) {
                message.list.insert(message.list.begin(), label_at(x, from.y));
            }
            if (message.list.empty()) {
                continue;
            }
            Place here = from;
            message.path.push_back(source);
            while (message.path.back() != message.list.back()) {
                if (here.x != x) {
                    here.x += here.x < x ? 1 : -1;
                } else {
                    here.y += direction;
                }
                message.path.push_back(label_at(here.x, here.y));
            }
            messages.push_back(message);
        }
    }
    return messages;
}

std::vector<PathReference::Message> PathReference::gtdmpm(
    int source, const std::vector<int>& destinations) const {
    std::vector<std::vector<int>> lists;
    const Place from = at(source);
    for (const auto& half : {above(source, destinations), below(source, destinations)}) {
        for (int away = 0; away < layers_; ++away) {
            for (const int z : {from.z - away, from.z + away}) {
                const auto in_layer = where(half, [&](int label) { return at(label).z == z; });
                lists.push_back(where(in_layer, [&](int label) { return at(label).y == from.y; }));
                lists.push_back(where(in_layer, [&](int label) {
                    return at(label).y != from.y && at(label).x == from.x;
                }));
                for (int diagonal = -rows_; diagonal <= columns_; ++diagonal) {
                    lists.push_back(where(in_layer, [&](int label) {
                        return at(label).y != from.y && at(label).x != from.x &&
                               at(label).x - at(label).y == diagonal;
                    }));
                }
                if (away == 0) {
                    break;
                }
            }
        }
    }
    return along_labels(source, lists);
}

}  // namespace flitscope::tl
