#include "rtl_models/foreign/resident_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

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

/// The violation that `check` throws, if it does.
template <typename Check>
std::optional<ViolationCause> problem_of(Check check) {
    try {
        check();
    } catch (const ViolationCause& cause) {
        return cause;
    }
    return std::nullopt;
}

}  // namespace

ResidentMessages::ResidentMessages(const rtl::RouterParameters& parameters,
                                   const rtl::PortLayout& ports, topo::NodeId node,
                                   const NetworkRoutes& routes, const FlitCoder& coder,
                                   std::shared_ptr<const rtl::FlitPayload> payload,
                                   std::shared_ptr<rtl::MessageSet> unchecked)
    : parameters_(parameters),
      ports_(ports),
      node_(node),
      routes_(routes),
      coder_(coder),
      payload_(std::move(payload)),
      unchecked_(std::move(unchecked)),
      inputs_(static_cast<std::size_t>(ports.inputs() * parameters.virtual_channels)),
      outputs_(static_cast<std::size_t>(ports.outputs() * parameters.virtual_channels)) {}

MessageTag ResidentMessages::arrive(int input, const rtl::Flit& flit, rtl::Cycle edge) {
    Open& open = inputs_[index(input, flit.vc)];
    MessageTag tag;
    if (flit.is_head()) {
        tag = tag_for(input, flit);
        Message message;
        message.head = flit;
        message.body = {flit, tag.value, input, 0, edge, {}, 0};
        open.message = open.named = messages_.insert(messages_.end(), message);
    }
    ++open.named->came;
    Body& body = open.message->body;
    tag.value = body.tag;
    ++body.arrived;
    if (flit.data.words() > 0) {
        body.data.push_back(flit.data);
    }
    open.open = !flit.is_tail();
    return tag;
}

MessageTag ResidentMessages::tag_for(int input, const rtl::Flit& head) const {
    MessageTag tag{head.message, std::nullopt, false};
    const int bits = coder_.head_tag_bits();
    if (bits == 0 || bits >= 32) {
        return tag;
    }
    const auto mask = static_cast<std::uint32_t>(low_bits(~std::uint64_t{0}, bits));
    const std::uint32_t own = head.message & mask;
    std::set<std::uint32_t> used;
    std::set<std::uint32_t> used_elsewhere;  // in an input VC of its own, order tells them apart
    for (const Message& each : messages_) {
        const Body& body = each.body;
        // Those for another place differ in their heads.
        if (coder_.tells_destination() && body.head.destination != head.destination) {
            continue;
        }
        used.insert(body.tag & mask);
        if (index(body) != index(input, head.vc)) {
            used_elsewhere.insert(body.tag & mask);
        }
        if ((body.tag & mask) == own) {
            tag.held_by = each.head.message;
        }
    }
    if (tag.held_by) {
        tag.shared = used.size() > mask;
        const std::set<std::uint32_t>& taken = tag.shared ? used_elsewhere : used;
        std::uint32_t other = 0;
        while (taken.count(other) != 0) {
            ++other;
        }
        tag.value = (head.message & ~mask) | (other > mask ? own : other);
    }
    return tag;
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
        if (decoded.message && alike(inside.body, decoded)) {
            violation(ViolationKind::duplicated_flit, "head of {} a second time, before its tail",
                      name_of(inside.head));
        }
        violation(ViolationKind::interleaved,
                  "head on VC {} inside {}, of which {} flits have left", seen.vc,
                  name_of(inside.head), inside.left);
    }
    if (!head && !open.open) {
        without_head(pins, seen.vc, open);
    }
    const Place place = head ? head_leaving(output, pins, seen, cycle) : open.message;
    Message& message = *place;
    if (!head) {
        body_leaving(place, pins, seen);
    }
    const bool last = message.left + 1 == message.head.length;
    Departure departure{message.head, message.body.input, message.body.head.vc};
    rtl::Flit& flit = departure.flit;
    flit.data = data_of(message, pins);
    flit = rtl::flit_at(flit, message.left++);
    flit.vc = static_cast<std::uint8_t>(seen.vc);
    flit.hop = static_cast<std::uint16_t>(flit.hop + (output < ports_.network ? 1 : 0));
    message.output = output;
    message.output_vc = seen.vc;
    open = {!last, place, place, flit, message.body.tag};
    if (last) {
        overtake(place);
        messages_.erase(place);
    }
    return departure;
}

/// The data of the message's next flit on the wire. If it has the body of another message, whose
/// bytes have been checked, its sink still gets its own.
rtl::FlitData ResidentMessages::data_of(const Message& message, const PortPins& pins) {
    const Body& body = message.body;
    if (body.data.empty()) {
        return {};
    }
    if (!pins.data.exists() && unchecked_ != nullptr) {
        unchecked_->add(message.head.message);
    }
    if (body.head.message == message.head.message) {
        return body.data[message.left];
    }
    rtl::Flit flit = rtl::flit_at(message.head, message.left);
    payload_->fill(flit);
    return flit.data;
}

/// Whether its flits carry what the network gives this message, so that the data can be made again.
bool ResidentMessages::carries_stream(const Body& body) const {
    for (std::size_t i = 0; i < body.data.size(); ++i) {
        rtl::Flit flit = rtl::flit_at(body.head, static_cast<std::uint32_t>(i));
        flit.data = body.data[i];
        if (payload_ == nullptr || !payload_->right(flit)) {
            return false;
        }
    }
    return true;
}

void ResidentMessages::overtake(Place message) {
    for (Place earlier = messages_.begin(); earlier != message; ++earlier) {
        const bool overtaken = earlier->output < 0 && index(earlier->body) == index(message->body);
        if (overtaken && ++earlier->body.overtaken > kMostOvertaken) {
            violation(ViolationKind::lost_flit,
                      "head of {} is still inside, but {} later messages of its input VC have left",
                      name_of(earlier->head), int{kMostOvertaken});
        }
    }
}

void ResidentMessages::without_head(const PortPins& pins, int vc, const Open& open) const {
    const DecodedBody decoded = coder_.decode_body(pins);
    const rtl::Flit& last = open.last;
    if (last.valid() && decoded.message && decoded.index &&
        *decoded.message == low_bits(open.last_tag, coder_.body_tag_bits()) &&
        *decoded.index == low_bits(last.index, coder_.index_bits())) {
        violation(ViolationKind::duplicated_flit, "flit {} of {} a second time", last.index,
                  name_of(last));
    }
    violation(ViolationKind::unknown_flit, "flit without a head on VC {}", vc);
}

ResidentMessages::Place ResidentMessages::head_leaving(int output, const PortPins& pins,
                                                       const SeenFlit& seen, rtl::Cycle cycle) {
    const DecodedHead decoded = coder_.decode_head(pins, network_port(output));
    std::optional<ViolationCause> first;
    Place found = messages_.end();
    for (Place place = messages_.begin(); place != messages_.end(); ++place) {
        const Body& body = place->body;
        if (place->output >= 0 || !alike(body, decoded) ||
            (found != messages_.end() && to_come(body) >= to_come(found->body))) {
            continue;
        }
        const auto problem = problem_of([&] {
            check_head(body, decoded, output, seen.vc, cycle);
            check_flit(body, 0, pins, seen);
        });
        found = problem ? found : place;
        first = first ? first : problem;
    }
    if (found == messages_.end()) {
        if (first) {
            throw ViolationCause(*first);
        }
        unknown_head(decoded);
    }
    found->shown = decoded;
    found->head_left = cycle;
    const rtl::Cycle came = found->body.arrived_at;
    first_passed_ = std::min(first_passed_.value_or(came), came);
    return found;
}

void ResidentMessages::body_leaving(Place message, const PortPins& pins, const SeenFlit& seen) {
    const auto problem_with = [&](const Body& body) {
        return problem_of([&] { check_flit(body, message->left, pins, seen); });
    };
    std::optional<ViolationCause> problem = problem_with(message->body);
    const bool has_come = message->came > message->left;
    if (!problem && has_come) {
        return;
    }
    bool alike_fits = !problem;
    for (Place other = messages_.begin(); other != messages_.end(); ++other) {
        if (!problem || other == message || !fits_head(other->body, *message)) {
            continue;
        }
        if (const auto its_problem = problem_with(other->body)) {
            // The one whose tag it has is to be named.
            problem = problem->kind() == ViolationKind::interleaved ? its_problem : problem;
        } else if (has_come && may_change_places(*message, *other)) {
            exchange(message, other);
            return;
        } else {
            alike_fits = true;
        }
    }
    if (alike_fits) {
        coder_.refuse_heads(
            fmt::format("{} and another message were in the device at once with equal heads, and "
                        "what leaves does not tell in time which is which",
                        name_of(message->head)));
    }
    throw ViolationCause(*problem);
}

/// Whether the head of this message, which has left, may have been that of the body.
bool ResidentMessages::fits_head(const Body& body, const Message& message) const {
    return alike(body, message.shown) && !problem_of([&] {
               check_head(body, message.shown, message.output, message.output_vc,
                          message.head_left);
           });
}

/// Their flits are as many, it is known what they carry, and none that has left says that it is not
/// of the other.
bool ResidentMessages::may_change_places(const Message& message, const Message& other) const {
    if (message.head.length != other.head.length || !carries_stream(message.body) ||
        !carries_stream(other.body)) {
        return false;
    }
    return other.output < 0 ||
           (message.body.arrived >= other.left && fits_head(message.body, other));
}

void ResidentMessages::exchange(Place message, Place other) {
    for (Open& input : inputs_) {
        if (input.open && (input.message == message || input.message == other)) {
            input.message = input.message == message ? other : message;
        }
    }
    std::swap(message->body, other->body);
}

void ResidentMessages::unknown_head(const DecodedHead& decoded) const {
    for (auto each = messages_.rbegin(); each != messages_.rend(); ++each) {
        if (alike(each->body, decoded)) {
            violation(ViolationKind::duplicated_flit, "head of {} a second time",
                      name_of(each->head));
        }
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
bool ResidentMessages::alike(const Body& body, const DecodedHead& decoded) const {
    const rtl::Flit& head = body.head;
    const int tag_bits = coder_.head_tag_bits();
    if (decoded.message &&
        *decoded.message != (tag_bits == 0 ? body.tag : low_bits(body.tag, tag_bits))) {
        return false;
    }
    const bool by_order = !decoded.message;
    return (!decoded.destination || *decoded.destination == head.destination) &&
           (!decoded.source || *decoded.source == head.source) &&
           (!decoded.message_class || *decoded.message_class == head.message_class) &&
           (!by_order || !decoded.length || *decoded.length == head.length);
}

std::vector<ResidentMessages::Allowed> ResidentMessages::allowed(const Body& body) const {
    const rtl::Flit& head = body.head;
    if (head.destination == node_) {
        return {{ports_.ejection_output(0, body.input),
                 rtl::ejection_vcs(parameters_, head.message_class)}};
    }
    std::vector<Allowed> outputs;
    for (const topo::RouteCandidate& each :
         routes_.candidates(node_, network_port(body.input), head.hop, head)) {
        outputs.push_back(
            {each.port, rtl::network_vcs(parameters_, routes_.routing(), each.vc_class,
                                         head.message_class, parameters_.virtual_channels)});
    }
    return outputs;
}

void ResidentMessages::check_head(const Body& body, const DecodedHead& decoded, int output, int vc,
                                  rtl::Cycle cycle) const {
    if (decoded.length && *decoded.length != body.head.length) {
        violation(ViolationKind::length_mismatch, "head of {} says {} flits", name_of(body.head),
                  *decoded.length);
    }
    check_turn(body, output, vc);
    const rtl::Cycle left = cycle + 1 - body.arrived_at;
    if (left < parameters_.head_cycles()) {
        violation(ViolationKind::too_fast,
                  "head of {} leaves after {} cycles, `router.pipeline` says {}; set that to what "
                  "the device has",
                  name_of(body.head), left, parameters_.head_cycles());
    }
}

void ResidentMessages::check_turn(const Body& body, int output, int vc) const {
    std::string wanted;
    for (const Allowed& each : allowed(body)) {
        if (each.output == output) {
            if (vc < each.vcs.first || vc >= each.vcs.first + each.vcs.count) {
                violation(ViolationKind::wrong_vc, "head of {} on VC {}, its class may use {}..{}",
                          name_of(body.head), vc, each.vcs.first,
                          each.vcs.first + each.vcs.count - 1);
            }
            return;
        }
        wanted += (wanted.empty() ? "" : " or ") + std::to_string(each.output);
    }
    violation(ViolationKind::wrong_turn, "head of {} leaves by output {}, must be {}",
              name_of(body.head), output, wanted);
}

void ResidentMessages::check_flit(const Body& body, std::uint32_t index, const PortPins& pins,
                                  const SeenFlit& seen) const {
    if (index != 0) {
        check_body(body, index, pins);
    }
    if (seen.tail && *seen.tail != (index + 1 == body.head.length)) {
        violation(ViolationKind::length_mismatch, "{} at flit {} of {}",
                  *seen.tail ? "tail" : "no tail", index, name_of(body.head));
    }
    if (index >= body.arrived) {
        violation(ViolationKind::duplicated_flit, "flit {} of {} leaves, but has not come in yet",
                  index, name_of(body.head));
    }
    if (pins.data.exists() && !body.data.empty()) {
        const rtl::FlitData left = FlitCoder::decode_data(pins, parameters_.data_bytes());
        if (left != body.data[index]) {
            violation(ViolationKind::wrong_data, "flit {} of {}: {}", index, name_of(body.head),
                      rtl::data_difference(left, body.data[index]));
        }
    }
}

void ResidentMessages::check_body(const Body& body, std::uint32_t index,
                                  const PortPins& pins) const {
    const DecodedBody decoded = coder_.decode_body(pins);
    if (decoded.message && *decoded.message != low_bits(body.tag, coder_.body_tag_bits())) {
        violation(ViolationKind::interleaved, "flit with tag {} inside {}", *decoded.message,
                  name_of(body.head));
    }
    if (!decoded.index) {
        return;
    }
    const std::uint64_t expected = low_bits(index, coder_.index_bits());
    if (*decoded.index != expected) {
        const bool later =
            low_bits(*decoded.index - expected, coder_.index_bits()) < body.head.length - index;
        violation(later ? ViolationKind::lost_flit : ViolationKind::duplicated_flit,
                  "flit {} of {} where flit {} is due", *decoded.index, name_of(body.head),
                  expected);
    }
}

}  // namespace flitscope::cosim
