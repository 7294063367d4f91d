#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/digest.h"

namespace flitscope::tb {

/// By flit: the routers that it visits, and those that copied it.
class FlitWays final : public rtl::EventObserver {
public:
    void event(const rtl::Event& e) override {
        if (e.kind == rtl::EventKind::flit_written) {
            path[{e.message, e.index}].push_back(e.router);
        }
        if (e.kind == rtl::EventKind::flit_consumed) {
            copies[{e.message, e.index}].insert(e.router);
        }
    }
    using Flit = std::pair<rtl::MessageId, std::uint32_t>;
    std::map<Flit, std::vector<topo::NodeId>> path;
    std::map<Flit, std::set<topo::NodeId>> copies;
};

}  // namespace flitscope::tb
