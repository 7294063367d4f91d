#include "rtl_models/foreign/resident_messages.h"

#include <fmt/format.h>

#include <string>

#include "rtl_models/foreign/device_violation.h"

namespace flitscope::cosim {

namespace {

std::uint64_t low_bits(std::uint64_t value, int bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::string name_of(const rtl::Flit& head) {
    return fmt::format("message {} ({} to {}, {} flits)", head.message, head.source,
                       head.destination, head.length);
}

template <typename... Values>
[[noreturn]] void violation(ViolationKind kind, fmt::format_string<Values...> what,
                            Values&&... values) {
    throw ViolationCause(kind, fmt::format(what, std::forward<Values>(values)...));
}

}  // namespace

ResidentMessages::ResidentMessages(const rtl::RouterParameters& parameters,
                                   const rtl::PortLayout& ports, topo::NodeId node,
                                   const NetworkRoutes& routes, const FlitCoder& coder,
                                   std::shared_ptr<rtl::MessageSet> unchecked)
    : parameters_(parameters),
      ports_(ports),
      node_(node),
      routes_(routes),
      coder_(coder),
      unchecked_(std::move(unchecked)),
      inputs_(static_cast<std::size_t>(ports.inputs() * parameters.virtual_channels)),
      outputs_(static_cast<std::size_t>(ports.outputs() * parameters.virtual_channels)) {}

void ResidentMessages::arrive(int input, const rtl::Flit& flit, rtl::Cycle edge) {
    Open& open = inputs_[index(input, flit.vc)];
    if (flit.is_head()) {
        Message message;
        message.head = flit;
        message.input = input;
        message.arrived_at = edge;
        open.message = messages_.insert(messages_.end(), message);
    }
    ++open.message->arrived;
    if (flit.data.words() > 0) {
        open.message->data.push_back(flit.data);
    }
    open.open = !flit.is_tail();
}

Departure ResidentMessages::leave(int output, const PortPins& pins, const SeenFlit& seen,
                                  rtl::Cycle cycle) {
    if (seen.vc >= parameters_.virtual_channels) {
        violation(ViolationKind::wrong_vc, "VC {} does not exist", seen.vc);
    }
    Open& open = outputs_[index(output, seen.vc)];
    const bool head = seen.head.value_or(!open.open);
    if (head && open.open) {
        const DecodedHead decoded = coder_.decode_head(pins, network_port(output));
        const Message& inside = *open.message;
        if (decoded.message && alike(inside, decoded)) {
            violation(ViolationKind::duplicated_flit, "head of {} a second time, before its tail",
                      name_of(inside.head));
        }
        violation(ViolationKind::interleaved,
                  "head on VC {} inside {}, of which {} flits have left", seen.vc,
                  name_of(inside.head), inside.left);
    }
    if (!head && !open.open) {
        without_head(pins, seen.vc, open.last);
    }
    const Place place = head ? head_leaving(output, pins, seen, cycle) : open.message;
    Message& message = *place;
    if (!head) {
        check_body(message, pins);
    }
    const bool last = message.left + 1 == message.head.length;
    if (seen.tail && *seen.tail != last) {
        violation(ViolationKind::length_mismatch, "{} at flit {} of {}",
                  *seen.tail ? "tail" : "no tail", message.left, name_of(message.head));
    }
    if (message.left == message.arrived) {
        violation(ViolationKind::duplicated_flit, "flit {} of {} leaves, but has not come in yet",
                  message.left, name_of(message.head));
    }
    Departure departure{message.head, message.input, message.head.vc};
    rtl::Flit& flit = departure.flit;
    flit.data = take_data(message, pins);
    flit = rtl::flit_at(flit, message.left++);
    flit.vc = static_cast<std::uint8_t>(seen.vc);
    flit.hop = static_cast<std::uint16_t>(flit.hop + (output < ports_.network ? 1 : 0));
    message.output = output;
    message.output_vc = seen.vc;
    open = {!last, place, flit};
    if (last) {
        overtake(place);
        messages_.erase(place);
    }
    return departure;
}

/// What the next flit of the message carries.
rtl::FlitData ResidentMessages::take_data(Message& message, const PortPins& pins) {
    if (message.data.empty()) {
        return {};
    }
    const rtl::FlitData came = message.data.front();
    message.data.pop_front();
    if (!pins.data.exists()) {
        if (unchecked_ != nullptr) {
            unchecked_->add(message.head.message);
        }
        return came;
    }
    const rtl::FlitData left = FlitCoder::decode_data(pins, parameters_.data_bytes());
    if (left != came) {
        violation(ViolationKind::wrong_data, "flit {} of {}: {}", message.left,
                  name_of(message.head), rtl::data_difference(left, came));
    }
    return left;
}

void ResidentMessages::overtake(Place message) {
    for (Place earlier = messages_.begin(); earlier != message; ++earlier) {
        const bool same_vc = earlier->input == message->input &&
                             earlier->head.vc == message->head.vc && earlier->output < 0;
        if (same_vc && ++earlier->overtaken > kMostOvertaken) {
            violation(ViolationKind::lost_flit,
                      "head of {} is still inside, but {} later messages of its input VC have left",
                      name_of(earlier->head), int{kMostOvertaken});
        }
    }
}

void ResidentMessages::without_head(const PortPins& pins, int vc, const rtl::Flit& last) const {
    const DecodedBody decoded = coder_.decode_body(pins);
    if (last.valid() && decoded.message && decoded.index &&
        *decoded.message == low_bits(last.message, coder_.body_tag_bits()) &&
        *decoded.index == low_bits(last.index, coder_.index_bits())) {
        violation(ViolationKind::duplicated_flit, "flit {} of {} a second time", last.index,
                  name_of(last));
    }
    violation(ViolationKind::unknown_flit, "flit without a head on VC {}", vc);
}

ResidentMessages::Place ResidentMessages::head_leaving(int output, const PortPins& pins,
                                                       const SeenFlit& seen, rtl::Cycle cycle) {
    const DecodedHead decoded = coder_.decode_head(pins, network_port(output));
    const Place place = find(decoded);
    check_turn(*place, output, seen.vc);
    const rtl::Cycle left = cycle + 1 - place->arrived_at;
    if (left < parameters_.pipeline) {
        violation(ViolationKind::too_fast,
                  "head of {} leaves after {} cycles, `router.pipeline` says {}; set that to what "
                  "the device has",
                  name_of(place->head), left, parameters_.pipeline);
    }
    return place;
}

ResidentMessages::Place ResidentMessages::find(const DecodedHead& decoded) {
    const Message* before = nullptr;
    for (Place place = messages_.begin(); place != messages_.end(); ++place) {
        if (!alike(*place, decoded)) {
            continue;
        }
        if (place->output < 0) {
            if (decoded.length && *decoded.length != place->head.length) {
                violation(ViolationKind::length_mismatch, "head of {} says {} flits",
                          name_of(place->head), *decoded.length);
            }
            return place;
        }
        before = &*place;
    }
    if (before != nullptr) {
        violation(ViolationKind::duplicated_flit, "head of {} a second time",
                  name_of(before->head));
    }
    std::string says;
    const auto add = [&says](const char* what, const auto& value) {
        says += value ? fmt::format(" {} {}", what, *value) : "";
    };
    add("tag", decoded.message);
    add("source", decoded.source);
    add("destination", decoded.destination);
    add("length", decoded.length);
    violation(ViolationKind::unknown_flit, "head of no message inside;{}; messages inside: {}",
              says, messages_.size());
}

/// The length is no part of identity where the message is known otherwise: a wrong one is a mistake
/// of its own.
bool ResidentMessages::alike(const Message& message, const DecodedHead& decoded) const {
    const rtl::Flit& head = message.head;
    const int tag_bits = coder_.head_tag_bits();
    if (decoded.message &&
        *decoded.message != (tag_bits == 0 ? head.message : low_bits(head.message, tag_bits))) {
        return false;
    }
    const bool by_order = !decoded.message;
    return (!decoded.destination || *decoded.destination == head.destination) &&
           (!decoded.source || *decoded.source == head.source) &&
           (!decoded.message_class || *decoded.message_class == head.message_class) &&
           (!by_order || !decoded.length || *decoded.length == head.length);
}

std::vector<ResidentMessages::Allowed> ResidentMessages::allowed(const Message& message) const {
    const rtl::Flit& head = message.head;
    if (head.destination == node_) {
        return {{ports_.ejection_output(message.input),
                 rtl::ejection_vcs(parameters_, head.message_class)}};
    }
    std::vector<Allowed> outputs;
    for (const topo::RouteCandidate& each :
         routes_.candidates(node_, network_port(message.input), head.hop, head)) {
        outputs.push_back(
            {each.port, rtl::network_vcs(parameters_, routes_.routing(), each.vc_class,
                                         head.message_class, parameters_.virtual_channels)});
    }
    return outputs;
}

void ResidentMessages::check_turn(const Message& message, int output, int vc) const {
    std::string wanted;
    for (const Allowed& each : allowed(message)) {
        if (each.output == output) {
            if (vc < each.vcs.first || vc >= each.vcs.first + each.vcs.count) {
                violation(ViolationKind::wrong_vc, "head of {} on VC {}, its class may use {}..{}",
                          name_of(message.head), vc, each.vcs.first,
                          each.vcs.first + each.vcs.count - 1);
            }
            return;
        }
        wanted += (wanted.empty() ? "" : " or ") + std::to_string(each.output);
    }
    violation(ViolationKind::wrong_turn, "head of {} leaves by output {}, must be {}",
              name_of(message.head), output, wanted);
}

void ResidentMessages::check_body(const Message& message, const PortPins& pins) const {
    const DecodedBody decoded = coder_.decode_body(pins);
    if (decoded.message &&
        *decoded.message != low_bits(message.head.message, coder_.body_tag_bits())) {
        violation(ViolationKind::interleaved, "flit with tag {} inside {}", *decoded.message,
                  name_of(message.head));
    }
    if (!decoded.index) {
        return;
    }
    const std::uint64_t expected = low_bits(message.left, coder_.index_bits());
    if (*decoded.index != expected) {
        const bool later = low_bits(*decoded.index - expected, coder_.index_bits()) <
                           message.head.length - message.left;
        violation(later ? ViolationKind::lost_flit : ViolationKind::duplicated_flit,
                  "flit {} of {} where flit {} is due", *decoded.index, name_of(message.head),
                  expected);
    }
}

}  // namespace flitscope::cosim
