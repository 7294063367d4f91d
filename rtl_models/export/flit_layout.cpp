#include "rtl_models/export/flit_layout.h"

#include <algorithm>
#include <cstdint>

#include "common/options.h"
#include "rtl_models/router/route_table.h"

namespace flitscope::exported {

namespace {

/// Of a router that looks routes up, one of RouteTableShape::settings; else 0.
int setting(const cosim::VerilogParameters& router, std::size_t number) {
    return router.routing == "lookup" && number < router.route_settings.size()
               ? router.route_settings[number]
               : 0;
}

int outputs_of(const cosim::VerilogParameters& router) {
    return rtl::port_layout(router.router, router.network_ports, router.nodes).outputs();
}
int port_bits(const cosim::VerilogParameters& router) { return rtl::bits_for(outputs_of(router)); }

void put(std::vector<bool>& bits, int lsb, int width, std::uint64_t value) {
    for (int i = 0; i < width; ++i) {
        bits[static_cast<std::size_t>(lsb + i)] = (value >> i & 1) != 0;
    }
}

}  // namespace

FlitLayout::FlitLayout(const std::vector<cosim::VerilogParameters>& routers, int addresses) {
    constexpr std::size_t kHop = 1;
    constexpr std::size_t kSaltParts = 2;
    constexpr std::size_t kChoice = 5;
    constexpr std::size_t kDetour = 7;
    const rtl::RouterParameters& router = routers.front().router;
    sizes.vcs = router.virtual_channels;
    sizes.buffer_flits = router.buffer_flits;
    sizes.message_classes = router.message_classes;
    sizes.flit_bytes = router.flit_bytes;
    sizes.lookahead = router.lookahead ? 1 : 0;
    sizes.priority = static_cast<int>(router.priority);
    sizes.node = rtl::bits_for(addresses);
    sizes.index = sizes.message = 0;
    if (router.switching == rtl::Switching::wormhole) {
        sizes.length = 0;
    } else {
        sizes.length = rtl::bits_for(router.buffer_flits + 1);  // a message fits into a buffer
    }
    sizes.outputs = outputs_of(routers.front());
    bool hop = false;
    bool salt = false;
    for (const cosim::VerilogParameters& each : routers) {
        if (router.lookahead && port_bits(each) != port_bits(routers.front())) {
            throw OptionError(
                "router.lookahead",
                "rtl export: router.lookahead = true, but routers have different numbers of ports");
        }
        const int choice = setting(each, kChoice);
        const int kind = choice & 3;
        const bool draws = kind == 1 || kind == 2 || setting(each, kDetour) != 0;
        hop = hop || draws || setting(each, kHop) != 0;
        salt = salt || draws || setting(each, kSaltParts) > 1;
        sizes.detour |= (choice & rtl::RouteTableShape::kUgal) != 0 ? 1 : 0;
    }
    sizes.hop = hop ? sizes.hop : 0;
    sizes.salt = salt ? sizes.salt : 0;
}

std::string FlitLayout::shape(const cosim::VerilogParameters& router) const {
    const auto at_least_1 = [](int bits) { return std::max(bits, 1); };
    const auto width = [&](rtl::PinWidth of) { return at_least_1(sizes.bits(of)); };
    const int absent = (sizes.hop == 0 ? 1 : 0) | (sizes.length == 0 ? 2 : 0) |
                       (sizes.salt == 0 ? 8 : 0) | (sizes.index == 0 ? 16 : 0) |
                       (sizes.message == 0 ? 32 : 0) | (sizes.detour != 0 ? 64 : 0) |
                       (sizes.lookahead != 0 ? 128 : 0);
    using rtl::PinWidth;
    return packed_literal(
        {width(PinWidth::hop), width(PinWidth::message_class), width(PinWidth::length),
         width(PinWidth::node), width(PinWidth::salt), width(PinWidth::index),
         width(PinWidth::message), port_bits(router), width(PinWidth::routing), 0,
         sizes.flit_bytes | (sizes.bits(PinWidth::age) > 0 ? 128 : 0), absent},
        8, 96);
}

std::vector<FlitLayout::Field> FlitLayout::fields() const {
    std::vector<Field> all;
    int lsb = 0;
    for (const rtl::VectorField& field : rtl::kFlitVector) {
        const int bits = field.bits(sizes);
        if (bits > 0) {
            all.push_back({field.name, lsb, bits});
        }
        lsb += bits;
    }
    return all;
}

std::vector<bool> FlitLayout::bits_of(const rtl::Flit& flit) const {
    std::vector<bool> vector(static_cast<std::size_t>(bits()));
    const auto put_field = [&](std::string_view name, rtl::PinWidth width, auto value) {
        put(vector, rtl::bits_of(rtl::kFlitVector, sizes, name), sizes.bits(width),
            static_cast<std::uint64_t>(value));
    };
#define FLITSCOPE_PUT(pin, member, width) put_field(#pin, rtl::PinWidth::width, flit.member);
    FLITSCOPE_FLIT_FIELDS(FLITSCOPE_PUT, )
#undef FLITSCOPE_PUT
    const int data = rtl::bits_of(rtl::kFlitVector, sizes, "data");
    const int data_bits = sizes.bits(rtl::PinWidth::data);
    for (int word = 0; word < rtl::words_of(data_bits); ++word) {
        put(vector, data + 64 * word, rtl::bits_of_word(data_bits, word), flit.data.word(word));
    }
    return vector;
}

std::string FlitLayout::unchanged_bits() const {
    std::vector<bool> vector(static_cast<std::size_t>(bits()));
    for (const Field& field : fields()) {
        if (field.name != "hop" && field.name != "detour" && field.name != "ahead_port") {
            std::fill_n(vector.begin() + field.lsb, field.bits, true);
        }
    }
    return hex_digits(vector);
}

std::string hex_digits(const std::vector<bool>& bits) {
    std::string digits;
    for (std::size_t lsb = 0; lsb < bits.size(); lsb += 4) {
        int digit = 0;
        for (std::size_t i = lsb; i < std::min(lsb + 4, bits.size()); ++i) {
            digit |= static_cast<int>(bits[i]) << (i - lsb);
        }
        digits += "0123456789abcdef"[digit];
    }
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string packed_literal(const std::vector<int>& numbers, int bits_each, int total_bits) {
    std::vector<bool> vector(static_cast<std::size_t>(total_bits));
    int lsb = 0;
    for (const int number : numbers) {
        put(vector, lsb, bits_each, static_cast<std::uint64_t>(number));
        lsb += bits_each;
    }
    return std::to_string(total_bits) + "'h" + hex_digits(vector);
}

}  // namespace flitscope::exported
