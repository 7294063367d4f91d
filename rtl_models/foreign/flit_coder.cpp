#include "rtl_models/foreign/flit_coder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "common/counted.h"
#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

namespace {

/// The one with this meaning; null: there is none.
const FlitField* field_of(const std::vector<FlitField>& fields, FieldMeaning meaning) {
    const auto found = std::find_if(fields.begin(), fields.end(), [meaning](const FlitField& each) {
        return each.meaning == meaning;
    });
    return found == fields.end() ? nullptr : &*found;
}

/// 0: there is no such field.
int width_of(const std::vector<FlitField>& fields, FieldMeaning meaning,
             const DirectionPins& pins) {
    const FlitField* const field = field_of(fields, meaning);
    return field == nullptr ? 0 : pins.width(*field);
}

}  // namespace

int PinBinder::index_of(const std::string& pin) const {
    const auto found = std::find_if(pins_.begin(), pins_.end(),
                                    [&pin](const DevicePin& each) { return each.name == pin; });
    if (found == pins_.end()) {
        throw std::logic_error("the device has no pin " + pin);
    }
    return static_cast<int>(found - pins_.begin());
}

std::vector<rtl::PinBits> PinBinder::elements(const std::string& pin) const {
    const DevicePin& found = pins_[static_cast<std::size_t>(index_of(pin))];
    std::vector<rtl::PinBits> all;
    for (int element = 0; element < found.elements; ++element) {
        all.push_back(bits({pin, element, 0, found.width}));
    }
    return all;
}

rtl::PinBits PinBinder::bits(const PinSlice& slice) const {
    if (!slice.exists()) {
        return {};
    }
    const PinStorage storage = device_.pin(index_of(slice.pin));
    return {storage.bytes + slice.element * storage.stride, slice.lsb, slice.width};
}

std::vector<rtl::PinBits> PinBinder::fields(const std::vector<FlitField>& fields,
                                            const DirectionPins& pins, int port) const {
    std::vector<rtl::PinBits> bound;
    for (const FlitField& field : fields) {
        bound.push_back(bits(pins.slice(field, port)));
    }
    return bound;
}

PortPins PinBinder::port(const DeviceDescription& description, const DirectionPins& pins,
                         int port) const {
    PortPins bound;
    bound.vc_code = pins.vc_code;
    bound.valid = bits(pins.valid.slice(port));
    bound.flit = bits(pins.flit.slice(port));
    bound.vc = bits(pins.vc.slice(port));
    bound.type = bits(pins.type.slice(port));
    bound.head = bits(pins.head.slice(port));
    bound.tail = bits(pins.tail.slice(port));
    bound.data = bits(pins.data.slice(port));
    bound.back = bits(pins.back.slice(port));
    bound.back_vc = bits(pins.back_vc.slice(port));
    if (bound.valid.exists()) {
        bound.head_fields = fields(description.head_fields, pins, port);
        bound.body_fields = fields(description.body_fields, pins, port);
    }
    for (const PortSignal& own : pins.fields) {
        bound.fields.push_back(bits(own.slice(port)));
    }
    return bound;
}

FlitCoder::FlitCoder(const DeviceDescription& description, const Addresses& addresses,
                     const NetworkRoutes& routes, const HeadCodec& codec, topo::NodeId node)
    : description_(description),
      addresses_(addresses),
      routes_(routes),
      codec_(codec),
      node_(node),
      head_tag_bits_(width_of(description.head_fields, FieldMeaning::message, description.outputs)),
      body_tag_bits_(width_of(description.body_fields, FieldMeaning::message, description.outputs)),
      index_bits_(width_of(description.body_fields, FieldMeaning::index, description.outputs)) {
    std::size_t coordinates = 0;
    for (const FlitField& field : description.head_fields) {
        empty_head_.add(field.name);
        coordinates += field.meaning == FieldMeaning::destination_coordinate ? 1 : 0;
        tells_destination_ = tells_destination_ || field.meaning == FieldMeaning::destination;
    }
    tells_destination_ = tells_destination_ || coordinates >= addresses.dimensions();
}

void FlitCoder::refuse_heads(const std::string& problem) const {
    const FlitField* const tag = field_of(description_.head_fields, FieldMeaning::message);
    const DescriptionPlace place = tag != nullptr ? tag->place
                                   : description_.head_fields.empty()
                                       ? description_.clock_place
                                       : description_.head_fields.front().place;
    throw DescriptionError(
        description_, place, tag != nullptr ? "flit.head." + tag->name : "flit.head",
        problem + (tag != nullptr ? ". A wider tag tells them apart"
                                  : ". A field that holds `message` tells them apart"));
}

std::string FlitCoder::tag_text() const {
    const FlitField* const tag = field_of(description_.head_fields, FieldMeaning::message);
    return tag == nullptr ? ""
                          : fmt::format("{}a tag of {}",
                                        description_.where(tag->place, "flit.head." + tag->name),
                                        counted(head_tag_bits_, "bit"));
}

void FlitCoder::clear(PortPins& pins) {
    for (rtl::PinBits* each :
         {&pins.valid, &pins.flit, &pins.vc, &pins.type, &pins.head, &pins.tail, &pins.data}) {
        each->clear();
    }
    for (rtl::PinBits& each : pins.fields) {
        each.clear();
    }
}

void FlitCoder::encode(PortPins& pins, const rtl::Flit& flit, int network_port) const {
    clear(pins);
    const std::uint64_t one_hot = std::uint64_t{1} << flit.vc;
    pins.valid.write(pins.vc_code == VcCode::valid ? one_hot : 1);
    pins.vc.write(pins.vc_code == VcCode::one_hot ? one_hot : flit.vc);
    pins.type.write(description_.type_codes.of(flit.is_head(), flit.is_tail()));
    pins.head.write(flit.is_head() ? 1 : 0);
    pins.tail.write(flit.is_tail() ? 1 : 0);
    for (int word = 0; pins.data.exists() && word < flit.data.words(); ++word) {
        pins.data.write(64 * word, rtl::bits_of_word(pins.data.width(), word),
                        flit.data.word(word));
    }
    if (!flit.is_head()) {
        for (std::size_t i = 0; i < description_.body_fields.size(); ++i) {
            pins.body_fields[i].write(value_of(description_.body_fields[i], flit, network_port));
        }
        return;
    }
    HeadFields fields = empty_head_;
    for (std::size_t i = 0; i < description_.head_fields.size(); ++i) {
        fields.value(i) = value_of(description_.head_fields[i], flit, network_port);
    }
    codec_.encode_head({routes_, node_, network_port}, flit, fields);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const rtl::PinBits& bits = pins.head_fields[i];
        const FlitField& field = description_.head_fields[i];
        const bool cut =
            field.meaning == FieldMeaning::message || field.meaning == FieldMeaning::index;
        if (!cut && !fits(fields.value(i), bits.width())) {
            throw DescriptionError(description_, field.place, "flit.head." + field.name,
                                   fmt::format("{} bits cannot hold {} of message {}", bits.width(),
                                               fields.value(i), flit.message));
        }
        pins.head_fields[i].write(fields.value(i));
    }
}

std::uint64_t FlitCoder::value_of(const FlitField& field, const rtl::Flit& flit,
                                  int network_port) const {
    switch (field.meaning) {
        case FieldMeaning::destination:
            return addresses_.id(flit.destination);
        case FieldMeaning::source:
            return addresses_.id(flit.source);
        case FieldMeaning::destination_coordinate:
            return addresses_.coordinate(flit.destination, field.dimension, field.reversed);
        case FieldMeaning::source_coordinate:
            return addresses_.coordinate(flit.source, field.dimension, field.reversed);
        case FieldMeaning::length:
            return flit.length;
        case FieldMeaning::length_less:
            return flit.length - 1;
        case FieldMeaning::message_class:
            return flit.message_class;
        case FieldMeaning::message:
            return flit.message;
        case FieldMeaning::index:
            return flit.index;
        case FieldMeaning::output_port: {
            const int port = routes_.chosen_device_port(node_, network_port, flit.hop, flit);
            const auto number = static_cast<std::uint64_t>(port);
            return field.code == NumberCode::one_hot ? std::uint64_t{1} << number : number;
        }
        case FieldMeaning::constant:
            return field.value;
        case FieldMeaning::codec:
            break;
    }
    return 0;
}

SeenFlit FlitCoder::see(const PortPins& pins) const {
    SeenFlit seen;
    seen.vc = decode_vc(pins);
    if (pins.type.exists()) {
        see_type(pins.type.read(), seen);
    }
    if (pins.head.exists()) {
        seen.head = pins.head.read() != 0;
    }
    if (pins.tail.exists()) {
        seen.tail = pins.tail.read() != 0;
    }
    return seen;
}

/// Codes may be shared where the device needs no difference; then they say nothing.
void FlitCoder::see_type(std::uint64_t code, SeenFlit& seen) const {
    const FlitTypeCodes& codes = description_.type_codes;
    const bool first = code == codes.head || code == codes.single;
    const bool later = code == codes.body || code == codes.tail;
    const bool last = code == codes.tail || code == codes.single;
    const bool more = code == codes.head || code == codes.body;
    if (!first && !later) {
        throw ViolationCause(ViolationKind::unknown_flit,
                             fmt::format("type code {}, which no kind of flit has", code));
    }
    if (first != later) {
        seen.head = first;
    }
    if (last != more) {
        seen.tail = last;
    }
}

int FlitCoder::decode_vc(const PortPins& pins) const {
    if (pins.vc_code == VcCode::none) {
        return 0;
    }
    const bool of_valid = pins.vc_code == VcCode::valid;
    const std::uint64_t code = of_valid ? pins.valid.read() : pins.vc.read();
    const bool one_hot = of_valid || pins.vc_code == VcCode::one_hot;
    const bool wrong = one_hot ? code == 0 || (code & (code - 1)) != 0
                               : code >= static_cast<std::uint64_t>(description_.vcs);
    if (wrong) {
        throw ViolationCause(
            ViolationKind::wrong_vc,
            fmt::format(
                "{} pins show {}, {}", of_valid ? "valid" : "VC", code,
                one_hot ? "not one bit" : fmt::format("there are {} VCs", description_.vcs)));
    }
    return one_hot ? __builtin_ctzll(code) : static_cast<int>(code);
}

DecodedHead FlitCoder::decode_head(const PortPins& pins, int network_port) const {
    DecodedHead decoded;
    const std::size_t dimensions = addresses_.dimensions();
    std::vector<int> destination(dimensions, -1);
    std::vector<int> source(dimensions, -1);
    HeadFields fields = empty_head_;
    for (std::size_t i = 0; i < description_.head_fields.size(); ++i) {
        fields.value(i) = pins.head_fields[i].read();
        decode_field(description_.head_fields[i], fields.value(i), decoded, destination, source);
    }
    if (const auto node = node_at(destination)) {
        decoded.destination = node;
    }
    if (const auto node = node_at(source)) {
        decoded.source = node;
    }
    try {
        codec_.decode_head({routes_, node_, network_port}, fields, decoded);
    } catch (const std::runtime_error& error) {
        throw ViolationCause(ViolationKind::wrong_turn, error.what());
    }
    return decoded;
}

/// Fields that say nothing about the message (ports, constants) are for the device alone.
void FlitCoder::decode_field(const FlitField& field, std::uint64_t value, DecodedHead& decoded,
                             std::vector<int>& destination, std::vector<int>& source) const {
    const auto dimension = static_cast<std::size_t>(field.dimension);
    switch (field.meaning) {
        case FieldMeaning::destination:
            decoded.destination = static_cast<topo::NodeId>(value);
            break;
        case FieldMeaning::source:
            decoded.source = static_cast<topo::NodeId>(value);
            break;
        case FieldMeaning::destination_coordinate:
        case FieldMeaning::source_coordinate: {
            const int size = addresses_.size(field.dimension);
            if (value >= static_cast<std::uint64_t>(size)) {
                throw ViolationCause(
                    ViolationKind::unknown_flit,
                    fmt::format("head field {} is {}, outside the network", field.name, value));
            }
            const int at = static_cast<int>(value);
            (field.meaning == FieldMeaning::source_coordinate ? source : destination)[dimension] =
                field.reversed ? size - 1 - at : at;
            break;
        }
        case FieldMeaning::length:
            decoded.length = static_cast<std::uint32_t>(value);
            break;
        case FieldMeaning::length_less:
            decoded.length = static_cast<std::uint32_t>(value + 1);
            break;
        case FieldMeaning::message_class:
            decoded.message_class = static_cast<int>(value);
            break;
        case FieldMeaning::message:
            decoded.message = value;
            break;
        default:
            break;
    }
}

std::optional<topo::NodeId> FlitCoder::node_at(const std::vector<int>& coordinates) const {
    if (std::find(coordinates.begin(), coordinates.end(), -1) != coordinates.end()) {
        return std::nullopt;
    }
    return addresses_.topology().router_at(coordinates);
}

rtl::FlitData FlitCoder::decode_data(const PortPins& pins, int bytes) {
    rtl::FlitData data;
    const int width = 8 * bytes;
    for (int word = 0; pins.data.exists() && word < rtl::words_of(width); ++word) {
        data.set_word(word, pins.data.read(64 * word, rtl::bits_of_word(width, word)));
    }
    return data;
}

DecodedBody FlitCoder::decode_body(const PortPins& pins) const {
    DecodedBody decoded;
    for (std::size_t i = 0; i < description_.body_fields.size(); ++i) {
        const FieldMeaning meaning = description_.body_fields[i].meaning;
        if (meaning == FieldMeaning::message) {
            decoded.message = pins.body_fields[i].read();
        } else if (meaning == FieldMeaning::index) {
            decoded.index = pins.body_fields[i].read();
        }
    }
    return decoded;
}

}  // namespace flitscope::cosim
