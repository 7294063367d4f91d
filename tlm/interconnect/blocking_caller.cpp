#include "tlm/interconnect/blocking_caller.h"

namespace flitscope::tl {

BlockingCaller::BlockingCaller(const sc_core::sc_module_name& name,
                               std::function<void(std::uint32_t, sc_core::sc_time&)> transport,
                               std::function<void(std::uint32_t)> responded)
    : sc_module(name), transport_(std::move(transport)), responded_(std::move(responded)) {
    SC_THREAD(serve);
}

void BlockingCaller::serve() {
    while (true) {
        while (flights_.empty()) {
            wait(wake_);
        }
        const std::uint32_t flight = flights_.front();
        flights_.pop_front();
        sc_core::sc_time delay;
        transport_(flight, delay);
        if (delay != sc_core::SC_ZERO_TIME) {
            wait(delay);
        }
        responded_(flight);
    }
}

}  // namespace flitscope::tl
