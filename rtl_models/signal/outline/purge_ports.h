#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/purge.h"

namespace flitscope::rtl {

/// The purge ports of a router (RouterModule), made during its construction.
struct PurgePorts {
    template <typename Router>
    explicit PurgePorts(const Router& router) {
        for (int p = 0; p < router.ports().inputs(); ++p) {
            dropped_o.push_back(optional_port<sc_core::sc_out<DroppedFlits>>(
                numbered("dropped_o", p), router.has_input(p)));
        }
        for (int p = 0; p < router.ports().outputs(); ++p) {
            dropped_i.push_back(optional_port<sc_core::sc_in<DroppedFlits>>(
                numbered("dropped_i", p), p < router.ports().network && router.has_output(p)));
        }
    }

    sc_core::sc_in<Purge> purge_i{"purge_i"};
    std::vector<DroppedOut> dropped_o;  ///< by input port; null: no such port
    std::vector<DroppedIn> dropped_i;   ///< by output port; null: ejection, too
};

}  // namespace flitscope::rtl
