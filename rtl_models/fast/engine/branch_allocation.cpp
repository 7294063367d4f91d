#include "rtl_models/fast/engine/sight.h"
#include "rtl_models/fast/engine/stages.h"

namespace flitscope::tl {

namespace {

/// Adds the requests of the router's branches to its request words while it lives. In between they
/// are not there, so that the words say what VCs without branches ask for.
class BranchRequests {
public:
    BranchRequests(EngineState& state, std::uint32_t router) : state_(state), router_(router) {
        state.switch_requests.clear();
        add_branch_requests(state, router);
        for_words([&](std::uint64_t& word, std::uint64_t bit) {
            word |= bit;
            vcs_ |= bit;
        });
    }
    ~BranchRequests() {
        for_words([](std::uint64_t& word, std::uint64_t bit) { word &= ~bit; });
    }
    BranchRequests(const BranchRequests&) = delete;
    BranchRequests& operator=(const BranchRequests&) = delete;

    std::uint64_t vcs() const { return vcs_; }

private:
    template <typename Work>
    void for_words(Work work) const {
        const EngineLayout& layout = state_.layout;
        for (const rtl::SwitchRequest& request : state_.switch_requests) {
            const std::uint32_t bit = layout.bit_of(static_cast<std::uint32_t>(request.input),
                                                    static_cast<std::uint32_t>(request.vc));
            for (const std::int32_t port : request.output) {
                if (port >= 0) {
                    work(state_.requests
                             .of_output[layout.output(router_, static_cast<std::uint32_t>(port))],
                         std::uint64_t{1} << bit);
                }
            }
        }
    }

    EngineState& state_;
    std::uint32_t router_;
    std::uint64_t vcs_ = 0;
};

template <bool kPriorities>
void allocate(EngineState& state, std::uint32_t router) {
    const EngineLayout& layout = state.layout;
    const SwitchKernel& kernel = state.switch_kernel;
    const std::uint64_t closed = closed_requests(kernel, router);
    const BranchRequests branches(state, router);
    const std::uint64_t requests = (state.requests.of_router[router] & ~closed) | branches.vcs();
    const auto sees = sight<kPriorities>(state, router);
    const std::uint64_t picks =
        pick_vcs(sees.by_field(requests), state.input_priority[router], kernel);
    const std::uint32_t outputs = layout.outputs(router);
    state.grants.make_room(outputs);
    std::uint64_t winners = 0;
    for (std::uint32_t port = 0; port < outputs; ++port) {
        const std::uint32_t output = layout.output(router, port);
        const std::uint64_t candidates = sees.of_one(picks & state.requests.of_output[output]);
        if (candidates == 0) {
            continue;
        }
        const std::uint64_t above = candidates & state.output_priority[output];
        const std::uint64_t eligible = above != 0 ? above : candidates;
        const std::uint64_t winner = eligible & -eligible;
        state.output_priority[output] = next_output_priority(winner, kernel);
        winners |= winner;
        const std::uint32_t id =
            layout.input_vc(router, 0, static_cast<std::uint32_t>(__builtin_ctzll(winner)));
        if ((winner & branches.vcs()) != 0) {
            state.branches.grants.push_back({id, port >= layout.network_ports[router]});
        } else {
            state.grants.push(id);
        }
    }
    state.input_priority[router] =
        next_input_priority(state.input_priority[router], winners, kernel);
}

}  // namespace

void allocate_with_branches(EngineState& state, std::uint32_t router) {
    state.priorities ? allocate<true>(state, router) : allocate<false>(state, router);
}

}  // namespace flitscope::tl
