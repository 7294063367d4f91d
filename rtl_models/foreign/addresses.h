#pragma once

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// Node addresses in the device's form: ids, or coordinates counted from either end.
class Addresses {
public:
    explicit Addresses(const topo::Topology& topology);
    /// Throws DescriptionError for a coordinate that the topology does not have, and for fields
    /// that are too narrow for its addresses. `pins`: of the device.
    Addresses(const DeviceDescription& description, const topo::Topology& topology,
              const std::vector<DevicePin>& pins);

    std::uint64_t id(topo::NodeId node) const { return static_cast<std::uint64_t>(node); }
    std::uint64_t coordinate(topo::NodeId node, int dimension, bool reversed) const;
    /// The value of an address pin or parameter at a node. Throws DescriptionError if there is
    /// none.
    std::uint64_t of(const DeviceDescription& description, const NodePin& pin,
                     topo::NodeId node) const;
    const topo::Topology& topology() const { return topology_; }
    std::size_t dimensions() const { return sizes_.size(); }
    int size(int dimension) const { return sizes_[static_cast<std::size_t>(dimension)]; }

private:
    void check(const DeviceDescription& description, const DescriptionPlace& place,
               const std::string& key, bool coordinate, int dimension, int width) const;

    const topo::Topology& topology_;
    std::vector<int> sizes_;
};

}  // namespace flitscope::cosim
