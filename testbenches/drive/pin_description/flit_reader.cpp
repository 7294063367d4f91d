#include "testbenches/drive/pin_description/flit_reader.h"

#include <algorithm>

#include "testbenches/drive/pin_description/signal_reader.h"

namespace flitscope::tb {

namespace {

/// Words of `holds`; `destination` and `source` with `coordinate` are coordinates.
enum class Holds {
    destination,
    source,
    length,
    length_less,
    message_class,
    message,
    index,
    output_port,
    constant,
    codec
};

constexpr int kMaxFlitBits = 1 << 16;
constexpr int kMaxDimension = 31;

}  // namespace

template <>
const std::vector<NamedValue<Holds>>& named_values() {
    static const std::vector<NamedValue<Holds>> values = {{"destination", Holds::destination},
                                                          {"source", Holds::source},
                                                          {"length", Holds::length},
                                                          {"length_less", Holds::length_less},
                                                          {"message_class", Holds::message_class},
                                                          {"message", Holds::message},
                                                          {"index", Holds::index},
                                                          {"output_port", Holds::output_port},
                                                          {"constant", Holds::constant},
                                                          {"codec", Holds::codec}};
    return values;
}
template <>
const std::vector<NamedValue<cosim::NumberCode>>& named_values() {
    static const std::vector<NamedValue<cosim::NumberCode>> values = {
        {"binary", cosim::NumberCode::binary}, {"one_hot", cosim::NumberCode::one_hot}};
    return values;
}
template <>
const std::vector<NamedValue<cosim::HeadStyle>>& named_values() {
    static const std::vector<NamedValue<cosim::HeadStyle>> values = {
        {"type_code", cosim::HeadStyle::type_code},
        {"head_tail", cosim::HeadStyle::head_tail},
        {"last", cosim::HeadStyle::last},
        {"length", cosim::HeadStyle::length}};
    return values;
}

namespace {

using cosim::FieldMeaning;
using cosim::FlitField;

FieldMeaning meaning_of(Holds holds, bool coordinate) {
    switch (holds) {
        case Holds::destination:
            return coordinate ? FieldMeaning::destination_coordinate : FieldMeaning::destination;
        case Holds::source:
            return coordinate ? FieldMeaning::source_coordinate : FieldMeaning::source;
        case Holds::length:
            return FieldMeaning::length;
        case Holds::length_less:
            return FieldMeaning::length_less;
        case Holds::message_class:
            return FieldMeaning::message_class;
        case Holds::message:
            return FieldMeaning::message;
        case Holds::index:
            return FieldMeaning::index;
        case Holds::output_port:
            return FieldMeaning::output_port;
        case Holds::constant:
            return FieldMeaning::constant;
        default:
            return FieldMeaning::codec;
    }
}

FlitField read_field(ConfigSection section, bool head) {
    FlitField field;
    field.place = place_of(section.position_of(""));
    section.require("name", "a name");
    field.name = read_name(section, "name");
    Holds holds = Holds::destination;
    section.require("holds", "what the field is for");
    section.choice("holds", holds);
    const bool address = holds == Holds::destination || holds == Holds::source;
    bool coordinate = false;
    if (address) {
        coordinate = section.has("coordinate");
        section.integer("coordinate", field.dimension, 0, kMaxDimension);
        field.reversed = read_flag(section, "reversed", false);
        if (field.reversed && !coordinate) {
            section.fail("reversed", "an address without `coordinate` has no direction");
        }
    }
    section.foreign("coordinate", "a field that holds", "destination or source");
    section.foreign("reversed", "a field that holds", "destination or source");
    if (holds == Holds::output_port) {
        section.choice("code", field.code);
    }
    section.foreign("code", "a field that holds", "output_port");
    if (holds == Holds::constant) {
        section.require("value", "a whole number >= 0");
        section.unsigned_integer("value", field.value);
    }
    section.foreign("value", "a field that holds", "constant");
    field.meaning = meaning_of(holds, coordinate);
    if (!head && (holds == Holds::output_port || holds == Holds::codec)) {
        section.fail("holds", "only heads are routed", "other values");
    }
    if (section.has("at") || section.has("width")) {
        section.require("at", integer_range(0, kMaxFlitBits));
        section.require("width", integer_range(1, 64));
        section.integer("at", field.lsb, 0, kMaxFlitBits);
        section.integer("width", field.width, 1, 64);
    }
    section.finish();
    return field;
}

std::vector<FlitField> read_fields(ConfigSection& flit, const std::string& key) {
    std::vector<FlitField> fields;
    const ConfigNode* const list = flit.find(key);
    if (list == nullptr || list->kind == ConfigNode::Kind::null) {
        return fields;
    }
    if (list->kind != ConfigNode::Kind::sequence) {
        flit.fail(key, "not a list", "a list of fields, {name, holds, at, width}");
    }
    for (const ConfigNode& item : list->items) {
        const std::string path = flit.path_of(key) + "[" + std::to_string(fields.size()) + "]";
        fields.push_back(read_field({&item, path, item.position()}, key == "head"));
        const FlitField& last = fields.back();
        const auto same =
            std::find_if(fields.begin(), fields.end() - 1,
                         [&last](const FlitField& each) { return each.name == last.name; });
        if (same != fields.end() - 1) {
            ConfigProblem problem;
            problem.position = item.position();
            problem.key = path + ".name";
            problem.value = last.name;
            problem.problem = "there is a field of this name already";
            throw ConfigError(problem);
        }
    }
    return fields;
}

bool any(const std::vector<FlitField>& fields, FieldMeaning meaning) {
    return std::any_of(fields.begin(), fields.end(),
                       [meaning](const FlitField& each) { return each.meaning == meaning; });
}

}  // namespace

void read_flit(ConfigSection section, cosim::DeviceDescription& description) {
    section.require("kind", "type_code, head_tail, last, length");
    section.choice("kind", description.head_style);
    if (description.head_style == cosim::HeadStyle::type_code) {
        ConfigSection codes = section.section("codes");
        cosim::FlitTypeCodes& code = description.type_codes;
        section.require("codes", "{head, body, tail, single}");
        for (const auto& [key, target] :
             {std::pair("head", &code.head), std::pair("body", &code.body),
              std::pair("tail", &code.tail), std::pair("single", &code.single)}) {
            codes.require(key, "a whole number >= 0");
            codes.unsigned_integer(key, *target);
        }
        if (section.has("codes")) {
            codes.finish();
        }
    }
    section.foreign("codes", "flits with", "kind type_code");
    description.head_fields = read_fields(section, "head");
    description.body_fields = read_fields(section, "body");
    if (description.head_style == cosim::HeadStyle::length && description.max_length != 1 &&
        !any(description.head_fields, FieldMeaning::length) &&
        !any(description.head_fields, FieldMeaning::length_less)) {
        section.fail("kind", "the length must be in the head",
                     "a head field that holds length or length_less, or `max_length: 1`");
    }
    section.finish();
}

}  // namespace flitscope::tb
