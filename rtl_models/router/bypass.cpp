#include "rtl_models/router/bypass.h"

#include <algorithm>
#include <iterator>

namespace flitscope::rtl {

void BypassChoice::clear() {
    candidates_.clear();
    std::fill(asked_input_.begin(), asked_input_.end(), 0);
    std::fill(of_output_.begin(), of_output_.end(), Output());
}

void BypassChoice::add(const Candidate& candidate) {
    candidates_.push_back(candidate);
    ++at(candidate.output).candidates;
}

std::vector<BypassChoice::Candidate> BypassChoice::chosen() const {
    std::vector<Candidate> going;
    std::copy_if(candidates_.begin(), candidates_.end(), std::back_inserter(going),
                 [this](const Candidate& each) {
                     const Output& output = of_output_[static_cast<std::size_t>(each.output)];
                     return each.output_vc >= 0 && output.candidates == 1 && !output.asked &&
                            (output.asked_vcs >> each.output_vc & 1) == 0 &&
                            asked_input_[static_cast<std::size_t>(each.input)] == 0;
                 });
    return going;
}

const char* excluded_by_bypass(const RouterParameters& router, bool multicasts, bool purging) {
    return router.vc_at_switch()      ? "VC selection at the switch, as it asks who requests in VA"
           : router.speculates()      ? "speculation, whose requests it does not see"
           : router.input_speedup > 1 ? "input speedup, as it asks for whole input ports"
           : multicasts               ? "multicasts, whose heads may ask for two outputs"
           : purging ? "faults and recovery, which take messages out of FIFOs and registers"
                     : nullptr;
}

}  // namespace flitscope::rtl
