// Writes what an allocator of the simulator decides, on all requests in all states that it can
// reach, as a module of Verilog: decision_table vc | switch NAME=VALUE... (parameters of
// vc_decisions.sv or switch_decisions.sv).
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/vc_allocation.h"

namespace {

using namespace flitscope::rtl;
using Bits = std::uint64_t;

/// An allocator with requests and decisions as its Verilog has them.
class Machine {
public:
    virtual ~Machine() = default;
    virtual Bits decision(const std::vector<int>& wishes) const = 0;
    virtual void step(const std::vector<int>& wishes) = 0;
    virtual Bits request_bits(const std::vector<int>& wishes) const = 0;
};

class VcMachine final : public Machine {
public:
    VcMachine(VcAllocatorKind kind, const AllocatorSetup& setup)
        : setup_(setup), allocation_(make_vc_allocation(kind, setup)) {}

    // {taken_o, grant_o_valid}
    Bits decision(const std::vector<int>& wishes) const override {
        Bits bits = 0;
        for (const VcRequest& grant : granted(wishes)) {
            bits |= Bits{1} << grant.requester | Bits{1} << (setup_.requesters() + grant.output_vc);
        }
        return bits;
    }
    void step(const std::vector<int>& wishes) override { allocation_->update(granted(wishes)); }
    Bits request_bits(const std::vector<int>& wishes) const override {
        Bits bits = 0;
        for (const VcRequest& request : requests(wishes)) {
            bits |= Bits{1} << (request.output_vc * setup_.requesters() + request.requester);
        }
        return bits;
    }

private:
    static std::vector<VcRequest> requests(const std::vector<int>& wishes) {
        std::vector<VcRequest> all;
        for (std::size_t r = 0; r < wishes.size(); ++r) {
            if (wishes[r] > 0) {
                all.push_back({static_cast<std::int32_t>(r), wishes[r] - 1});
            }
        }
        return all;
    }
    std::vector<VcRequest> granted(const std::vector<int>& wishes) const {
        std::vector<VcRequest> grants;
        allocation_->pick(requests(wishes), grants);
        return grants;
    }

    AllocatorSetup setup_;
    std::unique_ptr<VcAllocation> allocation_;
};

class SwitchMachine final : public Machine {
public:
    SwitchMachine(SwitchAllocatorKind kind, const AllocatorSetup& setup)
        : setup_(setup), allocation_(make_switch_allocation(kind, setup)) {}

    // {select_o, granted_o}
    Bits decision(const std::vector<int>& wishes) const override {
        Bits bits = 0;
        for (const SwitchGrant& grant : granted(wishes)) {
            bits |= Bits{1} << (grant.input * setup_.vcs + grant.vc) |
                    Bits{1} << (setup_.requesters() + grant.output * setup_.inputs + grant.input);
        }
        return bits;
    }
    void step(const std::vector<int>& wishes) override { allocation_->update(granted(wishes)); }
    Bits request_bits(const std::vector<int>& wishes) const override {
        Bits bits = 0;
        for (const SwitchRequest& request : requests(wishes)) {
            bits |= Bits{1} << ((request.input * setup_.outputs + request.output[0]) * setup_.vcs +
                                request.vc);
        }
        return bits;
    }

private:
    std::vector<SwitchRequest> requests(const std::vector<int>& wishes) const {
        std::vector<SwitchRequest> all;
        for (int i = 0; i < setup_.requesters(); ++i) {
            if (wishes[static_cast<std::size_t>(i)] > 0) {
                all.push_back({i / setup_.vcs,
                               i % setup_.vcs,
                               {wishes[static_cast<std::size_t>(i)] - 1, -1}});
            }
        }
        return all;
    }
    std::vector<SwitchGrant> granted(const std::vector<int>& wishes) const {
        std::vector<SwitchGrant> grants;
        allocation_->pick(requests(wishes), grants);
        return grants;
    }

    AllocatorSetup setup_;
    std::unique_ptr<SwitchAllocation> allocation_;
};

/// What each requester asks for: 0 nothing, else output (VC) + 1.
std::vector<std::vector<int>> all_wishes(int requesters, int targets) {
    std::vector<std::vector<int>> all = {{}};
    for (int r = 0; r < requesters; ++r) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& some : all) {
            for (int target = 0; target <= targets; ++target) {
                longer.push_back(some);
                longer.back().push_back(target);
            }
        }
        all = longer;
    }
    return all;
}

int bits_for(std::size_t count) {
    int bits = 1;
    while ((std::size_t{1} << bits) < count) {
        ++bits;
    }
    return bits;
}

template <typename Make>
void write_table(const Make& make, const std::vector<std::vector<int>>& inputs, int request_width,
                 int decision_width) {
    // A state is what is decided in it on every input, and stands for a history that leads to it.
    // Were two states one by mistake, the table could not be equal to any machine.
    using Decisions = std::vector<Bits>;
    const auto after = [&](const std::vector<std::size_t>& history) {
        auto machine = make();
        for (const std::size_t input : history) {
            machine->step(inputs[input]);
        }
        return machine;
    };
    const auto decisions = [&](const Machine& machine) {
        Decisions all;
        for (const std::vector<int>& input : inputs) {
            all.push_back(machine.decision(input));
        }
        return all;
    };
    std::vector<std::vector<std::size_t>> histories = {{}};
    std::map<Decisions, std::size_t> numbers = {{decisions(*after({})), 0}};
    std::vector<std::vector<std::size_t>> next;
    std::vector<Decisions> decided;
    for (std::size_t state = 0; state < histories.size(); ++state) {
        decided.push_back(decisions(*after(histories[state])));
        next.emplace_back();
        for (std::size_t input = 0; input < inputs.size(); ++input) {
            std::vector<std::size_t> history = histories[state];
            history.push_back(input);
            const auto found = numbers.emplace(decisions(*after(history)), histories.size());
            if (found.second) {
                histories.push_back(history);
            }
            next.back().push_back(found.first->second);
        }
    }
    const int width = bits_for(histories.size());
    const auto machine = make();
    std::cout << "module decision_table (input logic clk_i, rst_ni, input logic ["
              << request_width - 1 << ":0] request_i, output logic [" << decision_width - 1
              << ":0] decision_o);\n"
              << "  logic [" << width - 1 << ":0] state_q, state_d;\n"
              << "  always_ff @(posedge clk_i) state_q <= rst_ni ? state_d : '0;\n"
              << "  always @* case ({state_q, request_i})\n";
    for (std::size_t state = 0; state < histories.size(); ++state) {
        for (std::size_t input = 0; input < inputs.size(); ++input) {
            std::cout << "    {" << width << "'d" << state << ", " << request_width << "'d"
                      << machine->request_bits(inputs[input]) << "}: {state_d, decision_o} = {"
                      << width << "'d" << next[state][input] << ", " << decision_width << "'d"
                      << decided[state][input] << "};\n";
        }
    }
    std::cout << "    default: {state_d, decision_o} = '0;\n  endcase\nendmodule\n";
}

}  // namespace

int main(int count, char** words) {
    std::map<std::string, int> settings = {{"INPUTS", 2},       {"OUTPUTS", 2},    {"VCS", 2},
                                           {"ALLOCATOR", 0},    {"ITERATIONS", 1}, {"ARBITER", 0},
                                           {"ARBITER_STATE", 0}};
    for (int i = 2; i < count; ++i) {
        const std::string word = words[i];
        settings.at(word.substr(0, word.find('='))) = std::stoi(word.substr(word.find('=') + 1));
    }
    AllocatorSetup setup{
        settings["INPUTS"],     settings["OUTPUTS"],
        settings["VCS"],        arbiter_maker(static_cast<ArbiterKind>(settings["ARBITER"])),
        settings["ITERATIONS"], static_cast<ArbiterState>(settings["ARBITER_STATE"])};
    const int allocator = settings["ALLOCATOR"];
    if (count > 1 && std::string(words[1]) == "vc") {
        write_table(
            [&] {
                return std::make_unique<VcMachine>(static_cast<VcAllocatorKind>(allocator), setup);
            },
            all_wishes(setup.requesters(), setup.output_vcs()),
            setup.requesters() * setup.output_vcs(), setup.requesters() + setup.output_vcs());
    } else {
        write_table(
            [&] {
                return std::make_unique<SwitchMachine>(static_cast<SwitchAllocatorKind>(allocator),
                                                       setup);
            },
            all_wishes(setup.requesters(), setup.outputs), setup.requesters() * setup.outputs,
            setup.requesters() + setup.outputs * setup.inputs);
    }
}
