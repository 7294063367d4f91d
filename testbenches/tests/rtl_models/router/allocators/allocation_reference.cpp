#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace flitscope::rtl::reference {

bool specified(ArbiterKind kind) {
    return kind == ArbiterKind::round_robin || kind == ArbiterKind::matrix;
}
bool specified(VcAllocatorKind kind) {
    return kind == VcAllocatorKind::separable_input || kind == VcAllocatorKind::separable_output ||
           kind == VcAllocatorKind::wavefront;
}
bool specified(SwitchAllocatorKind kind) {
    return kind == SwitchAllocatorKind::separable_input ||
           kind == SwitchAllocatorKind::separable_output ||
           kind == SwitchAllocatorKind::wavefront || kind == SwitchAllocatorKind::islip;
}

namespace {

template <typename Kind>
Kind only_specified(Kind kind) {
    if (!specified(kind)) {
        throw std::invalid_argument(std::string("no reference of ") + listed(kind).name);
    }
    return kind;
}

}  // namespace

Arbiter::Arbiter(ArbiterKind kind, int n)
    : kind_(only_specified(kind)), n_(n), order_(static_cast<std::size_t>(n)) {
    std::iota(order_.begin(), order_.end(), 0);
}

int Arbiter::grant(const std::set<int>& requests) const {
    if (requests.empty()) {
        return -1;
    }
    if (kind_ == ArbiterKind::round_robin) {
        for (int r = pointer_; r < n_; ++r) {
            if (requests.count(r) != 0) {
                return r;
            }
        }
        return *requests.begin();
    }
    return *std::find_if(order_.begin(), order_.end(),
                         [&](int r) { return requests.count(r) != 0; });
}

void Arbiter::update(int winner) {
    pointer_ = (winner + 1) % n_;
    order_.erase(std::find(order_.begin(), order_.end(), winner));
    order_.push_back(winner);
}

VcPairs wavefront_match(const VcPairs& entries, int side, int& diagonal) {
    VcPairs granted;
    std::set<int> rows;
    std::set<int> columns;
    for (int step = 0; step < side; ++step) {
        for (const auto& [row, column] : entries) {
            if ((row + column) % side == (diagonal + step) % side && rows.count(row) == 0 &&
                columns.count(column) == 0) {
                rows.insert(row);
                columns.insert(column);
                granted.insert({row, column});
            }
        }
    }
    if (!granted.empty()) {
        diagonal = (diagonal + 1) % side;
    }
    return granted;
}

SwitchAllocator::SwitchAllocator(SwitchAllocatorKind kind, ArbiterKind arbiter, int inputs,
                                 int outputs, int vcs, int iterations, ArbiterState state)
    : kind_(only_specified(kind)),
      inputs_(inputs),
      outputs_(outputs),
      vcs_(vcs),
      iterations_(iterations),
      state_(state),
      input_arbiters_(static_cast<std::size_t>(inputs), Arbiter(arbiter, vcs)),
      output_arbiters_(static_cast<std::size_t>(outputs), Arbiter(arbiter, inputs)),
      accept_arbiters_(static_cast<std::size_t>(inputs), Arbiter(arbiter, outputs)) {
    for (int i = 0; i < inputs; ++i) {
        for (int o = 0; o < outputs; ++o) {
            pair_arbiters_.emplace(std::pair(i, o), Arbiter(arbiter, vcs));
        }
    }
}

SwitchGrants SwitchAllocator::allocate(const SwitchRequests& requests, const Used& used,
                                       const Priorities<InputVc>& priorities) {
    priorities_ = priorities;
    moves_.clear();
    const int before = diagonal_;
    const SwitchGrants grants = matched(requests);
    const SwitchGrants taken = used(grants);
    for (const Move& move : moves_) {
        const bool wanted = std::any_of(taken.begin(), taken.end(), [&](const auto& grant) {
            return std::get<0>(grant) == move.input && std::get<2>(grant) == move.output;
        });
        if (wanted) {
            move.arbiter->update(move.winner);
        }
    }
    diagonal_ = taken.empty() ? before : diagonal_;
    return taken;
}

SwitchGrants SwitchAllocator::matched(const SwitchRequests& requests) {
    switch (kind_) {
        case SwitchAllocatorKind::separable_input:
            return separable_input(requests);
        case SwitchAllocatorKind::separable_output:
            return state_ == ArbiterState::shared
                       ? separable_output(requests)
                       : vcs_of_pairs(islip_match(requests, 1), requests);
        case SwitchAllocatorKind::islip:
            return vcs_of_pairs(islip_match(requests, iterations_), requests);
        default:
            return wavefront(requests);
    }
}

namespace {

bool wants(const SwitchRequests& requests, int input, int vc, int output) {
    const auto found = requests.find({input, vc});
    return found != requests.end() && found->second.count(output) != 0;
}

}  // namespace

SwitchGrants SwitchAllocator::separable_input(const SwitchRequests& requests) {
    std::vector<int> pick;
    for (int i = 0; i < inputs_; ++i) {
        Asking<InputVc> asking(priorities_);
        for (const auto& [key, outputs] : requests) {
            if (key.first == i && !outputs.empty()) {
                asking.insert(key.second, key);
            }
        }
        pick.push_back(input_arbiters_[static_cast<std::size_t>(i)].grant(asking.seen()));
    }
    SwitchGrants grants;
    for (int o = 0; o < outputs_; ++o) {
        Asking<InputVc> asking(priorities_);
        for (int i = 0; i < inputs_; ++i) {
            const int v = pick[static_cast<std::size_t>(i)];
            if (wants(requests, i, v, o)) {
                asking.insert(i, {i, v});
            }
        }
        Arbiter& arbiter = output_arbiters_[static_cast<std::size_t>(o)];
        if (const int i = arbiter.grant(asking.seen()); i >= 0) {
            const int v = pick[static_cast<std::size_t>(i)];
            moves_.push_back({i, o, &arbiter, i});
            moves_.push_back({i, o, &input_arbiters_[static_cast<std::size_t>(i)], v});
            grants.insert({i, v, o});
        }
    }
    return grants;
}

SwitchGrants SwitchAllocator::separable_output(const SwitchRequests& requests) {
    std::vector<int> pick;
    for (int o = 0; o < outputs_; ++o) {
        Asking<InputVc> asking(priorities_);
        for (const auto& [key, outputs] : requests) {
            if (outputs.count(o) != 0) {
                asking.insert(key.first, key);
            }
        }
        pick.push_back(output_arbiters_[static_cast<std::size_t>(o)].grant(asking.seen()));
    }
    SwitchGrants grants;
    for (int i = 0; i < inputs_; ++i) {
        Asking<InputVc> asking(priorities_);
        for (int v = 0; v < vcs_; ++v) {
            for (int o = 0; o < outputs_; ++o) {
                if (pick[static_cast<std::size_t>(o)] == i && wants(requests, i, v, o)) {
                    asking.insert(v, {i, v});
                }
            }
        }
        Arbiter& arbiter = input_arbiters_[static_cast<std::size_t>(i)];
        const int v = arbiter.grant(asking.seen());
        if (v < 0) {
            continue;
        }
        for (int o = 0; o < outputs_; ++o) {
            if (pick[static_cast<std::size_t>(o)] == i && wants(requests, i, v, o)) {
                grants.insert({i, v, o});
                moves_.push_back({i, o, &arbiter, v});
                moves_.push_back({i, o, &output_arbiters_[static_cast<std::size_t>(o)], i});
            }
        }
    }
    return grants;
}

SwitchGrants SwitchAllocator::wavefront(const SwitchRequests& requests) {
    VcPairs entries;
    for (const auto& [key, outputs] : requests) {
        for (const int o : outputs) {
            entries.insert({key.first, o});
        }
    }
    const VcPairs matches = wavefront_match(entries, std::max(inputs_, outputs_), diagonal_);
    if (state_ == ArbiterState::per_pair) {
        return vcs_of_pairs(matches, requests);
    }
    return vcs_of(matches, requests, [&](int i, int) -> Arbiter& {
        return input_arbiters_[static_cast<std::size_t>(i)];
    });
}

SwitchGrants SwitchAllocator::vcs_of_pairs(const std::set<std::pair<int, int>>& matches,
                                           const SwitchRequests& requests) {
    return vcs_of(matches, requests, [&](int i, int o) -> Arbiter& {
        return pair_arbiters_.at({i, o});
    });
}

std::set<std::pair<int, int>> SwitchAllocator::islip_match(const SwitchRequests& requests,
                                                           int iterations) {
    std::set<int> free_inputs;
    std::set<int> free_outputs;
    for (int i = 0; i < inputs_; ++i) {
        free_inputs.insert(i);
    }
    for (int o = 0; o < outputs_; ++o) {
        free_outputs.insert(o);
    }
    std::set<std::pair<int, int>> matches;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        std::map<int, std::set<int>> picked_by;  // input -> outputs
        for (const int o : free_outputs) {
            Asking<InputVc> asking(priorities_);
            for (const auto& [key, outputs] : requests) {
                if (free_inputs.count(key.first) != 0 && outputs.count(o) != 0) {
                    asking.insert(key.first, key);
                }
            }
            if (const int i = output_arbiters_[static_cast<std::size_t>(o)].grant(asking.seen());
                i >= 0) {
                picked_by[i].insert(o);
            }
        }
        for (const auto& [i, outputs] : picked_by) {
            Asking<InputVc> picks(priorities_);
            for (const auto& [key, wanted] : requests) {
                for (const int o : outputs) {
                    if (key.first == i && wanted.count(o) != 0) {
                        picks.insert(o, key);
                    }
                }
            }
            const int o = accept_arbiters_[static_cast<std::size_t>(i)].grant(picks.seen());
            matches.insert({i, o});
            free_inputs.erase(i);
            free_outputs.erase(o);
            if (iteration == 0) {
                moves_.push_back({i, o, &output_arbiters_[static_cast<std::size_t>(o)], i});
                moves_.push_back({i, o, &accept_arbiters_[static_cast<std::size_t>(i)], o});
            }
        }
    }
    return matches;
}

SwitchGrants SwitchAllocator::vcs_of(
    const std::set<std::pair<int, int>>& matches, const SwitchRequests& requests,
    const std::function<Arbiter&(int input, int output)>& arbiter_of) {
    std::set<int> matched_outputs;
    for (const auto& match : matches) {
        matched_outputs.insert(match.second);
    }
    SwitchGrants grants;
    std::set<int> second_outputs;
    for (const auto& [i, o] : matches) {  // in ascending order of input: the lowest comes first
        Asking<InputVc> asking(priorities_);
        for (int v = 0; v < vcs_; ++v) {
            if (wants(requests, i, v, o)) {
                asking.insert(v, {i, v});
            }
        }
        Arbiter& arbiter = arbiter_of(i, o);
        const int v = arbiter.grant(asking.seen());
        moves_.push_back({i, o, &arbiter, v});
        grants.insert({i, v, o});
        for (const int other : requests.at({i, v})) {
            if (other != o && matched_outputs.count(other) == 0 &&
                second_outputs.insert(other).second) {
                grants.insert({i, v, other});
            }
        }
    }
    return grants;
}

VcAllocator::VcAllocator(VcAllocatorKind kind, ArbiterKind arbiter, int requesters, int output_vcs)
    : kind_(only_specified(kind)),
      requesters_(requesters),
      output_vcs_(output_vcs),
      arbiters_(static_cast<std::size_t>(output_vcs), Arbiter(arbiter, requesters)) {}

VcPairs VcAllocator::allocate(const VcPairs& requests, const Priorities<int>& priorities) {
    if (kind_ == VcAllocatorKind::wavefront) {
        return wavefront_match(requests, std::max(requesters_, output_vcs_), diagonal_);
    }
    VcPairs grants;
    for (int o = 0; o < output_vcs_; ++o) {
        Asking<int> asking(priorities);
        for (const auto& [requester, output_vc] : requests) {
            if (output_vc == o) {
                asking.insert(requester, requester);
            }
        }
        Arbiter& arbiter = arbiters_[static_cast<std::size_t>(o)];
        if (const int winner = arbiter.grant(asking.seen()); winner >= 0) {
            arbiter.update(winner);
            grants.insert({winner, o});
        }
    }
    return grants;
}

}  // namespace flitscope::rtl::reference
