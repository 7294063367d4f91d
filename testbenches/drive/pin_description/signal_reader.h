#pragma once

#include "rtl_models/foreign/device_description.h"
#include "testbenches/drive/configuration/config_section.h"

namespace flitscope::tb {

cosim::DescriptionPlace place_of(const ConfigPosition& position);

/// The keys that say where a signal's bits are: `pin` or `pins`, `width`, `order`, `stride`,
/// `offset`, `array`, `local`. Works the slices of all ports out.
///
/// section  with these keys, perhaps among others; ports: of the device; width: of a slice where
/// the section does not say.
cosim::PortSignal read_slices(ConfigSection& section, const std::string& key,
                              const std::vector<cosim::DevicePort>& ports, int width);

/// A name, of a pin or a field, "" where the key is absent. Needs no quotes, even if YAML has a
/// meaning for it: y.
std::string read_name(ConfigSection& section, const std::string& key);

/// `key: {pin: value, ...}`: constants of any width, in decimal (up to 64 bits) or 0x...
std::vector<cosim::TiedPin> read_ties(ConfigSection& section, const std::string& key);

}  // namespace flitscope::tb
