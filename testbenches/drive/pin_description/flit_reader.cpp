#include <algorithm>

#include "testbenches/drive/pin_description/signal_reader.h"

namespace flitscope::tb {

namespace {

constexpr int kMaxFlitBits = 1 << 16;
constexpr int kMaxDimension = 31;

using cosim::FieldMeaning;
using cosim::FlitField;

/// Words of `holds`; `destination` and `source` with `coordinate` are coordinates.
constexpr NamedValue<FieldMeaning> kMeanings[] = {{"destination", FieldMeaning::destination},
                                                  {"source", FieldMeaning::source},
                                                  {"length", FieldMeaning::length},
                                                  {"length_less", FieldMeaning::length_less},
                                                  {"message_class", FieldMeaning::message_class},
                                                  {"message", FieldMeaning::message},
                                                  {"index", FieldMeaning::index},
                                                  {"output_port", FieldMeaning::output_port},
                                                  {"constant", FieldMeaning::constant},
                                                  {"codec", FieldMeaning::codec}};
constexpr NamedValue<cosim::NumberCode> kNumberCodes[] = {{"binary", cosim::NumberCode::binary},
                                                          {"one_hot", cosim::NumberCode::one_hot}};
constexpr NamedValue<cosim::HeadStyle> kHeadStyles[] = {{"type_code", cosim::HeadStyle::type_code},
                                                        {"head_tail", cosim::HeadStyle::head_tail},
                                                        {"last", cosim::HeadStyle::last},
                                                        {"length", cosim::HeadStyle::length}};

FlitField read_field(ConfigSection& section, bool head) {
    FlitField field;
    field.place = place_of(section.position_of(""));
    section.require("name", "a name");
    field.name = read_name(section, "name");
    section.require("holds", "what the field is for");
    section.choice("holds", field.meaning, kMeanings);
    const FieldMeaning holds = field.meaning;
    if (holds == FieldMeaning::destination || holds == FieldMeaning::source) {
        const bool coordinate = section.has("coordinate");
        section.integer("coordinate", field.dimension, 0, kMaxDimension);
        section.truth("reversed", field.reversed);
        if (field.reversed && !coordinate) {
            section.fail("reversed", "an address without `coordinate` has no direction");
        }
        if (coordinate) {
            field.meaning = holds == FieldMeaning::source ? FieldMeaning::source_coordinate
                                                          : FieldMeaning::destination_coordinate;
        }
    }
    section.foreign({"coordinate", "reversed"}, "a field that holds", "destination or source");
    if (holds == FieldMeaning::output_port) {
        section.choice("code", field.code, kNumberCodes);
    }
    section.foreign({"code"}, "a field that holds", "output_port");
    if (holds == FieldMeaning::constant) {
        section.require("value", "a whole number >= 0");
        section.unsigned_integer("value", field.value);
    }
    section.foreign({"value"}, "a field that holds", "constant");
    if (!head && (holds == FieldMeaning::output_port || holds == FieldMeaning::codec)) {
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
    flit.sections(key, "a list of fields, {name, holds, at, width}", [&](ConfigSection& section) {
        const FlitField field = read_field(section, key == "head");
        if (std::any_of(fields.begin(), fields.end(),
                        [&field](const FlitField& each) { return each.name == field.name; })) {
            throw ConfigError({section.position_of(""),
                               "there is a field of this name already",
                               {},
                               section.path_of("name"),
                               field.name});
        }
        fields.push_back(field);
    });
    return fields;
}

bool any(const std::vector<FlitField>& fields, FieldMeaning meaning) {
    return std::any_of(fields.begin(), fields.end(),
                       [meaning](const FlitField& each) { return each.meaning == meaning; });
}

}  // namespace

void read_flit(ConfigSection section, cosim::DeviceDescription& description) {
    section.require("kind", "type_code, head_tail, last, length");
    section.choice("kind", description.head_style, kHeadStyles);
    if (description.head_style == cosim::HeadStyle::type_code) {
        cosim::FlitTypeCodes& code = description.type_codes;
        read_section(section, "codes", "{head, body, tail, single}", [&](ConfigSection& codes) {
            for (const auto& [key, target] :
                 {std::pair("head", &code.head), std::pair("body", &code.body),
                  std::pair("tail", &code.tail), std::pair("single", &code.single)}) {
                codes.require(key, "a whole number >= 0");
                codes.unsigned_integer(key, *target);
            }
        });
    }
    section.foreign({"codes"}, "flits with", "kind type_code");
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
