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

/// Reads the section `key` with `read` and refuses other keys in it. `accepted`: its form, for the
/// error if it is missing; "": it may be absent.
template <typename Read>
void read_section(ConfigSection& outer, const std::string& key, const std::string& accepted,
                  const Read& read) {
    ConfigSection section = outer.section(key);
    if (outer.has(key)) {
        read(section);
        section.finish();
    } else if (!accepted.empty()) {
        outer.require(key, accepted);
    }
}

/// The name of a pin or a field; "" if the key is absent. It needs no quotes, even if YAML gives it
/// a meaning: y.
std::string read_name(ConfigSection& section, const std::string& key);

/// `key: {pin: value, ...}`: constants of any width, in decimal (up to 64 bits) or 0x...
std::vector<cosim::TiedPin> read_ties(ConfigSection& section, const std::string& key);

/// The section `flit`: kinds of flits and the fields of heads and bodies.
void read_flit(ConfigSection section, cosim::DeviceDescription& description);

}  // namespace flitscope::tb
