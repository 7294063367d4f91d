#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"
#include "testbenches/tests/whole/page_reference/page_worm.h"

namespace flitscope::tb {

/// Of a network output, as rtl::ChannelCounters.
struct PageChannel {
    std::uint64_t flits = 0, heads = 0, blocked = 0;
    std::vector<std::uint64_t> busy;  ///< [0..V_l] cycles in which so many VCs were held
};

/// The VCs that class `k` of `classes` may use out of `vcs` (docs/router.md, section 2): their
/// numbers.
std::set<int> page_vcs(int k, int classes, int vcs);
/// ... that class `c` of the `classes` of a message class may use.
std::set<int> page_vcs(const rtl::RouterParameters& router, int message_class, int c, int classes,
                       int vcs);

/// A router as docs/router.md and docs/headers_and_branches.md have it, one cycle after the other.
class PageRouter {
public:
    PageRouter(const rtl::NetworkDescription& description, topo::NodeId here,
               std::vector<PageEvent>& events);

    /// Edge t: a flit is in a FIFO, a credit in a counter.
    void write(int input, int vc, PageFlit flit, rtl::Cycle t);
    void credit(int output, int vc) { --outputs_[index(output)].vcs[index(vc)].outstanding; }
    /// Cycle t, after all of edge t.
    void work(rtl::Cycle t);

    /// Of the cycle just worked off.
    struct Sent {
        int output;
        int vc;
        PageFlit flit;
        bool bypassed = false;  ///< it is on the wire at once
    };
    bool has_register() const {  ///< for traversal
        return d_.router.pipeline == (d_.router.lookahead ? 3 : 4);
    }
    const std::vector<Sent>& sent() const { return sent_; }  ///< granted the switch
    const std::vector<std::pair<int, int>>& freed() const { return freed_; }  ///< (input, VC)

    int network_ports() const { return network_; }
    /// Lookahead: output port and class of a unicast that enters by this input.
    topo::RouteCandidate way_in(const rtl::Message& message, int input) const;
    const PageChannel& channel(int port) const { return outputs_[index(port)].channel; }
    std::uint64_t bypassed() const { return bypassed_; }
    std::uint64_t speculative_grants() const { return speculative_grants_; }
    std::uint64_t wasted_grants() const { return wasted_grants_; }
    std::uint64_t copied() const { return copied_; }
    std::uint64_t dropped() const { return dropped_; }

private:
    enum class Stage { none, routed, active };
    struct Branch {
        Stage stage = Stage::none;
        rtl::Cycle since = 0;  ///< cycle in which it got there
        int output = 0;
        std::set<int> allowed;
        int vc = -1;
        bool eligible = false;  ///< has been, for VC allocation
        rtl::Cycle first = -1;  ///< cycle in which it first was
        bool done = false;      ///< the flit at the front has gone this way

        bool exists() const { return stage != Stage::none; }
    };
    struct InputVc {
        std::deque<PageFlit> fifo;
        bool idle = true;
        PageAction action;
        Branch absorb;
        Branch forward;
    };
    struct OutputVc {
        bool held = false;
        int outstanding = 0;
    };
    /// "Which VC" in section 5.
    struct Group {
        std::set<int> vcs;
        int pointer = 0;   ///< a VC, or one beyond the last
        int granted = -1;  ///< the highest of this cycle
    };
    struct Output {
        std::vector<OutputVc> vcs;
        std::vector<Group> groups;
        rtl::Cycle free_at = 0;       ///< for a grant of the switch
        rtl::Cycle wire_free_at = 0;  ///< for a flit that bypasses
        int cycles_per_flit = 1;
        PageChannel channel;
    };
    using BranchOf = Branch InputVc::*;

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    int link_vcs(int output) const;  ///< of a connected network output
    bool ejects(int output) const { return output >= network_; }
    template <typename Visit>
    void for_each_vc(Visit visit) {
        for (int input = 0; input < inputs_count_; ++input) {
            for (int vc = 0; vc < vcs_; ++vc) {
                visit(input, vc, inputs_[index(input)][index(vc)]);
            }
        }
    }

    void route(rtl::Cycle t);
    bool waits_for_tail(int input, const InputVc& at, const PageAction& action) const;
    topo::RouteCandidate way_on(const rtl::Message& message, topo::NodeId towards, int input) const;
    int vc_classes() const;  ///< of each message class
    std::set<int> vcs_at_network(const rtl::Message& message, topo::RouteCandidate way) const;
    std::set<int> vcs_at_ejection(const rtl::Message& message, int input) const;
    void make_branch(Branch& branch, int input, int vc, int output, std::set<int> allowed,
                     rtl::Cycle t);

    /// Of the heads that are eligible for an output VC: request index -> output * V + VC.
    using Wanted = std::map<int, int>;

    void allocate_vcs(rtl::Cycle t);
    Wanted wanted_vcs(BranchOf which, rtl::Cycle t);
    bool grant_vcs(BranchOf which, rtl::Cycle t);
    void take_vc(int input, int vc, Branch& branch, int output_vc, rtl::Cycle t);
    void count_head(Branch& branch, rtl::Cycle t);
    int wanted_vc(const Branch& branch, const PageFlit& head) const;
    std::vector<Group> groups_of(int output) const;
    int chosen(const Output& output, const std::set<int>& free) const;
    void move_pointers();
    std::map<int, int> winners(const Wanted& wanted);
    int priority_of(const InputVc& at) const;

    /// Outputs requested by input VCs, (input port, VC), and grants, (input port, VC, output).
    using SwitchRequests = rtl::reference::SwitchRequests;
    using SwitchGrants = rtl::reference::SwitchGrants;

    void allocate_switch(rtl::Cycle t);
    SwitchRequests switch_requests(rtl::Cycle t);
    bool may_request(const Branch& branch, const PageFlit& flit, rtl::Cycle t) const;
    bool has_credit(const Branch& branch, int output_vc) const;
    bool has_shared_credit(const std::vector<OutputVc>& all, const OutputVc& own) const;
    SwitchRequests at_crossbar(const SwitchRequests& requests) const;
    SwitchGrants at_ports(const SwitchGrants& grants) const;
    /// Of input VCs that hold a flit, as at_crossbar names them.
    rtl::reference::Priorities<rtl::reference::InputVc> priorities();
    SwitchGrants speculate(const SwitchRequests& requests, const SwitchGrants& grants,
                           rtl::Cycle t);
    void bypass(rtl::Cycle t);
    void give_credit(InputVc& at, int input, int vc, rtl::Cycle t);
    void send(InputVc& at, int input, int vc, Branch& branch, rtl::Cycle t);
    void leave(InputVc& at);
    void report(rtl::EventKind kind, rtl::Cycle t, int input, int vc, const PageFlit& flit,
                int output, int output_vc);

    const rtl::NetworkDescription& d_;
    topo::NodeId here_;
    std::vector<PageEvent>& events_;
    int vcs_;
    int network_, inputs_count_, ejections_;
    std::vector<std::vector<InputVc>> inputs_;
    std::vector<Output> outputs_;
    int flits_ = 0;  ///< in FIFOs: without any there is nothing to do
    std::vector<rtl::reference::Arbiter> vc_arbiters_;  ///< by output * V + VC
    int diagonal_ = 0;
    int crossbar_vcs_;  ///< V of a crossbar input
    rtl::reference::SwitchAllocator switch_;
    rtl::reference::SwitchAllocator speculative_;
    Wanted speculating_;                    ///< heads that asked in VA, in this cycle
    std::vector<rtl::Cycle> crosses_late_;  ///< by input, when its last flit of the register does
    std::vector<std::pair<int, int>> released_;  ///< output VCs, at the edge that ends the cycle
    std::vector<Sent> sent_;
    std::vector<std::pair<int, int>> freed_;
    std::uint64_t copied_ = 0, dropped_ = 0;
    std::uint64_t bypassed_ = 0, speculative_grants_ = 0, wasted_grants_ = 0;
};

}  // namespace flitscope::tb
