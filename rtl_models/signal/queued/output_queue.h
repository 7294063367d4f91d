#pragma once

#include <deque>
#include <systemc>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/outline/message_book.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// One network output of a router with queued outputs: the FIFO of whole messages, and the server
/// that puts the first of them onto the link (docs/router.md, section 10).
///
/// Timing   At rising edge t a message whose service ends leaves, the messages on `append_i` enter,
///          and a free server starts. In cycle t, `flit_o` carries the last of the flits sent in
///          it. `load_o` in cycle t: messages that will be there at edge t+1 before any is
///          appended.
class OutputQueue : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(OutputQueue);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<MessageBatch> append_i{"append_i"};
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    sc_core::sc_out<std::uint32_t> load_o{"load_o"};
    sc_core::sc_out<bool> serving_o{"serving_o"};  ///< the server is not free

    struct Parameters {
        const NetworkDescription* description = nullptr;
        topo::NodeId router = 0;
        int output = 0;
        int cycles_per_flit = 1;
        MessageBook* book = nullptr;
    };
    OutputQueue(const sc_core::sc_module_name& name, const Parameters& parameters);

    std::size_t length() const { return queue_.size(); }
    /// Excludes the message whose service ends at the next edge.
    std::size_t load() const { return load_o.read(); }
    bool serving() const { return cycles_ != 0; }
    ChannelCounters counters(Cycle edge) const;
    // For waveforms.
    std::uint32_t wave_length(int /*unused*/) const {
        return static_cast<std::uint32_t>(queue_.size());
    }
    std::uint32_t wave_serving(int /*unused*/) const { return serving() ? 1 : 0; }

private:
    void edge();
    void append();
    void start();
    void send();

    Parameters parameters_;
    std::deque<MessageBatch::Entry> queue_;
    Cycle cycles_ = 0;        ///< that the running service takes; 0: the server is free
    Cycle elapsed_ = 0;       ///< of them
    std::uint32_t sent_ = 0;  ///< flits of the running service
    ChannelCounters counters_;
    std::uint64_t busy_ = 0;  ///< cycles
};

}  // namespace flitscope::rtl
