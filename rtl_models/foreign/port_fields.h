#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rtl_models/foreign/addresses.h"
#include "rtl_models/foreign/port_map.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// The pins of each port, decoded for people: kind of flit, VC, node, fields of heads and bodies,
/// flow control. It does not use the network after construction.
class PortFields {
public:
    /// The value of some bits, 1..64.
    using Read = std::function<std::uint64_t(const PinSlice&)>;
    enum class Show { bits, number, kind };
    struct Field {
        std::string name;
        int width = 1;
        Show show = Show::bits;
        std::function<std::uint64_t(const Read&)> value;
    };
    struct Port {
        std::string scope;  ///< "input_2"
        std::string title;  ///< "input 2 (device port 1)"
        std::vector<Field> fields;
    };

    PortFields(const DeviceDescription& description, const PortMap& map, const Addresses& addresses,
               const rtl::PortLayout& layout);

    const std::vector<Port>& ports() const { return ports_; }
    /// Texts of Show::kind by value.
    static const std::vector<std::string>& kinds();

private:
    void add_port(const DeviceDescription& description, const Addresses& addresses, int number,
                  int device_port, bool input);

    std::vector<Port> ports_;
};

/// "input 2 (device port 1)"
std::string port_title(bool input, int port, int device_port);

}  // namespace flitscope::cosim
