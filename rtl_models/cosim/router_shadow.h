#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/vc_choice.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::cosim {

/// The state of a verilated router that follows from the events so far by docs/router.md.
struct RouterShadow {
    /// A branch of the message at the front.
    struct Branch {
        rtl::VcStage stage = rtl::VcStage::idle;
        int output = -1;
        int output_vc = -1;
        rtl::VcRange wanted{};
        bool detour = false;  ///< the bit of UGAL
    };
    /// Whether it is the branch of unicasts, which is *forward* for multicasts.
    struct InputVc : Branch {
        std::deque<rtl::Flit> fifo;
        std::uint32_t message = 0;  ///< the one with the stage; its flits may all have gone on
        bool was_eligible = false;  ///< took part in VC allocation before
        bool may_escape = false;    ///< routed: is routed again if it loses at once
        bool again = false;         ///< idle: it has lost so
        // In networks with header routings (docs/multicast_units.md).
        Branch absorb;
        bool busy = false;       ///< the head at the front was routed
        bool leads = false;      ///< what is at the front is a head: those before it were dropped
        bool forwarded = false;  ///< done-bits of the flit at the front
        bool absorbed = false;
        bool drops = false;  ///< it is dropped
        bool error = false;  ///< the copy of the message is a protocol error

        /// After dropped flits, the front flit leads.
        void lead() {
            if (leads && !fifo.empty()) {
                rtl::Flit& front = fifo.front();
                front.kind = front.is_tail() ? rtl::FlitKind::head_tail : rtl::FlitKind::head;
            }
        }
    };
    struct OutputVc {
        bool held = false;
        int outstanding = 0;
    };
    struct Output {
        std::vector<OutputVc> vcs;
        rtl::VcPointers pointers;
        rtl::VcMask taken = 0;     ///< VCs granted in the running cycle
        rtl::Cycle link_free = 0;  ///< first cycle in which the next flit may be granted
        rtl::Flit granted{};       ///< by the switch in the running cycle, as it is to leave
        rtl::Flit granted_before{};
        bool bypassed = false;           ///< `granted` goes past the traversal register
        std::vector<rtl::Flit> delayed;  ///< by extra stage: what crossed so many cycles before

        /// The flit that crosses; `late`: there is a traversal register.
        const rtl::Flit& crossing(bool late) const {
            return late && !bypassed ? granted_before : granted;
        }
        /// ... that is on the output wire.
        const rtl::Flit& leaving(bool late) const {
            return delayed.empty() ? crossing(late) : delayed.back();
        }
        /// A cycle ends.
        void advance(bool late) {
            if (!delayed.empty()) {
                delayed.insert(delayed.begin(), crossing(late));
                delayed.pop_back();
            }
            granted_before = bypassed ? rtl::Flit{} : granted;
            granted = {};
            bypassed = false;
        }
        /// Flits of a VC that are on the wire in a later cycle.
        int inside(int vc, bool late) const {
            const auto counts = [vc](const rtl::Flit& flit) {
                return flit.valid() && flit.vc == vc ? 1 : 0;
            };
            int flits = late && !bypassed ? counts(granted) : 0;
            if (!delayed.empty()) {
                flits += counts(crossing(late));
                for (std::size_t stage = 0; stage + 1 < delayed.size(); ++stage) {
                    flits += counts(delayed[stage]);
                }
            }
            return flits;
        }
    };

    InputVc& input_vc(int port, int vc) {
        return inputs[static_cast<std::size_t>(port)][static_cast<std::size_t>(vc)];
    }
    const InputVc& input_vc(int port, int vc) const {
        return inputs[static_cast<std::size_t>(port)][static_cast<std::size_t>(vc)];
    }
    Output& output(int port) { return outputs[static_cast<std::size_t>(port)]; }
    const Output& output(int port) const { return outputs[static_cast<std::size_t>(port)]; }
    OutputVc& output_vc(int port, int vc) { return output(port).vcs[static_cast<std::size_t>(vc)]; }
    const OutputVc& output_vc(int port, int vc) const {
        return output(port).vcs[static_cast<std::size_t>(vc)];
    }

    std::vector<std::vector<InputVc>> inputs;  ///< [port][VC], V each, used or not
    std::vector<Output> outputs;               ///< [port]
};

}  // namespace flitscope::cosim
