#pragma once

#include <map>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/reduction_port.h"

namespace flitscope::tb {

/// Combining units written from docs/reductions.md alone, section 2, edge by edge: operands are
/// kept apart until they are handed over, and combined then.
class PageUnits {
public:
    using Elements = std::vector<std::uint64_t>;
    struct Handed {
        rtl::Cycle edge;
        topo::NodeId node;
        int entry;
        bool back;
        Elements elements;
    };

    explicit PageUnits(const rtl::ReductionSetup& setup);

    // The three steps of an edge. `who`: tells operands of an entry apart.
    std::vector<Handed> hand_over(rtl::Cycle edge);
    void flit(topo::NodeId node, int entry, std::uint64_t who, std::uint64_t value, bool tail);
    void contribute(topo::NodeId node, int entry, const Elements& elements);

    static constexpr std::uint64_t kOwn = UINT64_MAX;

private:
    struct Entry {
        bool back = false;
        int missing = 0;
        std::map<std::uint64_t, Elements> operands;
    };
    Elements combined(const Entry& entry) const;

    rtl::ReductionSetup setup_;
    std::map<std::pair<topo::NodeId, int>, Entry> entries_;
};

}  // namespace flitscope::tb
