#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/foreign/device_description.h"

namespace flitscope::cosim {

/// A pin description that does not fit the device's pins or the network.
/// what(): "file:line:column: key: problem".
class DescriptionError : public std::invalid_argument {
public:
    DescriptionError(const DeviceDescription& description, const DescriptionPlace& place,
                     const std::string& key, const std::string& problem)
        : std::invalid_argument(description.where(place, key) + problem) {}
};

}  // namespace flitscope::cosim
