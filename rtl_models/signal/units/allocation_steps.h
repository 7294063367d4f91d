#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/request_info.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/clocking/wire.h"

namespace flitscope::rtl {

/// What allocators know of those who ask: the messages at the fronts of the input VCs, and how full
/// buffers are. For allocators that do not look at it there are no ports.
class RequestInfos {
public:
    /// At end of elaboration. Credits are `buffer_flits` minus what is outstanding.
    template <typename Ports>
    void bind(Ports& unit, const RouterParameters& router) {
        fronts_in_ = readers(unit.front_i);
        counts_in_ = readers(unit.count_i);
        if (!counts_in_.empty()) {
            outstanding_in_ = readers(unit.outstanding_i);
        }
        vcs_ = router.virtual_channels;
        buffer_flits_ = router.buffer_flits;
    }
    /// Lets every request point to what is known of it. `input_vc_of(request)`: input port * V + VC
    /// of who asks; `output_vc_of(request)`: output port * V + VC that it asks for.
    template <typename Request, typename InputVcOf, typename OutputVcOf>
    void add_to(std::vector<Request>& requests, InputVcOf input_vc_of, OutputVcOf output_vc_of) {
        if (fronts_in_.empty() && counts_in_.empty()) {
            return;
        }
        infos_.resize(requests.size());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const std::int32_t asks = input_vc_of(requests[i]);
            RequestInfo& info = infos_[i];
            if (!fronts_in_.empty()) {
                const Flit& front = at(fronts_in_, asks);
                info = {front.joined, front.length, front.hop, front.message_class};
            }
            if (!counts_in_.empty()) {
                info.count = at(counts_in_, asks);
                info.credits = buffer_flits_ == kUnbounded
                                   ? kEndlessCredits
                                   : static_cast<std::uint32_t>(buffer_flits_) -
                                         at(outstanding_in_, output_vc_of(requests[i]));
            }
            requests[i].info = &info;
        }
    }

private:
    template <typename T>
    const T& at(const std::vector<Reader<PerVc<T>>>& ports, std::int32_t vc) const {
        return ports[static_cast<std::size_t>(vc / vcs_)].read()[vc % vcs_];
    }

    std::vector<Reader<PerVc<Flit>>> fronts_in_;                ///< by input port
    std::vector<Reader<PerVc<std::uint32_t>>> counts_in_;       ///< by input port
    std::vector<Reader<PerVc<std::uint32_t>>> outstanding_in_;  ///< by output port
    std::int32_t vcs_ = 0;
    int buffer_flits_ = 0;
    std::vector<RequestInfo> infos_;  ///< of the requests
};

/// What the two allocators have in common: grants are picked in a combinational process, and the
/// edge that ends the cycle moves the arbiters.
///
/// Allocation   VcAllocation or SwitchAllocation, with their Request and Grant
template <class Allocation, class Request, class Grant>
class AllocationSteps {
public:
    using Make = std::function<std::unique_ptr<Allocation>()>;

    explicit AllocationSteps(Make make) : make_(std::move(make)), allocation_(make_()) {}

    /// At end of elaboration.
    void bind(sc_core::sc_in<bool>& clk_i, sc_core::sc_in<bool>& rst_ni, bool reads_info) {
        reads_info_ = reads_info;
        gate_.follow(clk_i);
        gate_.watch_channel(rst_ni.get_interface(), true);
        rst_n_in_ = Reader<bool>(rst_ni);
    }
    /// Of the unit's process. It depends on the arbiters, too.
    UnitGate& gate() { return gate_; }

    void edge() {
        if (!rst_n_in_.read()) {
            allocation_ = make_();
            moved_ = gate_.counts_edges() ? gate_.edges() : 0;
            gate_.wake();
        } else if (!grants_.empty()) {
            if (gate_.counts_edges()) {
                catch_up();
            } else {
                allocation_->update(grants_);
            }
            if (!must_wake()) {
                return;  // the arbiters do not matter to who still asks
            }
            gate_.wake();  // the same grants may hold in the next cycle
            if (granted_all()) {
                return;
            }
        } else {
            return;
        }
        gate_.recompute();
    }
    /// Grants for `requests`; false: nothing is driven, and nothing was.
    bool pick() {
        if (requests.empty() && grants_.empty()) {
            return false;
        }
        catch_up();
        before_.swap(grants_);
        grants_.clear();
        if (!requests.empty()) {
            allocation_->pick(requests, grants_);
        }
        if (!grants_.empty() && must_wake()) {
            gate_.wake();
        }
        return true;
    }
    const std::vector<Grant>& grants() const { return grants_; }
    Cycle cycle() const { return gate_.cycle(); }
    /// Those that the last pick() took back.
    const std::vector<Grant>& before() const { return before_; }
    /// Both, one after the other: whose wires may change.
    template <typename Visit>
    void for_each_changed(const Visit& visit) const {
        for (const std::vector<Grant>* const some : {&before_, &grants_}) {
            for (const Grant& grant : *some) {
                visit(grant);
            }
        }
    }

    std::vector<Request> requests;
    /// Somebody asks for two outputs: who is served first then, and with that which arbiters move,
    /// may change from cycle to cycle even where everybody is.
    bool has_branches = false;

private:
    /// And will be if nothing changes but the arbiters.
    bool granted_all() const { return !has_branches && grants_.size() == requests.size(); }
    /// Whether the edge must be worked off when it comes. Where whoever asked was granted it only
    /// moves the arbiters, and nobody looks at them before the next pick(), which catches up.
    bool must_wake() const { return !granted_all() || !gate_.counts_edges() || reads_info_; }
    /// The arbiters are moved by the edges since the last time.
    void catch_up() {
        if (!gate_.counts_edges()) {
            return;
        }
        for (; moved_ < gate_.edges() && !grants_.empty(); ++moved_) {
            allocation_->update(grants_);
        }
        moved_ = gate_.edges();
    }

    Make make_;
    std::unique_ptr<Allocation> allocation_;
    Cycle moved_ = 0;          ///< number of the last edge that did
    bool reads_info_ = false;  ///< of those who ask; it is gone at the next pick()
    std::vector<Grant> grants_;
    std::vector<Grant> before_;
    Reader<bool> rst_n_in_;
    UnitGate gate_;
};

}  // namespace flitscope::rtl
