#include "testbenches/tests/whole/tlm/tlm_initiators.h"

#include <algorithm>
#include <sstream>

#include "common/mix64.h"

namespace flitscope::tb {

using tl::Payload;
using tl::Phase;

namespace {

/// A memory manager as users write them: knows nothing of extensions.
class PlainManager final : public ::tlm::tlm_mm_interface {
public:
    void free(Payload* payload) override { delete payload; }
};

PlainManager plain_manager;

void print(std::ostream& out, const tl::LegTimes& leg) {
    out << ' ' << leg.offered << ' ' << leg.accepted << ' ' << leg.injected << ' ' << leg.delivered;
}

}  // namespace

AccessScript::AccessScript(AccessSpace space, std::uint64_t seed)
    : space_(std::move(space)),
      random_(seed),
      shadow_(space_.slots.size(), std::vector<unsigned char>(space_.slot_bytes)),
      busy_(space_.slots.size()) {}

bool AccessScript::draw(Access& access) {
    Payload& payload = *access.payload;
    const auto slot = random_() % space_.slots.size();
    if (busy_[slot]) {
        return false;
    }
    const unsigned offset = static_cast<unsigned>(random_() % space_.slot_bytes);
    unsigned length = 1 + static_cast<unsigned>(random_() % (space_.slot_bytes - offset));
    length = std::min(length, space_.max_burst_bytes);
    access.number = drawn_++;
    access.slot = static_cast<int>(slot);
    access.address = space_.slots[slot] + offset;
    access.data.resize(length);
    for (unsigned char& byte : access.data) {
        byte = static_cast<unsigned char>(random_());
    }
    const bool write = random_() % 2 == 0;
    payload.set_command(write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
    payload.set_address(access.address);
    payload.set_data_ptr(access.data.data());
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    if (random_() % 8 == 0) {
        access.enables = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_ENABLED};
        payload.set_byte_enable_ptr(access.enables.data());
        payload.set_byte_enable_length(3);
    }
    if (random_() % 8 == 0) {
        payload.set_streaming_width(1 + static_cast<unsigned>(random_() % length));
    }
    if (space_.errors && random_() % 8 == 0) {
        make_wrong(access);
        return true;
    }
    busy_[slot] = true;
    return true;
}

void AccessScript::make_wrong(Access& access) {
    Payload& payload = *access.payload;
    access.slot = -1;
    switch (random_() % 7) {
        case 0:
            access.address = space_.unmapped;
            payload.set_address(space_.unmapped);
            access.expected = ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
            break;
        case 1:
            payload.set_command(static_cast<::tlm::tlm_command>(3));  // no such command
            access.expected = ::tlm::TLM_COMMAND_ERROR_RESPONSE;
            break;
        case 2:
            payload.set_data_length(0);
            access.expected = ::tlm::TLM_BURST_ERROR_RESPONSE;
            break;
        case 3:
            payload.set_data_length(space_.max_burst_bytes + 1);
            access.expected = ::tlm::TLM_BURST_ERROR_RESPONSE;
            break;
        case 4:
            payload.set_streaming_width(0);
            access.expected = ::tlm::TLM_BURST_ERROR_RESPONSE;
            break;
        case 5:
            access.enables = {TLM_BYTE_ENABLED};
            payload.set_byte_enable_ptr(access.enables.data());
            payload.set_byte_enable_length(0);
            access.expected = ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
            break;
        default:
            payload.set_data_ptr(nullptr);
            access.expected = ::tlm::TLM_GENERIC_ERROR_RESPONSE;
            break;
    }
}

void AccessScript::finish(Access& access, const std::string& name) {
    const Payload& payload = *access.payload;
    std::ostringstream line;
    line << name << '.' << access.number << ' ' << (payload.is_write() ? "write" : "read") << ' '
         << payload.get_response_string();
    const auto* extension = payload.get_extension<tl::MessageExtension>();
    if (access.slot >= 0) {
        line << ' ' << extension->source << '>' << extension->destination << ' '
             << access.data.size();
        print(line, extension->request);
        print(line, extension->response);
    }
    line << " at " << sc_core::sc_time_stamp();
    trace.push_back(line.str());
    if (payload.get_response_status() != access.expected ||
        payload.get_address() != access.address || payload.is_dmi_allowed()) {
        errors.push_back("expected " + std::to_string(access.expected) + ": " + line.str());
    }
    if (access.slot < 0) {
        return;
    }
    const auto slot = static_cast<std::size_t>(access.slot);
    busy_[slot] = false;
    const std::size_t offset = access.address - space_.slots[slot];
    for (std::size_t i = 0; i < access.data.size(); ++i) {
        if (!access.enables.empty() && access.enables[i % 3] != TLM_BYTE_ENABLED) {
            continue;
        }
        unsigned char& byte = shadow_[slot][offset + i % payload.get_streaming_width()];
        if (payload.is_write()) {
            byte = access.data[i];
        } else if (byte != access.data[i]) {
            errors.push_back("wrong data: " + line.str());
            break;
        }
    }
}

AtInitiator::AtInitiator(const sc_core::sc_module_name& name, const AccessSpace& space,
                         std::uint64_t seed, int count, int in_flight, int most_gap)
    : sc_module(name),
      script(space, seed),
      seed_(seed),
      left_(count),
      in_flight_(in_flight),
      most_gap_(most_gap) {
    socket.register_nb_transport_bw(this, &AtInitiator::backward);
    SC_METHOD(act);
    sensitive << act_.event();
}

sc_core::sc_time AtInitiator::delay_for(int number, std::uint64_t purpose) const {
    const std::uint64_t h = mix64(mix64(seed_ + purpose) + static_cast<std::uint64_t>(number));
    if (h % 2 == 0) {
        return sc_core::SC_ZERO_TIME;
    }
    const std::uint64_t picoseconds = (h >> 8) % 3 == 0 ? (h >> 16) % 3000 : 1000 * ((h >> 16) % 3);
    return {static_cast<double>(picoseconds), sc_core::SC_PS};
}

Payload& AtInitiator::new_payload() {
    return script.random()() % 2 == 0 ? pool_.allocate() : *new Payload(&plain_manager);
}

const Access& AtInitiator::access_of(const Payload& payload) const {
    return **std::find_if(flying_.begin(), flying_.end(),
                          [&](const auto& access) { return access->payload == &payload; });
}

::tlm::tlm_sync_enum AtInitiator::backward(Payload& payload, Phase& phase,
                                           sc_core::sc_time& delay) {
    act_.touch();
    if (phase == ::tlm::END_REQ) {
        ended_request_ = true;
        return ::tlm::TLM_ACCEPTED;
    }
    const int number = access_of(payload).number;
    delay += delay_for(number, 1);
    if (number % 3 == 0) {
        to_answer_[{sc_core::sc_time_stamp() + delay, number}] = &payload;
        return ::tlm::TLM_ACCEPTED;
    }
    over_.push_back(&payload);
    if (number % 3 == 1) {
        return ::tlm::TLM_COMPLETED;
    }
    phase = ::tlm::END_RESP;
    return ::tlm::TLM_UPDATED;
}

void AtInitiator::act() {
    if (!act_.settled()) {
        return;
    }
    if (ended_request_) {
        ended_request_ = false;
        requesting_ = false;
        next_issue_ =
            sc_core::sc_time_stamp() +
            sc_core::sc_time(static_cast<double>(script.random()() %
                                                 (static_cast<std::uint64_t>(most_gap_) + 1)),
                             sc_core::SC_NS);
    }
    end_transactions();
    answer();
    issue();
    sc_core::sc_time next = sc_core::sc_max_time();
    if (!to_answer_.empty()) {
        next = to_answer_.begin()->first.first;
    }
    if (!requesting_ && left_ > 0 && static_cast<int>(flying_.size()) < in_flight_) {
        next = std::min(next, std::max(next_issue_, sc_core::sc_time_stamp() +
                                                        sc_core::sc_time(1, sc_core::SC_NS)));
    }
    if (next != sc_core::sc_max_time()) {
        act_.at(next);
    }
}

void AtInitiator::end_transactions() {
    for (const Payload* payload : over_) {
        finish(*payload);
    }
    over_.clear();
}

void AtInitiator::answer() {
    while (!to_answer_.empty() && to_answer_.begin()->first.first <= sc_core::sc_time_stamp()) {
        Payload& payload = *to_answer_.begin()->second;
        Phase phase = ::tlm::END_RESP;
        sc_core::sc_time delay = delay_for(to_answer_.begin()->first.second, 2);
        to_answer_.erase(to_answer_.begin());
        payload.acquire();
        socket->nb_transport_fw(payload, phase, delay);
        finish(payload);
        payload.release();
    }
}

void AtInitiator::issue() {
    if (requesting_ || left_ == 0 || static_cast<int>(flying_.size()) >= in_flight_ ||
        sc_core::sc_time_stamp() < next_issue_) {
        return;
    }
    auto access = std::make_unique<Access>();
    access->payload = &new_payload();
    access->payload->acquire();
    if (!script.draw(*access)) {
        access->payload->release();
        return;
    }
    --left_;
    Payload& payload = *access->payload;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_core::sc_time delay = delay_for(access->number, 3);
    flying_.push_back(std::move(access));
    requesting_ = true;
    const auto sync = socket->nb_transport_fw(payload, phase, delay);
    if (sync != ::tlm::TLM_ACCEPTED) {
        requesting_ = false;
        next_issue_ = sc_core::sc_time_stamp() + delay;
    }
    if (sync == ::tlm::TLM_COMPLETED) {
        finish(payload);
    }
}

void AtInitiator::finish(const Payload& payload) {
    const auto found = std::find_if(flying_.begin(), flying_.end(), [&](const auto& access) {
        return access->payload == &payload;
    });
    out_of_order_ += found != flying_.begin() ? 1 : 0;
    const std::unique_ptr<Access> access = std::move(*found);
    flying_.erase(found);
    script.finish(*access, name());
    access->payload->release();
}

BlockingInitiator::BlockingInitiator(const sc_core::sc_module_name& name,
                                     const std::vector<AccessSpace>& spaces, std::uint64_t seed,
                                     int count, int most_gap)
    : sc_module(name), count_(count), most_gap_(most_gap), running_(spaces.size()) {
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        scripts.push_back(std::make_unique<AccessScript>(spaces[i], seed + i));
        declare_thread_process(handle, ("thread_" + std::to_string(i)).c_str(), BlockingInitiator,
                               run);
    }
}

void BlockingInitiator::run() {
    const std::size_t thread = started_++;
    AccessScript& script = *scripts[thread];
    Payload payload;
    for (int i = 0; i < count_; ++i) {
        const auto gap =
            static_cast<int>(script.random()() % (static_cast<std::uint64_t>(most_gap_) + 1));
        wait(sc_core::sc_time(gap, sc_core::SC_NS));
        Access access;
        access.payload = &payload;
        while (!script.draw(access)) {
            wait(sc_core::sc_time(1, sc_core::SC_NS));
        }
        sc_core::sc_time delay(static_cast<double>(script.random()() % 2), sc_core::SC_NS);
        socket->b_transport(payload, delay);
        wait(delay);
        script.finish(access, std::string(name()) + ".thread_" + std::to_string(thread));
    }
    --running_;
}

}  // namespace flitscope::tb
