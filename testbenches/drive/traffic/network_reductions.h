#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "rtl_models/router/contract/reduction_port.h"
#include "tlm/collectives/exchange/reduction_tree.h"

namespace flitscope::tb {

/// The operations of a run that are combined in the network (docs/reductions.md): which has which
/// entry, who waits for one, and whether every node gets the right result.
class NetworkReductions {
public:
    /// An operation has number i, the i-th that was generated.
    NetworkReductions(const tl::Exchange& exchange, int entries, std::uint64_t seed);

    /// Edge at which somebody must ask for messages: nodes contribute, or a unit may hand something
    /// over; rtl::kNever.
    rtl::Cycle next_edge() const;
    /// Messages are asked for.
    void at_edge(rtl::Cycle edge);
    /// An operation is generated, with operands of so many flits. Between at_edge and operate.
    void generate(std::uint32_t length);
    /// A message of one was consumed at `edge`.
    void delivered(rtl::Cycle edge) { settled_ = std::max(settled_, edge + 1); }
    /// What follows when a unit hands something over.
    struct Next {
        std::uint64_t operation = 0;
        std::vector<std::uint32_t> sends;  ///< messages of the plan, which join now
        bool finished = false;             ///< ... the last node has its result
        std::int64_t wrong_results = 0;
    };
    Next handed(const rtl::ReductionResult& result);
    /// The message joins next, and is sent with what the unit handed over.
    void joins(const rtl::Message& message, int entry, const rtl::Operand& elements) {
        carried_.push_back({message, entry, elements});
    }
    /// Tells units what the last at_edge brought: before those messages are offered.
    void operate(rtl::ReductionPort& port);

private:
    struct Operation {
        std::uint64_t number = 0;
        std::uint32_t length = 0;
        rtl::Operand result{};
        topo::NodeId missing = 0;  ///< nodes without a result
        std::int64_t wrong = 0;    ///< nodes with another result
    };
    struct Carried {
        rtl::Message message;
        int entry;
        rtl::Operand elements;
    };
    void begin_held();

    tl::ReductionTree tree_;
    std::uint64_t seed_;
    std::uint64_t generated_ = 0;
    std::deque<Operation> held_;      ///< that wait for an entry
    std::vector<Operation> entries_;  ///< [entry]; missing 0: free
    std::vector<int> begun_;          ///< entries to which nodes are about to contribute
    bool freed_ = false;              ///< an entry, since messages were asked for
    std::vector<Carried> carried_;
    rtl::Cycle asked_ = -1;   ///< the last edge at which messages were asked for
    rtl::Cycle settled_ = 0;  ///< up to this edge units may hand over what came already
};

}  // namespace flitscope::tb
