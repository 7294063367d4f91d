#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/header_pins.h"

namespace flitscope::tl {

/// How a request says where it goes (docs/headers_and_branches.md, section 1).
enum class HeaderKind {
    unicast,          ///< the address says it
    coded_path,       ///< CPR: legs, each an address and the control field of those who pass it on
    destination_list  ///< every address receives; all control fields are `pass`
};

/// Shape of the header fields of a flit (docs/multicast_units.md, "Flits"): the numbers of which
/// each has as many bits as the largest needs.
struct HeaderFormat {
    int entries = 1;   ///< E of a header flit; of networks with all in one: of the longest header
    int nodes = 2;     ///< addresses from here on are errors
    int routings = 1;  ///< header routings of the network
    int ports = 1;     ///< outputs of a router

    /// Bits of a header flit's fields: error, valid bits, addresses and control fields of the
    /// entries, header, more, first_port_valid, routing, first_port.
    int width() const;
};

/// [bit] the fields in the order of HeaderFormat::width, the lowest bit and entry 0 first.
using HeaderBits = std::vector<bool>;

/// One header flit, its fields where the RTL has them (rtl_models/router/header_slices.h). `unpack`
/// throws std::invalid_argument if it does not get format.width() bits.
HeaderBits pack(const rtl::HeaderPins& pins, const HeaderFormat& format);
rtl::HeaderPins unpack(const HeaderBits& bits, const HeaderFormat& format);

/// What keeps a source from sending this header, in words; "" if nothing does: it has no entries,
/// an address twice in a row, a control field 00, or, as a destination list, one that is not 10.
std::string mistake_in(HeaderKind kind, const rtl::Header& worm);

/// The header flits of a worm as its source sends them, in their order. Throws
/// std::invalid_argument for a header with a mistake, or with a number that the format has no room
/// for.
std::vector<HeaderBits> encode(HeaderKind kind, const rtl::Header& worm,
                               const HeaderFormat& format);

/// The header of which these are the flits, from the leading one on: without the entries that were
/// served. Throws std::invalid_argument, which names the flit and the entry, for what no encoder
/// makes and no router leaves of it.
rtl::Header decode(HeaderKind kind, const std::vector<HeaderBits>& flits,
                   const HeaderFormat& format);

}  // namespace flitscope::tl
