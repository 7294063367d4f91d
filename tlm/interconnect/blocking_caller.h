#pragma once

#include <deque>
#include <functional>

#include "tlm/interconnect/flight_table.h"

namespace flitscope::tl {

/// Calls a target by b_transport, one transaction after the other, in a separate thread.
class BlockingCaller final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BlockingCaller);
    /// `transport`: calls the target; `responded`: called when the flight's response is available.
    BlockingCaller(const sc_core::sc_module_name& name,
                   std::function<void(std::uint32_t, sc_core::sc_time&)> transport,
                   std::function<void(std::uint32_t)> responded);

    void call(std::uint32_t flight) {
        flights_.push_back(flight);
        wake_.notify();
    }

private:
    void serve();

    std::function<void(std::uint32_t, sc_core::sc_time&)> transport_;
    std::function<void(std::uint32_t)> responded_;
    std::deque<std::uint32_t> flights_;
    sc_core::sc_event wake_;
};

}  // namespace flitscope::tl
