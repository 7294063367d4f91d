#include "tlm/headers/header_bits.h"

#include <cstdint>
#include <stdexcept>

#include "rtl_models/router/header_slices.h"

namespace flitscope::tl {

namespace {

/// That of the pins of the RTL, with as many bits.
rtl::PinSizes sizes_of(const HeaderFormat& format) {
    rtl::PinSizes sizes;
    sizes.header_entries = format.entries;
    sizes.header_routings = format.routings;
    sizes.outputs = format.ports;
    sizes.node = rtl::bits_for(format.nodes);
    return sizes;
}

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("header: " + what); }

void require(bool ok, const std::string& what) {
    if (!ok) {
        fail(what);
    }
}

void require_room(std::int64_t number, int numbers, const char* what) {
    require(number < numbers, std::string(what) + ' ' + std::to_string(number) +
                                  " must be less than " + std::to_string(numbers));
}

/// Whether a header of this kind is right, and all its numbers are there.
void require_right(HeaderKind kind, const rtl::Header& worm, const HeaderFormat& format) {
    const std::string mistake = mistake_in(kind, worm);
    require(mistake.empty(), mistake);
    for (const rtl::HeaderEntry& entry : worm.entries) {
        require(entry.address >= 0, "address " + std::to_string(entry.address) + " is negative");
        require_room(entry.address, format.nodes, "address");
    }
    require(worm.routing >= 0, "routing " + std::to_string(worm.routing) + " is negative");
    require_room(worm.routing, format.routings, "routing");
    require_room(worm.first_port, format.ports, "first port");
}

/// Reads the entries of header flits one after the other.
class EntryReader {
public:
    /// Appends those of flit `number` that were not served.
    void read(std::size_t number, const rtl::HeaderPins& pins, std::vector<rtl::HeaderEntry>& to) {
        const std::size_t before = to.size();
        for (std::size_t e = 0; e < pins.entries.size(); ++e) {
            const rtl::HeaderPins::Entry& entry = pins.entries[e];
            if (entry.valid) {
                require(!ended_, "flit " + std::to_string(number) + ", entry " + std::to_string(e) +
                                     ": valid behind the end of the header");
                to.push_back({entry.address, static_cast<rtl::Control>(entry.control)});
            } else {
                ended_ = ended_ || !to.empty();  // before the first valid one: served
            }
        }
        require(to.size() > before, "flit " + std::to_string(number) + ": no valid entry");
    }

private:
    bool ended_ = false;
};

void require_fits(std::size_t number, const rtl::HeaderPins& pins, const rtl::HeaderPins& first,
                  std::size_t flits) {
    const std::string where = "flit " + std::to_string(number) + ": ";
    require(pins.header, where + "no header flit");
    require(!pins.error, where + "the bit error is set");
    require(pins.more == (number + 1 < flits),
            where + (pins.more ? "another header flit must follow"
                               : "it is the last, and "
                                 "another one follows"));
    require(pins.routing == first.routing, where + "another routing than flit 0");
    require(pins.first_port == first.first_port, where + "another first port than flit 0");
}

}  // namespace

int HeaderFormat::width() const { return rtl::bits_of(rtl::kHeaderVector, sizes_of(*this)); }

HeaderBits pack(const rtl::HeaderPins& pins, const HeaderFormat& format) {
    std::vector<unsigned char> bytes(static_cast<std::size_t>(format.width() / 8 + 1));
    rtl::header_slices(bytes.data(), 0, sizes_of(format)).write(pins);
    HeaderBits bits;
    for (int b = 0; b < format.width(); ++b) {
        bits.push_back(rtl::PinBits(bytes.data(), b, 1).read() != 0);
    }
    return bits;
}

rtl::HeaderPins unpack(const HeaderBits& bits, const HeaderFormat& format) {
    require(bits.size() == static_cast<std::size_t>(format.width()),
            "a flit of " + std::to_string(bits.size()) + " bits, must be " +
                std::to_string(format.width()));
    std::vector<unsigned char> bytes(bits.size() / 8 + 1);
    for (std::size_t b = 0; b < bits.size(); ++b) {
        rtl::PinBits(bytes.data(), static_cast<int>(b), 1).write(bits[b] ? 1 : 0);
    }
    return rtl::header_slices(bytes.data(), 0, sizes_of(format)).read();
}

std::string mistake_in(HeaderKind kind, const rtl::Header& worm) {
    if (kind == HeaderKind::unicast) {
        return "a unicast has none";
    }
    if (worm.entries.empty()) {
        return "no entries";
    }
    for (std::size_t i = 0; i < worm.entries.size(); ++i) {
        const rtl::HeaderEntry& entry = worm.entries[i];
        const std::string which =
            "entry " + std::to_string(i) + ", address " + std::to_string(entry.address) + ": ";
        if (entry.control == rtl::Control::none) {
            return which + "control field 00";
        }
        if (kind == HeaderKind::destination_list && entry.control != rtl::Control::pass) {
            return which + "control field " + control_bits(entry.control) +
                   " in a list, must be 10";
        }
        if (i > 0 && entry.address == worm.entries[i - 1].address) {
            return which + "twice in a row";
        }
    }
    return {};
}

std::vector<HeaderBits> encode(HeaderKind kind, const rtl::Header& worm,
                               const HeaderFormat& format) {
    require_right(kind, worm, format);
    rtl::HeaderParameters parameters;
    parameters.addresses_per_flit = format.entries;
    std::vector<HeaderBits> flits(parameters.flits_of(worm.entries.size()));
    rtl::Flit flit;
    for (HeaderBits& bits : flits) {
        flit.header = rtl::flit_header(worm, parameters, flit.index++);
        bits = pack(rtl::header_pins(flit, format.entries), format);
    }
    return flits;
}

rtl::Header decode(HeaderKind kind, const std::vector<HeaderBits>& flits,
                   const HeaderFormat& format) {
    require(!flits.empty(), "no flits");
    const rtl::HeaderPins first = unpack(flits.front(), format);
    rtl::Header worm;
    worm.routing = first.routing;
    worm.first_port = first.first_port;
    EntryReader reader;
    for (std::size_t i = 0; i < flits.size(); ++i) {
        const rtl::HeaderPins pins = unpack(flits[i], format);
        require_fits(i, pins, first, flits.size());
        reader.read(i, pins, worm.entries);
    }
    require_right(kind, worm, format);
    return worm;
}

}  // namespace flitscope::tl
