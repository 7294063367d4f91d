#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::rtl {

/// The operation that combines two operands, element by element; sums modulo 2^64.
enum class Reduction : std::uint8_t { sum, min, max, bit_and, bit_or, bit_xor };
/// Throws std::logic_error for an unknown value.
std::uint64_t combined(Reduction operation, std::uint64_t a, std::uint64_t b);
/// Whether combining an operand twice does not change the result.
constexpr bool is_idempotent(Reduction operation) {
    return operation != Reduction::sum && operation != Reduction::bit_xor;
}

/// Elements of an operand or result, one for each of its flits.
using Operand = std::shared_ptr<const std::vector<std::uint64_t>>;

/// The combining units of a network, and the tree that they form (docs/reductions.md).
struct ReductionSetup {
    static constexpr int kMostEntries = 64;

    int entries = 1;  ///< of each unit, 1..kMostEntries
    Reduction operation = Reduction::sum;
    bool back = false;                  ///< the result goes down the tree again
    std::vector<topo::NodeId> parents;  ///< [node]; topo::kNoNode: the root
    std::vector<int> children;          ///< [node] how many

    bool is_root(topo::NodeId node) const {
        return parents.at(static_cast<std::size_t>(node)) == topo::kNoNode;
    }
};

/// The result that a unit hands to its node: the combined operands of its subtree, which the node
/// sends to its parent, or (`back`, and at the root) the result of the operation.
struct UnitResult {
    bool back = false;  ///< came down from the parent
    Operand elements;
};

/// The combining unit of one node without its ports: what entries hold between edges
/// (docs/reductions.md, section 2). Errors are std::logic_error: the caller broke the rules of
/// section 4.
class ReductionUnit {
public:
    /// Keeps a pointer.
    ReductionUnit(const ReductionSetup& setup, topo::NodeId node);

    /// Flit `index` of an operand of this entry, those of one operand in ascending order.
    void element(int entry, std::size_t index, std::uint64_t value);
    /// An operand of so many elements has arrived completely.
    void operand_ends(int entry, std::size_t elements);
    /// element() for all of an operand, and its end.
    void operand(int entry, const std::vector<std::uint64_t>& elements);
    /// All operands have arrived.
    bool complete(int entry) const { return at(entry).missing == 0; }
    /// Of a complete entry.
    UnitResult result(int entry) const;
    /// Empties the complete entry, which then waits for its next operands.
    void empty(int entry);

private:
    struct Entry {
        bool back = false;       ///< waits for the result from the parent
        int missing = 0;         ///< operands
        std::size_t length = 0;  ///< of the first operand that ended; 0: none has
        std::vector<std::uint64_t> elements;
    };
    const Entry& at(int entry) const { return entries_.at(static_cast<std::size_t>(entry)); }
    Entry& at(int entry) { return entries_.at(static_cast<std::size_t>(entry)); }
    [[noreturn]] void fail(int entry, const char* what) const;
    Entry waiting(bool back) const;

    const ReductionSetup* setup_;
    topo::NodeId node_;
    std::vector<Entry> entries_;
};

/// A flit of an operand on an ejection port.
struct CombiningFlit {
    int port = 0;  ///< of those of the node that are connected
    int vc = 0;    ///< of the ejection port
    bool head = false;
    bool tail = false;
    int entry = 0;
    std::uint32_t index = 0;    ///< in the operand
    std::uint64_t element = 0;  ///< that it carries
};

/// The registers of a node's combining unit behind its ports, in C++ or verilated.
class CombiningCore {
public:
    using OwnOperands = std::vector<std::pair<int, Operand>>;  ///< by entry

    virtual ~CombiningCore() = default;

    /// One clock edge with its inputs (docs/reductions.md, section 2). Returns the entries that are
    /// complete after it, a bit each.
    virtual std::uint64_t edge(const std::vector<CombiningFlit>& flits, const OwnOperands& own) = 0;
    /// Of an entry that is complete after the last edge.
    virtual UnitResult result(int entry) const = 0;
};
/// `ports`: ejection ports of the node that are connected. Throws std::invalid_argument for a setup
/// that the unit does not take.
using CombiningFactory = std::function<std::unique_ptr<CombiningCore>(
    const ReductionSetup& setup, topo::NodeId node, std::size_t ports)>;
std::unique_ptr<CombiningCore> make_combining_core(const ReductionSetup& setup, topo::NodeId node,
                                                   std::size_t ports);

/// The sizes of the units of level verilog, which are verilated once for all networks.
struct VerilatedCombining {
    static constexpr int kPorts = 16;  ///< connected ejection ports
    static constexpr int kVcs = 16;    ///< of each
    static constexpr int kEntries = 8;
    static constexpr int kElements = 32;
};

}  // namespace flitscope::rtl
