#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/request_info.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// The messages at the fronts of the input VCs, for allocators that look at them; for others there
/// are no ports.
class FrontInfos {
public:
    /// At end of elaboration.
    void bind(sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>>& front_i, int vcs) {
        fronts_in_ = readers(front_i);
        vcs_ = vcs;
    }
    /// Lets every request point to what is known of it. `input_vc_of(request)`: input port * V + VC
    /// of who asks.
    template <typename Request, typename InputVcOf>
    void add_to(std::vector<Request>& requests, InputVcOf input_vc_of) {
        if (fronts_in_.empty()) {
            return;
        }
        infos_.resize(requests.size());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const std::int32_t asks = input_vc_of(requests[i]);
            const Flit& front =
                fronts_in_[static_cast<std::size_t>(asks / vcs_)].read()[asks % vcs_];
            infos_[i] = {front.joined, front.length, front.hop, front.message_class};
            requests[i].info = &infos_[i];
        }
    }

private:
    std::vector<Reader<PerVc<Flit>>> fronts_in_;  ///< by input port
    std::int32_t vcs_ = 0;
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

    /// From the constructor of the module, so that its signal is the module's.
    explicit AllocationSteps(Make make) : make_(std::move(make)), allocation_(make_()) {}

    /// At end of elaboration.
    void bind(sc_core::sc_in<bool>& clk_i, sc_core::sc_in<bool>& rst_ni) {
        gate_.follow(clk_i);
        gate_.watch_channel(rst_ni.get_interface(), true);
        rst_n_in_ = Reader<bool>(rst_ni);
    }
    /// The clocked process is sensitive to this alone.
    const sc_core::sc_event& edge_event() const { return gate_.event; }
    /// Changes when the arbiters have moved: an input of the combinational process.
    const sc_core::sc_signal<std::uint32_t>& moves() const { return moves_; }

    void edge() {
        if (!rst_n_in_.read()) {
            allocation_ = make_();
            gate_.wake();
        } else if (!grants_.empty()) {
            allocation_->update(grants_);
            gate_.wake();  // the same grants may hold in the next cycle
            if (grants_.size() == requests.size()) {
                return;  // whoever asked was granted: the arbiters do not matter to who still asks
            }
        } else {
            return;
        }
        moves_.write(moves_.read() + 1);
    }
    /// Grants for `requests`; false: nothing is driven, and nothing was.
    bool pick() {
        if (requests.empty() && grants_.empty()) {
            return false;
        }
        before_.swap(grants_);
        grants_.clear();
        if (!requests.empty()) {
            allocation_->pick(requests, grants_);
        }
        if (!grants_.empty()) {
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

private:
    Make make_;
    std::unique_ptr<Allocation> allocation_;
    std::vector<Grant> grants_;
    std::vector<Grant> before_;
    Reader<bool> rst_n_in_;
    sc_core::sc_signal<std::uint32_t> moves_{"moves"};
    ProcessGate gate_{ClockPhase::rising};
};

}  // namespace flitscope::rtl
