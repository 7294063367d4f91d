#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/purge.h"

namespace flitscope::rtl {

/// The ports of a router (RouterModule), made while it is.
struct PurgePorts {
    template <typename Router>
    explicit PurgePorts(const Router& router) {
        const auto name = [](const char* port, int number) {
            return std::string(port) + '_' + std::to_string(number);
        };
        for (int p = 0; p < router.ports().inputs(); ++p) {
            dropped_o.push_back(
                router.has_input(p)
                    ? std::make_unique<sc_core::sc_out<DroppedFlits>>(name("dropped_o", p).c_str())
                    : nullptr);
        }
        for (int p = 0; p < router.ports().outputs(); ++p) {
            dropped_i.push_back(
                p < router.ports().network && router.has_output(p)
                    ? std::make_unique<sc_core::sc_in<DroppedFlits>>(name("dropped_i", p).c_str())
                    : nullptr);
        }
    }

    sc_core::sc_in<Purge> purge_i{"purge_i"};
    std::vector<DroppedOut> dropped_o;  ///< by input port; null: no such port
    std::vector<DroppedIn> dropped_i;   ///< by output port; null: ejection, too
};

}  // namespace flitscope::rtl
