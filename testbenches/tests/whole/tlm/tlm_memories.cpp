#include "testbenches/tests/whole/tlm/tlm_memories.h"

#include <algorithm>

namespace flitscope::tb {

using tl::Payload;
using tl::Phase;

void ByteStore::execute(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned width = std::min(payload.get_streaming_width(), payload.get_data_length());
    if (address + width > bytes_.size()) {
        payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return;
    }
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
        const unsigned char* enable = payload.get_byte_enable_ptr();
        if (enable != nullptr && enable[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
            continue;
        }
        unsigned char& byte = bytes_[address + i % width];
        if (payload.is_write()) {
            byte = payload.get_data_ptr()[i];
        } else {
            payload.get_data_ptr()[i] = byte;
        }
    }
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
}

AtMemory::AtMemory(const sc_core::sc_module_name& name, std::size_t size, std::uint64_t seed,
                   int most_cycles)
    : sc_module(name), store_(size), random_(seed), most_cycles_(most_cycles) {
    socket.register_nb_transport_fw(this, &AtMemory::forward);
    socket.register_transport_dbg(this, &AtMemory::debug);
    SC_METHOD(act);
    dont_initialize();
    sensitive << act_.event();
}

sc_core::sc_time AtMemory::random_time() {
    // Mostly whole cycles; sometimes between two edges.
    const auto range = static_cast<std::uint64_t>(most_cycles_) + 1;
    const std::uint64_t picoseconds =
        1000 * (random_() % range) + (random_() % 4 == 0 ? random_() % 1000 : 0);
    return {static_cast<double>(picoseconds), sc_core::SC_PS};
}

::tlm::tlm_sync_enum AtMemory::forward(Payload& payload, Phase& phase, sc_core::sc_time& delay) {
    act_.touch();
    if (phase == ::tlm::BEGIN_REQ) {
        payload.acquire();
        return accept(payload, phase, delay);
    }
    if (&payload == responding_) {
        response_free_ = sc_core::sc_time_stamp() + delay;
        responding_ = nullptr;
        finish(payload);
        payload.release();
    }
    return ::tlm::TLM_COMPLETED;
}

void AtMemory::finish(const Payload& payload) {
    const int number = numbers_.at(&payload);
    numbers_.erase(&payload);
    for (const auto& other : numbers_) {
        if (other.second < number) {
            ++out_of_order_;
            return;
        }
    }
}

::tlm::tlm_sync_enum AtMemory::accept(Payload& payload, Phase& phase, sc_core::sc_time& delay) {
    const int number = arrived_++;
    numbers_[&payload] = number;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    const sc_core::sc_time first = delay + random_time();
    const sc_core::sc_time ready = first + random_time();
    switch (random_() % 5) {
        case 0:  // END_REQ by a call
            to_accept_[{now + first, number}] = &payload;
            ready_[{now + ready, number}] = &payload;
            return ::tlm::TLM_ACCEPTED;
        case 1:  // END_REQ implied by BEGIN_RESP
            ready_[{now + ready, number}] = &payload;
            return ::tlm::TLM_ACCEPTED;
        case 2:  // END_REQ by return
            ready_[{now + ready, number}] = &payload;
            phase = ::tlm::END_REQ;
            delay = first;
            return ::tlm::TLM_UPDATED;
        case 3:  // BEGIN_RESP by return, where the response channel allows it
            if (responding_ == nullptr && now >= response_free_) {
                store_.execute(payload);
                responding_ = &payload;
                phase = ::tlm::BEGIN_RESP;
                delay = first;
                return ::tlm::TLM_UPDATED;
            }
            ready_[{now + ready, number}] = &payload;
            return ::tlm::TLM_ACCEPTED;
        default:  // done by return
            store_.execute(payload);
            finish(payload);
            payload.release();
            delay = ready;
            return ::tlm::TLM_COMPLETED;
    }
}

void AtMemory::act() {
    if (!act_.settled()) {
        return;
    }
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    end_requests();
    give_response();
    sc_core::sc_time next = sc_core::sc_max_time();
    if (!to_accept_.empty()) {
        next = to_accept_.begin()->first.first;
    }
    if (!ready_.empty() && responding_ == nullptr) {
        next = std::min(next, std::max(ready_.begin()->first.first, response_free_));
    }
    if (next != sc_core::sc_max_time()) {
        act_.at(std::max(next, now));
    }
}

void AtMemory::end_requests() {
    while (!to_accept_.empty() && to_accept_.begin()->first.first <= sc_core::sc_time_stamp()) {
        Payload& payload = *to_accept_.begin()->second;
        to_accept_.erase(to_accept_.begin());
        Phase phase = ::tlm::END_REQ;
        sc_core::sc_time delay;
        socket->nb_transport_bw(payload, phase, delay);
    }
}

void AtMemory::give_response() {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (responding_ != nullptr || now < response_free_ || ready_.empty() ||
        ready_.begin()->first.first > now) {
        return;
    }
    Payload& payload = *ready_.begin()->second;
    ready_.erase(ready_.begin());
    store_.execute(payload);
    responding_ = &payload;
    Phase phase = ::tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const auto sync = socket->nb_transport_bw(payload, phase, delay);
    if (sync != ::tlm::TLM_ACCEPTED) {
        response_free_ = now + delay;
        responding_ = nullptr;
        finish(payload);
        payload.release();
    }
}

unsigned int AtMemory::debug(Payload& payload) {
    store_.execute(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
}

BlockingMemory::BlockingMemory(const sc_core::sc_module_name& name, std::size_t size,
                               std::uint64_t seed, int most_cycles, bool annotates)
    : sc_module(name),
      store_(size),
      random_(seed),
      most_cycles_(most_cycles),
      annotates_(annotates) {
    socket.register_b_transport(this, &BlockingMemory::transport);
    socket.register_transport_dbg(this, &BlockingMemory::debug);
}

void BlockingMemory::transport(Payload& payload, sc_core::sc_time& delay) {
    const auto cycles =
        static_cast<int>(random_() % (static_cast<std::uint64_t>(most_cycles_) + 1));
    // No two of one time: which thread of the socket comes first is the kernel's choice.
    const sc_core::sc_time service = sc_core::sc_time(cycles, sc_core::SC_NS) +
                                     sc_core::sc_time(arrived_++ % 500, sc_core::SC_PS);
    store_.execute(payload);
    if (!annotates_ || random_() % 2 == 0) {
        wait(delay + service);
        delay = sc_core::SC_ZERO_TIME;
    } else {
        delay += service;
    }
}

unsigned int BlockingMemory::debug(Payload& payload) {
    store_.execute(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
}

}  // namespace flitscope::tb
