#pragma once

#include "rtl_models/foreign/device_description.h"
#include "testbenches/drive/configuration/config_section.h"

namespace flitscope::tb {

cosim::DescriptionPlace place_of(const ConfigPosition& position);

/// Reads the keys that locate a signal's bits: `pin` or `pins`, `width`, `order`, `stride`,
/// `offset`, `array`, `local`. Computes the slices of all ports.
///
/// section  with these keys, perhaps among others; ports: of the device; width: of a slice where
/// the section does not say.
cosim::PortSignal read_slices(ConfigSection& section, const std::string& key,
                              const std::vector<cosim::DevicePort>& ports, int width);

/// The name of a pin or a field; "" if the key is absent. It needs no quotes, even if YAML gives it
/// a meaning: y.
std::string read_name(ConfigSection& section, const std::string& key);

/// `key: {pin: value, ...}`: constants of any width, in decimal (up to 64 bits) or 0x...
std::vector<cosim::TiedPin> read_ties(ConfigSection& section, const std::string& key);

}  // namespace flitscope::tb
