// What router ideas add to a router (docs/router.md).
#include <algorithm>

#include "testbenches/tests/whole/page_reference/page_router.h"

namespace flitscope::tb {

using rtl::Cycle;

// "Shared buffers" in section 3: o(v) < r, or used < S.

bool PageRouter::has_shared_credit(const std::vector<OutputVc>& all, const OutputVc& own) const {
    int used = 0;
    for (const OutputVc& each : all) {
        used += std::max(0, each.outstanding - d_.router.reserved);
    }
    return own.outstanding < d_.router.reserved ||
           used < vcs_ * (d_.router.buffer_flits - d_.router.reserved);
}

// "Which VC" in section 5: the VCs of an output in groups, and which of the free ones is named.

std::vector<PageRouter::Group> PageRouter::groups_of(int output) const {
    const bool connected = !ejects(output) && d_.topology->peer(here_, output).connected();
    const int own = ejects(output) || d_.routing->escape() != nullptr ? 1 : vc_classes();
    std::vector<Group> groups;
    for (int m = 0; m < d_.router.message_classes; ++m) {
        for (int c = 0; c < own; ++c) {
            Group group;
            group.vcs = page_vcs(d_.router, m, c, own, connected ? link_vcs(output) : vcs_);
            groups.push_back(group);
        }
    }
    return groups;
}

int PageRouter::chosen(const Output& output, const std::set<int>& free) const {
    if (free.empty()) {
        return -1;
    }
    switch (d_.router.vc_choice) {
        case rtl::VcChoice::most_credits:
            return *std::min_element(free.begin(), free.end(), [&](int a, int b) {
                return output.vcs[index(a)].outstanding < output.vcs[index(b)].outstanding;
            });
        case rtl::VcChoice::round_robin:
            for (const int v : free) {
                for (const Group& group : output.groups) {
                    if (group.vcs.count(v) != 0 && v >= group.pointer) {
                        return v;
                    }
                }
            }
            break;
        case rtl::VcChoice::lowest:
            break;
    }
    return *free.begin();
}

void PageRouter::move_pointers() {
    for (Output& output : outputs_) {
        for (Group& group : output.groups) {
            if (group.granted >= 0) {
                group.pointer = group.granted == *group.vcs.rbegin() ? 0 : group.granted + 1;
                group.granted = -1;
            }
        }
    }
}

// "Input speedup" in section 6: VC v of port p is at crossbar input p*k + v mod k.

PageRouter::SwitchRequests PageRouter::at_crossbar(const SwitchRequests& requests) const {
    const int k = d_.router.input_speedup;
    SwitchRequests at_inputs;
    for (const auto& [from, outputs] : requests) {
        at_inputs[{from.first * k + from.second % k, from.second / k}] = outputs;
    }
    return at_inputs;
}

PageRouter::SwitchGrants PageRouter::at_ports(const SwitchGrants& grants) const {
    const int k = d_.router.input_speedup;
    SwitchGrants of_ports;
    for (const auto& [input, vc, output] : grants) {
        of_ports.insert({input / k, vc * k + input % k, output});
    }
    return of_ports;
}

// "Speculation" in section 6: heads that asked for a VC in this cycle also ask for the switch.

PageRouter::SwitchGrants PageRouter::speculate(const SwitchRequests& requests,
                                               const SwitchGrants& grants, Cycle t) {
    SwitchRequests asking;
    for (const auto& [requester, output_vc] : speculating_) {
        const int output = output_vc / vcs_;
        if (t >= outputs_[index(output)].free_at) {
            asking[{requester / vcs_, requester % vcs_}].insert(output);
        }
    }
    const bool exact = d_.router.speculation == rtl::Speculation::exact;
    const auto masked = [&](int from, int to) {
        const auto by_grant = [&](const auto& grant) {
            return std::get<0>(grant) == from || std::get<2>(grant) == to;
        };
        const auto by_request = [&](const auto& request) {
            return request.first.first == from || request.second.count(to) != 0;
        };
        return exact ? std::any_of(grants.begin(), grants.end(), by_grant)
                     : std::any_of(requests.begin(), requests.end(), by_request);
    };
    const auto used_ones = [&](const SwitchGrants& picked) {
        SwitchGrants used;
        for (const auto& pick : picked) {
            if (masked(std::get<0>(pick), std::get<2>(pick))) {
                continue;
            }
            const auto [input, vc, output] = *at_ports({pick}).begin();
            const InputVc& at = inputs_[index(input)][index(vc)];
            const Branch& branch = output >= network_ ? at.absorb : at.forward;
            if (branch.stage == Stage::active && has_credit(branch, branch.vc)) {
                used.insert(pick);
                ++speculative_grants_;
            } else {
                ++wasted_grants_;
            }
        }
        return used;
    };
    return speculative_.allocate(at_crossbar(asking), used_ones, priorities());
}

// "Priorities" in section 7: the number of a message, and the mask, which the reference has.

int PageRouter::priority_of(const InputVc& at) const {
    const rtl::Message& message = at.fifo.front().worm->message;
    switch (d_.router.priority) {
        case rtl::Priority::age:
            return static_cast<int>((message.generated % 65536 + 65536) % 65536);
        case rtl::Priority::message_class:
            return message.message_class;
        case rtl::Priority::none:
            break;
    }
    return 0;
}

rtl::reference::Priorities<rtl::reference::InputVc> PageRouter::priorities() {
    const int k = d_.router.input_speedup;
    rtl::reference::Priorities<rtl::reference::InputVc> all;
    for_each_vc([&](int input, int vc, InputVc& at) {
        if (!at.fifo.empty()) {
            all[{input * k + vc % k, vc / k}] = priority_of(at);
        }
    });
    return all;
}

// "Bypass" in section 4: a flit that meets nobody goes at once.

void PageRouter::bypass(Cycle t) {
    struct Candidate {
        int input;
        int vc;
        Branch* branch;
        int output_vc;  ///< -1: none
    };
    std::vector<Candidate> candidates;
    for_each_vc([&](int input, int vc, InputVc& at) {
        Branch& branch = at.absorb.exists() ? at.absorb : at.forward;
        if (at.fifo.size() != 1 || at.fifo.front().written != t || !branch.exists()) {
            return;
        }
        const bool active = branch.stage == Stage::active;
        candidates.push_back(
            {input, vc, &branch, active ? branch.vc : wanted_vc(branch, at.fifo.front())});
    });
    if (candidates.empty()) {
        return;
    }
    Wanted wanted = wanted_vcs(&InputVc::absorb, t);
    wanted.merge(wanted_vcs(&InputVc::forward, t));
    const SwitchRequests requests = switch_requests(t);
    const auto goes = [&](const Candidate& c) {
        const int output = c.branch->output;
        const auto wants_vc = [&](const auto& each) {
            return each.first != c.input * vcs_ + c.vc &&
                   each.second == output * vcs_ + c.output_vc;
        };
        const auto in_the_way = [&](const auto& each) {
            const auto& [from, outputs] = each;
            return from != std::pair(c.input, c.vc) &&
                   (from.first == c.input || outputs.count(output) != 0);
        };
        const auto rival = [&](const Candidate& other) {
            return &other != &c && other.branch->output == output;
        };
        return c.output_vc >= 0 && has_credit(*c.branch, c.output_vc) &&
               t >= outputs_[index(output)].wire_free_at && t != crosses_late_[index(c.input)] &&
               std::none_of(wanted.begin(), wanted.end(), wants_vc) &&
               std::none_of(requests.begin(), requests.end(), in_the_way) &&
               std::none_of(candidates.begin(), candidates.end(), rival);
    };
    std::vector<Candidate> going;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(going), goes);
    for (const Candidate& each : going) {
        InputVc& at = inputs_[index(each.input)][index(each.vc)];
        if (each.branch->stage == Stage::routed) {
            count_head(*each.branch, t);
            take_vc(each.input, each.vc, *each.branch, each.output_vc, t);
        }
        Output& output = outputs_[index(each.branch->output)];
        send(at, each.input, each.vc, *each.branch, t);
        output.wire_free_at = t + output.cycles_per_flit;
        sent_.back().bypassed = true;
        ++bypassed_;
        give_credit(at, each.input, each.vc, t);
    }
}

}  // namespace flitscope::tb
