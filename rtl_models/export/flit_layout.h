#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/pin_vectors.h"

namespace flitscope::exported {

/// Hexadecimal digits of a vector, the highest first. bits[0] is bit 0.
std::string hex_digits(const std::vector<bool>& bits);

/// The bits of a flit in an exported network: the vector of rtl_models/verilog/router_core.v, with
/// the source, for those who answer, and of the other fields those of a lean router
/// (docs/levels.md).
struct FlitLayout {
    rtl::PinSizes sizes;  ///< an absent field has 0 bits; `outputs`: of one of the routers

    /// For all routers of a network, at least one. `addresses`: nodes have lower ones. Throws
    /// OptionError ("router.lookahead") for lookahead if port numbers of routers differ in their
    /// bits.
    FlitLayout(const std::vector<cosim::VerilogParameters>& routers, int addresses);

    int bits() const { return rtl::flit_bits(sizes); }
    int head_bits() const { return rtl::bits_of(rtl::kHeadVector, sizes); }
    /// The parameter FLIT of router_core.v, for one of the routers.
    std::string shape(const cosim::VerilogParameters& router) const;

    struct Field {
        std::string_view name;
        int lsb;
        int bits;
    };
    /// Those that are there, from bit 0 on.
    std::vector<Field> fields() const;
    /// The vector of a flit, bit 0 first, and its hexadecimal digits, the highest first.
    std::vector<bool> bits_of(const rtl::Flit& flit) const;
    std::string hex(const rtl::Flit& flit) const { return hex_digits(bits_of(flit)); }
    /// ... of a vector with the bits set that no router changes.
    std::string unchanged_bits() const;
};

/// A sized Verilog literal of numbers of `bits_each` bits, the first lowest.
std::string packed_literal(const std::vector<int>& numbers, int bits_each, int total_bits);

}  // namespace flitscope::exported
