#pragma once

#include <cstddef>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

/// The bypass of one router in one cycle (docs/router.md, section 6): which of the flits that
/// arrived at the edge, each alone in its FIFO, go through all stages at once.
class BypassChoice {
public:
    /// One of those flits. Without an output VC that it could take with a credit (-1) it does not
    /// go, but is in the way of others.
    struct Candidate {
        int input = 0;
        int vc = 0;
        int output = 0;
        int output_vc = -1;
        bool head = false;
    };

    BypassChoice(int inputs, int outputs)
        : asked_input_(static_cast<std::size_t>(inputs)),
          of_output_(static_cast<std::size_t>(outputs)) {}

    void clear();
    /// At most one of an input port.
    void add(const Candidate& candidate);
    /// What others ask for in VC and switch allocation. A candidate's own requests do not count.
    void request_vc(int output, int output_vc) { at(output).asked_vcs |= vc_bit(output_vc); }
    void request_switch(int input, int output) {
        asked_input_[static_cast<std::size_t>(input)] = 1;
        at(output).asked = true;
    }

    /// Those that go, of which no two have a port in common.
    std::vector<Candidate> chosen() const;

private:
    struct Output {
        VcMask asked_vcs = 0;  ///< in VC allocation
        bool asked = false;    ///< in switch allocation
        int candidates = 0;
    };
    Output& at(int output) { return of_output_[static_cast<std::size_t>(output)]; }

    std::vector<char> asked_input_;
    std::vector<Output> of_output_;
    std::vector<Candidate> candidates_;
};

/// What bypass cannot be combined with in a network; nullptr: nothing.
const char* excluded_by_bypass(const RouterParameters& router, bool multicasts, bool purging);

}  // namespace flitscope::rtl
