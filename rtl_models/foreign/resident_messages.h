#pragma once

#include <algorithm>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/foreign/flit_coder.h"
#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/contract/message_set.h"
#include "rtl_models/router/contract/wait_graph.h"

namespace flitscope::cosim {

/// A flit that left the device, and where it entered.
struct Departure {
    rtl::Flit flit;  ///< as the network's wire is to carry it: VC and hop of the output
    int input = 0;
    int input_vc = 0;
};

/// By what a device is to know a message.
struct MessageTag {
    std::uint32_t value = 0;
    /// Who has the tag that the message's number would give: it needed another one.
    std::optional<std::uint32_t> held_by;
    bool shared = false;  ///< no other was free: both have it
};

/// The messages inside one device, from the first flit that arrives to the last that leaves:
/// identifies them, and checks that the device treats them as a router may.
///
/// Identity  the message tag in the head where the description has one, else everything else that
///           the head says; of several messages alike that fit, the one of which the least is still
///           to come. When a later flit fits another of them, the two change places (exchange()):
///           nobody could tell which was which. Body flits belong to the message that is open on
///           their output VC; tag and index in them are checked where there are any.
/// Tags      the low bits of the message's number; others where a message alike inside has those
/// Data      must leave unchanged; if the device has no pins for it, it bypasses the device, and
///           the message counts as unchecked (docs/data.md)
/// Errors    ViolationCause when no message inside fits; DescriptionError when one does, but was
///           taken for another that it cannot change places with
class ResidentMessages {
public:
    /// `routes` and `coder` outlive it. `payload`: what flits carry; null: nothing. `unchecked`:
    /// told of messages whose bytes bypassed the device; may be null.
    ResidentMessages(const rtl::RouterParameters& parameters, const rtl::PortLayout& ports,
                     topo::NodeId node, const NetworkRoutes& routes, const FlitCoder& coder,
                     std::shared_ptr<const rtl::FlitPayload> payload = nullptr,
                     std::shared_ptr<rtl::MessageSet> unchecked = nullptr);

    /// A flit (flit.vc: input VC) has arrived at the device's input port or in the converter before
    /// it. Its tag.
    MessageTag arrive(int input, const rtl::Flit& flit, rtl::Cycle edge);
    /// The device sends a flit in `cycle`; `network_port` of `output`, -1: ejection.
    Departure leave(int output, const PortPins& pins, const SeenFlit& seen, rtl::Cycle cycle);

    bool empty() const { return messages_.empty(); }
    /// The edge at which the first waiting message arrived with its head; none: no message waits.
    std::optional<rtl::Cycle> first_waits_since() const {
        for (const Message& each : messages_) {
            if (each.output < 0) {
                return each.body.arrived_at;
            }
        }
        return std::nullopt;
    }
    /// The earliest edge at which a message came whose head has left; none: nothing has left.
    std::optional<rtl::Cycle> first_passed() const { return first_passed_; }
    std::size_t size() const { return messages_.size(); }
    /// Looks for a message that could have moved but did not: its flit is here, its output VC free
    /// or held by it, with a credit by `has_credit(output, vc)`. A message that is found so in
    /// kSamples calls, and did not move in between, is returned. Called now and then.
    template <typename HasCredit>
    const rtl::Flit* stuck(HasCredit has_credit);
    static constexpr int kSamples = 8;
    /// Further calls of stuck() until it is known of the messages that were found so twice or more;
    /// 0: there are none.
    int looks_to_go() const;
    /// Messages of the same input VC that may leave before an earlier one whose head is inside;
    /// what waits longer is taken for lost.
    static constexpr int kMostOvertaken = 64;
    /// Of each non-empty input VC, the front message.
    template <typename HasCredit>
    void append_waits(std::vector<rtl::VcWait>& waits, HasCredit has_credit) const;

private:
    /// A message that arrived on one input VC.
    struct Body {
        rtl::Flit head;  ///< as it came
        std::uint32_t tag = 0;
        int input = 0;
        std::uint32_t arrived = 0;
        rtl::Cycle arrived_at = 0;
        std::vector<rtl::FlitData> data;  ///< by flit; empty: they carry none
        int overtaken = 0;
    };
    struct Message {
        rtl::Flit head;   ///< what the network takes it for
        Body body;        ///< that of another message after an exchange()
        int output = -1;  ///< -1: the head is still inside
        int output_vc = -1;
        std::uint32_t came = 0;  ///< flits of its own; one leaves under its name when it has come
        std::uint32_t left = 0;
        DecodedHead shown;  ///< when the head left, in cycle `head_left`
        rtl::Cycle head_left = 0;
        std::uint32_t left_at_sample = 0;
        int samples = 0;  ///< calls of stuck() in which it could move and had not
    };
    using Place = std::list<Message>::iterator;
    struct Open {
        bool open = false;
        Place message;
        Place named;     ///< at inputs: who has this name, whoever has the body
        rtl::Flit last;  ///< last flit that passed; kind none: none did
        std::uint32_t last_tag = 0;
    };
    struct Allowed {
        int output;
        rtl::VcRange vcs;
    };

    int network_port(int port) const { return port < ports_.network ? port : -1; }
    std::size_t index(int port, int vc) const {
        return static_cast<std::size_t>(port * parameters_.virtual_channels + vc);
    }
    std::size_t index(const Body& body) const { return index(body.input, body.head.vc); }
    MessageTag tag_for(int input, const rtl::Flit& head) const;
    /// No message is open on the VC: throws what that means.
    [[noreturn]] void without_head(const PortPins& pins, int vc, const Open& open) const;
    /// No message with its head inside says what this head says.
    [[noreturn]] void unknown_head(const DecodedHead& decoded) const;
    /// Throws when the messages that this one leaves behind are too many times left behind.
    void overtake(Place message);
    Place head_leaving(int output, const PortPins& pins, const SeenFlit& seen, rtl::Cycle cycle);
    /// The next flit of a message whose head has left; it may turn out to be another one's.
    void body_leaving(Place message, const PortPins& pins, const SeenFlit& seen);
    bool alike(const Body& body, const DecodedHead& decoded) const;
    std::vector<Allowed> allowed(const Body& body) const;
    static std::uint32_t to_come(const Body& body) { return body.head.length - body.arrived; }
    bool fits_head(const Body& body, const Message& message) const;
    bool may_change_places(const Message& message, const Message& other) const;
    void exchange(Place message, Place other);
    // A flit that leaves is held against a message: ViolationCause when it is not of that one.
    void check_head(const Body& body, const DecodedHead& decoded, int output, int vc,
                    rtl::Cycle cycle) const;
    void check_turn(const Body& body, int output, int vc) const;
    void check_flit(const Body& body, std::uint32_t index, const PortPins& pins,
                    const SeenFlit& seen) const;
    void check_body(const Body& body, std::uint32_t index, const PortPins& pins) const;
    rtl::FlitData data_of(const Message& message, const PortPins& pins);
    bool carries_stream(const Body& body) const;
    template <typename HasCredit>
    bool can_move(const Message& message, HasCredit has_credit) const;

    const rtl::RouterParameters parameters_;
    const rtl::PortLayout ports_;
    topo::NodeId node_;
    const NetworkRoutes& routes_;
    const FlitCoder& coder_;
    std::shared_ptr<const rtl::FlitPayload> payload_;
    std::shared_ptr<rtl::MessageSet> unchecked_;
    std::list<Message> messages_;  ///< in order of arrival
    std::vector<Open> inputs_;     ///< by input VC: the message whose tail has not come yet
    std::vector<Open> outputs_;    ///< by output VC: the message whose tail has not left yet
    std::optional<rtl::Cycle> first_passed_;
};

template <typename HasCredit>
bool ResidentMessages::can_move(const Message& message, HasCredit has_credit) const {
    if (message.left == message.body.arrived) {
        return false;
    }
    if (message.output >= 0) {
        return has_credit(message.output, message.output_vc);
    }
    for (const Allowed& each : allowed(message.body)) {
        for (int vc = each.vcs.first; vc < each.vcs.first + each.vcs.count; ++vc) {
            if (!outputs_[index(each.output, vc)].open && has_credit(each.output, vc)) {
                return true;
            }
        }
    }
    return false;
}

template <typename HasCredit>
const rtl::Flit* ResidentMessages::stuck(HasCredit has_credit) {
    for (Message& message : messages_) {
        const bool could = message.left == message.left_at_sample && can_move(message, has_credit);
        message.samples = could ? message.samples + 1 : 0;
        message.left_at_sample = message.left;
        if (message.samples > kSamples) {
            return &message.head;
        }
    }
    return nullptr;
}

inline int ResidentMessages::looks_to_go() const {
    int looks = 0;
    for (const Message& message : messages_) {
        looks = std::max(looks, message.samples >= 2 ? kSamples + 1 - message.samples : 0);
    }
    return looks;
}

template <typename HasCredit>
void ResidentMessages::append_waits(std::vector<rtl::VcWait>& waits, HasCredit has_credit) const {
    std::vector<bool> seen(inputs_.size(), false);
    std::vector<int> flits(inputs_.size(), 0);
    for (const Message& message : messages_) {
        flits[index(message.body)] += static_cast<int>(message.body.arrived - message.left);
    }
    for (const Message& message : messages_) {
        const Body& body = message.body;
        const std::size_t input_vc = index(body);
        if (message.left == body.arrived || seen[input_vc]) {
            continue;
        }
        seen[input_vc] = true;
        rtl::VcWait wait;
        wait.router = node_;
        wait.port = body.input;
        wait.vc = body.head.vc;
        wait.message = message.head.message;
        wait.movable = can_move(message, has_credit);
        rtl::tell_room(wait, parameters_, flits[input_vc], message.head.length);
        wait.needs = 1;  // by what rule the device takes a VC again is not known
        if (message.output >= 0) {
            wait.output_port = message.output;
            wait.output_vc = message.output_vc;
        } else if (const std::vector<Allowed> outputs = allowed(body); outputs.size() == 1) {
            wait.output_port = outputs.front().output;
            wait.wanted = outputs.front().vcs;
        }
        waits.push_back(wait);
    }
}

}  // namespace flitscope::cosim
