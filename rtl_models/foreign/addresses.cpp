#include "rtl_models/foreign/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "common/counted.h"

namespace flitscope::cosim {

namespace {

bool is_coordinate(FieldMeaning meaning) {
    return meaning == FieldMeaning::destination_coordinate ||
           meaning == FieldMeaning::source_coordinate;
}
bool is_address(FieldMeaning meaning) {
    return is_coordinate(meaning) || meaning == FieldMeaning::destination ||
           meaning == FieldMeaning::source;
}

std::string key_of(const NodePin& pin) {
    return "node (" + (pin.pin.empty() ? "parameter " + pin.parameter : "pin " + pin.pin) + ")";
}

}  // namespace

Addresses::Addresses(const topo::Topology& topology) : topology_(topology) {
    for (topo::NodeId node = 0; node < topology.routers(); ++node) {
        const std::vector<int> at = topology.coordinates(node);
        sizes_.resize(std::max(sizes_.size(), at.size()), 0);
        for (std::size_t i = 0; i < at.size(); ++i) {
            sizes_[i] = std::max(sizes_[i], at[i] + 1);
        }
    }
}

Addresses::Addresses(const DeviceDescription& description, const topo::Topology& topology,
                     const std::vector<DevicePin>& pins)
    : Addresses(topology) {
    for (const NodePin& node : description.node) {
        int width = node.pin.empty() ? 64 : node.width;  // 64: of the values that tell variants
        for (const DevicePin& pin : pins) {
            width = width == 0 && pin.name == node.pin ? pin.width - node.lsb : width;
        }
        if (!node.value) {
            check(description, node.place, key_of(node), node.coordinate, node.dimension, width);
        }
    }
    const auto check_fields = [&](const std::vector<FlitField>& fields, const std::string& key) {
        for (const FlitField& field : fields) {
            if (is_address(field.meaning)) {
                check(description, field.place, key + field.name, is_coordinate(field.meaning),
                      field.dimension, description.inputs.width(field));
            }
        }
    };
    check_fields(description.head_fields, "flit.head.");
    check_fields(description.body_fields, "flit.body.");
}

std::uint64_t Addresses::coordinate(topo::NodeId node, int dimension, bool reversed) const {
    const int at = topology_.coordinates(node)[static_cast<std::size_t>(dimension)];
    return static_cast<std::uint64_t>(reversed ? size(dimension) - 1 - at : at);
}

std::uint64_t Addresses::of(const DeviceDescription& description, const NodePin& pin,
                            topo::NodeId node) const {
    if (!pin.value) {
        return pin.coordinate ? coordinate(node, pin.dimension, pin.reversed) : id(node);
    }
    try {
        return pin.value->at(topology_, node);
    } catch (const std::invalid_argument& error) {
        throw DescriptionError(description, pin.place, key_of(pin), error.what());
    }
}

void Addresses::check(const DeviceDescription& description, const DescriptionPlace& place,
                      const std::string& key, bool coordinate, int dimension, int width) const {
    if (coordinate && dimension >= static_cast<int>(sizes_.size())) {
        throw DescriptionError(description, place, key,
                               fmt::format("coordinate {}: nodes of topology {} have {}", dimension,
                                           topology_.kind(), sizes_.size()));
    }
    const int largest = coordinate ? size(dimension) - 1 : topology_.routers() - 1;
    if (!fits(static_cast<std::uint64_t>(largest), width)) {
        throw DescriptionError(
            description, place, key,
            fmt::format("{} cannot hold {} up to {}", counted(width, "bit"),
                        coordinate ? fmt::format("coordinate {}", dimension) : "node ids",
                        largest));
    }
}

}  // namespace flitscope::cosim
